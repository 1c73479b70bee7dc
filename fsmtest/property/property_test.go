package property_test

import (
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/fsmtest/property"
)

// TestTill is for the other tests, which run it with one fault after another.
func TestTill(t *testing.T) {
	if _, asked := os.LookupEnv("TILL_FAULT"); !asked {
		t.Skip("the other tests run it")
	}
	defer func() { fmt.Println("made", made) }()
	property.Test(t, tillSpec(), tillMachine())
}

// runTill runs TestTill.
func runTill(env []string, flags ...string) (string, bool) {
	cmd := exec.Command(os.Args[0], append(flags, "-test.run=^TestTill$", "-test.timeout=60s")...)
	cmd.Env = append(append(os.Environ(), "TILL_FAULT=", "FSMGEN_SEED="), env...)
	out, err := cmd.CombinedOutput()
	return strings.Join(strings.Fields(string(out)), " "), err == nil
}

// faults are what can be wrong with a till, and the run that a failure must report: what gopter
// has shrunk the events to, and the smallest run with the smallest parameters.
var faults = []struct{ name, shrunk, smallest string }{
	{"a limit above 4", add(1) + " Close]", "after [" + add(1) + " Close] with {Limit:5}"},
	{"the third add", add(2) + " Add]", "after [" + add(2) + " Add] with {Limit:2}"},
	{"a long run", add(6) + "]", "after [" + add(6) + "] with {Limit:6}"},
	{"a refused add counts", "Close Add]", "after [Close Add] with {Limit:0}"},
	{"the greatest limit", "", "after [] with {Limit:1000}"},
}

// add is a run that adds n times.
func add(n int) string { return strings.TrimSpace(strings.Repeat("Add with allowed ", n)) }

// TestFaults makes tills that are wrong in one thing each. Random runs find each fault, whatever the seed, and
// shrink it.
func TestFaults(t *testing.T) {
	for _, f := range faults {
		t.Run(f.name, func(t *testing.T) {
			for _, seed := range []string{"1", "2", "3"} {
				out, ok := runTill([]string{"TILL_FAULT=" + f.name, "FSMGEN_SEED=" + seed})
				for _, want := range []string{
					"Till does what its spec says: ", "sequential=[" + f.shrunk, "the smallest run that fails: ", f.smallest,
					"replay: FSMGEN_SEED=" + seed + " go test -run '^TestTill$'",
				} {
					if ok || !strings.Contains(out, want) {
						t.Errorf("seed %s passes: %t, want %q in\n%s", seed, ok, want, out)
						break
					}
				}
			}
		})
	}
}

// TestEffort runs a till without a fault, which passes. With -short, it makes fewer runs.
func TestEffort(t *testing.T) {
	counts := map[string]int{}
	for _, short := range []string{"false", "true"} {
		out, ok := runTill(nil, "-test.short="+short)
		n := regexp.MustCompile(`made (\d+)`).FindStringSubmatch(out)
		if !ok || n == nil {
			t.Fatal(out)
		}
		counts[short], _ = strconv.Atoi(n[1])
	}
	if full, short := counts["false"], counts["true"]; full < 200 || short < 10 || short > full/2 {
		t.Errorf("%d machines, and %d with -short", full, short)
	}
}

// TestSeeds gives a seed in each of the ways there are. Every seed makes runs of its own.
func TestSeeds(t *testing.T) {
	const broken = "TILL_FAULT=a limit above 4"
	for _, test := range []struct{ env, flag, says string }{
		{"", "", "replay: FSMGEN_SEED=1 "},
		{"FSMGEN_SEED=7", "", "replay: FSMGEN_SEED=7 "},
		{"FSMGEN_SEED=7", "-fsmgen.seed=8", "replay: FSMGEN_SEED=8 "},
		{"FSMGEN_SEED=x", "", "seed of the generated tests: "},
	} {
		flags := []string{"-test.v"}
		if test.flag != "" {
			flags = append(flags, test.flag)
		}
		if out, ok := runTill([]string{broken, "FSMGEN_SEED=", test.env}, flags...); ok || !strings.Contains(out, test.says) {
			t.Errorf("%s %s passes: %t, want %q in\n%s", test.env, test.flag, ok, test.says, out)
		}
	}
	initial := map[string]bool{}
	for seed := range 4 {
		out, _ := runTill([]string{broken, fmt.Sprintf("FSMGEN_SEED=%d", seed)})
		initial[regexp.MustCompile(`Falsified after .*? initialState=\S* \S*`).FindString(out)] = true
	}
	if len(initial) < 2 {
		t.Errorf("four seeds give %v", initial)
	}
}
