package gen_test

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// longest is how long a generated test of a proved machine may take, in seconds.
const longest = 20

// run compiles, vets and tests the packages of a batch.
func (c *campaign) run(t *testing.T, dir string, all map[string]written) {
	t.Helper()
	began := time.Now()
	if out, ok := c.command(dir, "vet", "./..."); !ok {
		c.faults++
		t.Errorf("vet: %s\n%s", out, about(out, all))
	}
	out := c.thrice(t, dir)
	unproved, _ := c.command(dir, append(tests(), "-run=Endless|Bound|Finding", "./unproved...")...)
	out += unproved
	c.results(t, dir, out, all)
	c.refuted(t, out, all)
	c.prune(t, began)
}

// tests are the arguments for tests of a batch. Much of the time is the compiler's, which has less to do without inlining.
func tests() []string {
	return []string{"test", "-vet=off", "-gcflags=-l -dwarf=false", "-ldflags=-s -w", "-v", "-timeout=600s"}
}

// thrice runs the tests of the proved machines three times, because tests of Run depend on the scheduler. It returns what they print.
func (c *campaign) thrice(t *testing.T, dir string) string {
	t.Helper()
	out, ok := c.command(dir, append(tests(), "-count=3", "./proved...")...)
	if bad := regexp.MustCompile(`(?m)^FAIL\s+sandbox/.*`).FindAllString(out, -1); (!ok || len(bad) > 0) && !strings.Contains(out, "--- FAIL: ") {
		c.faults++
		t.Errorf("%q:\n%s", bad, out)
	}
	return out
}

// results reads what the tests of a batch have printed.
func (c *campaign) results(t *testing.T, dir, out string, all map[string]written) {
	t.Helper()
	for _, line := range regexp.MustCompile(`(?m)^--- (PASS|FAIL|SKIP): (Test|Fuzz)\w*?(N\d+N)\w* \((.+)s\)`).FindAllStringSubmatch(out, -1) {
		w := all[line[3]]
		if line[1] == "FAIL" && w.proved {
			c.faults++
			t.Errorf("seed %d: a generated test fails:\n%s\nof\n%s", w.seed, failure(out, line[0]), w.text)
		}
		took, _ := strconv.ParseFloat(line[4], 64)
		if w.proved {
			c.seconds[w.seed] += took / 3
		}
		if w.proved && took > longest {
			c.alone(t, dir, strings.Fields(line[0])[2], w)
		}
	}
	for _, line := range regexp.MustCompile(`(\d+) of (\d+) transitions taken`).FindAllStringSubmatch(out, -1) {
		taken, _ := strconv.Atoi(line[1])
		total, _ := strconv.Atoi(line[2])
		c.taken, c.all = c.taken+taken, c.all+total
	}
	for number, w := range all {
		if w.proved && c.seconds[w.seed] == 0 && !strings.Contains(out, number) {
			c.faults++
			t.Errorf("seed %d: nothing is said of its tests", w.seed)
		}
	}
	for _, s := range c.seconds {
		if c.total, c.most = c.total+s, max(c.most, s); s > 2 {
			c.slow++
		}
	}
	clear(c.seconds)
}

// alone runs a test that has taken long once more. Beside other programs it may wait for the processor, so the time of the processor counts.
func (c *campaign) alone(t *testing.T, dir, name string, w written) {
	t.Helper()
	program := filepath.Join(dir, w.pkg+".test")
	if out, ok := c.command(dir, append(tests()[:4], "-c", "-o", program, "./"+w.pkg)...); !ok {
		t.Fatal(out)
	}
	test := exec.Command(program, "-test.run=^"+name+"$")
	test.Dir = dir
	test.Env = append(os.Environ(), "FSMGEN_SEED=")
	out, err := test.CombinedOutput()
	took := test.ProcessState.UserTime() + test.ProcessState.SystemTime()
	if c.count["tests that take long beside others"]++; err != nil || took.Seconds() > longest {
		c.faults++
		t.Errorf("seed %d: %s takes %v of the processor, more than %d s, %v\n%s\nof\n%s", w.seed, name, took, longest, err, out, w.text)
	}
}

// refuted looks whether the tests of counterexamples fail.
func (c *campaign) refuted(t *testing.T, out string, all map[string]written) {
	t.Helper()
	shown := map[string]bool{}
	for _, line := range regexp.MustCompile(`(?m)^--- (PASS|FAIL): Test\w*?(N\d+N)(?:Refuted)?(?:Endless|Bound|Finding)\w* \(.*`).FindAllStringSubmatch(out, -1) {
		w := all[line[2]]
		shown[line[2]] = true
		c.count["counterexamples"]++
		if text := failure(out, line[0]); line[1] == "PASS" || strings.Contains(text, "fixed: ") {
			c.faults++
			t.Errorf("seed %d: what is refuted is not so of the generated code:\n%s\nof\n%s", w.seed, text, w.text)
		}
	}
	for number, w := range all {
		if w.refuted && !shown[number] {
			c.faults++
			t.Errorf("seed %d: nothing is said of its counterexamples:\n%s", w.seed, w.text)
		}
	}
}

// about returns the specs that some output of go names.
func about(out string, all map[string]written) string {
	var texts []string
	for _, number := range slices.Compact(slices.Sorted(slices.Values(regexp.MustCompile(`N\d+N`).FindAllString(out, -1)))) {
		if w, ok := all[number]; ok {
			texts = append(texts, fmt.Sprintf("seed %d:\n%s", w.seed, w.text))
		}
	}
	return strings.Join(texts, "\n")
}

// failure returns what a verbose test says, from its beginning to its last line and
// after it.
func failure(out, line string) string {
	before, rest, _ := strings.Cut(out, line)
	rest, _, _ = strings.Cut(rest, "\n=== ")
	name := strings.Fields(line)[2]
	return before[max(0, strings.LastIndex(before, "=== RUN   "+name+"\n")):] + line + rest
}

// command runs the go command in a batch, with a cache of its own if the
// campaign is a long one.
func (c *campaign) command(dir string, args ...string) (string, bool) {
	cmd := exec.Command("go", args...)
	cmd.Dir = dir
	// The seed of the campaign is none of its generated tests.
	cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOPROXY=off", "GOWORK=off", "GOGC=400", "FSMGEN_SEED=")
	if c.long {
		cmd.Env = append(cmd.Env, "GOCACHE="+filepath.Join(c.dir, "cache"))
	}
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err := cmd.Run()
	return out.String(), err == nil
}

// prune removes what a batch has put into the cache, but for the first one, which
// has compiled the libraries.
func (c *campaign) prune(t *testing.T, since time.Time) {
	t.Helper()
	cache := filepath.Join(c.dir, "cache")
	if c.count["batches"]++; c.count["batches"] == 1 {
		return
	}
	err := filepath.WalkDir(cache, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err == nil && info.ModTime().After(since) {
			err = os.Remove(path)
		}
		return err
	})
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
}
