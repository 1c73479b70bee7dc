package proptest

import (
	"cmp"
	"flag"
	"fmt"
	"go/ast"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/fsmgen/fsmgen/gen/internal/golang"
	"github.com/fsmgen/fsmgen/internal/ident"
	"github.com/fsmgen/fsmgen/internal/sample"
)

var (
	every = flag.Int("mutants", 0, "test one in so many mutants of each machine; 0 for some of a few machines")
	among = flag.String("mutants-of", "", "test only mutants with a name that matches, as in ^Run:")
)

// unjudged are machines with regions of whose faults only a part has been tried, or of whose survivors it is open whether
// they change anything, so that a sample only lists them; with -mutants, they fail. Of the machine with durations, too, a part has
// been tried.
var unjudged = []string{"escrow", "orchestration", "wait"}

// TestMutants breaks machines on purpose, one fault at a time, and wants their
// tests to fail.
func TestMutants(t *testing.T) {
	turn(t)
	var rows []row
	tried := machines
	if *every == 0 {
		tried = sample.Some(t, machines, sample.Size(1, 1, 2), sources(t)...)
	}
	for _, machine := range tried {
		t.Run(machine.name, func(t *testing.T) { rows = append(rows, testMutants(t, machine.name)) })
	}
	if all := *every == 1 && *among == "" && len(rows) == len(machines); all && !t.Failed() {
		for _, e := range excuses {
			if !slices.ContainsFunc(rows, func(r row) bool { return slices.ContainsFunc(r.spared[e.why], e.fault.MatchString) }) {
				t.Errorf("no mutant needs the excuse %q (%v)", e.why, e.fault)
			}
		}
	}
	t.Logf("%-14s %8s %8s %8s %10s %9s", "machine", "mutants", "tried", "killed", "equivalent", "survivors")
	for _, r := range rows {
		spared := 0
		for _, faults := range r.spared {
			spared += len(faults)
		}
		t.Logf("%-14s %8d %8d %8d %10d %9d", r.name, r.mutants, r.tried, r.killed, spared, r.survived)
	}
}

// row is what became of the mutants of a machine.
type row struct {
	name                             string
	mutants, tried, killed, survived int
	spared                           map[string][]string // faults by the reason
}

func testMutants(t *testing.T, name string) row {
	s := newModule(t)
	source, _ := generate(t, name, "", name)
	m, names := load(t, name, "")
	states, err := golang.Typed(m, names, name)
	if err != nil {
		t.Fatal(err)
	}
	run, err := golang.Run(m, names, name)
	if err != nil {
		t.Fatal(err)
	}
	files := [][]byte{source, states, run}
	if m.Faces.Values {
		values, err := golang.Values(m, names, name)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, values)
	}
	if m.Faces.Columns {
		columns, err := golang.Columns(m, names, name)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, columns)
	}
	if file, ok := worst(t, m, names, name); ok {
		files = append(files, file)
	}
	only := regexp.MustCompile(*among)
	var chosen []int
	mutants, faults := mutate(t, m, names, files, func(f *ast.FuncDecl) bool { return tested(names, f) }, func(all []fault) []int {
		step, first := *every, 0
		if step == 0 {
			step = max(1, len(all)/sample.Size(4, 4, 2))
		}
		if step > 1 {
			first = int(sample.Seed(t, sources(t)...) % uint64(step))
			t.Logf("mutant %d of %d, and each %dth after it", first, len(all), step)
		}
		for i := first; i < len(all); i += step {
			if only.MatchString(all[i].what) {
				chosen = append(chosen, i)
			}
		}
		return chosen
	})
	if len(faults) == 0 {
		t.Fatalf("found nothing to break in %s", name)
	}
	var limits [][]byte // of the face for them, which is the last one
	if m.Faces.Worst {
		limits = mutants[len(mutants)-1:]
	}
	s.add(t, name, name, mutants[0])
	s.write(t, name+"/"+m.Name+"_typed.go", mutants[1])
	s.write(t, name+"/"+m.Name+"_run.go", mutants[2])
	if m.Faces.Values {
		s.write(t, name+"/"+m.Name+"_values.go", mutants[3])
	}
	if m.Faces.Columns {
		s.write(t, name+"/"+m.Name+"_columns.go", mutants[len(mutants)-1-len(limits)])
	}
	for _, file := range limits {
		s.write(t, name+"/"+m.Name+"_worst.go", file)
	}
	s.write(t, name+"/chosen.go", []byte("package "+name+"\n"+chooser))
	s.explores(t, m, names, name)
	if out, ok := s.run("", "test", "-c", "-vet=off", "-o", "mutants.test", "./"+name); !ok {
		t.Fatalf("the mutants of %s do not compile:\n%s", name, out)
	}
	work, used := 75*time.Second, time.Duration(0) // of a processor: what a mutant may use, and what the machine without a fault has used
	output := func(mutant int, limit time.Duration, which ...string) (string, bool) {
		// A mutant may compute or allocate for ever, too, and many run at once.
		bounded := fmt.Sprintf("ulimit -t %d; ulimit -v 4000000; exec \"$0\" \"$@\"", int(work.Seconds())+1)
		args := []string{"-c", bounded, filepath.Join(s.dir, "mutants.test"), "-test.failfast", "-test.timeout=" + limit.String()}
		cmd := exec.Command("sh", append(args, which...)...)
		cmd.Env = append(os.Environ(), fmt.Sprintf("FSMGEN_MUTANT=%d", mutant), "GOMAXPROCS=1", "FSMGEN_SEED=")
		out, err := cmd.CombinedOutput()
		if s := cmd.ProcessState; mutant == 0 && s != nil {
			used = max(used, s.UserTime()+s.SystemTime())
		}
		return fmt.Sprintf("%s%v", out, err), err == nil
	}
	passes := func(mutant int, limit time.Duration, which ...string) bool {
		_, ok := output(mutant, limit, which...)
		return ok
	}
	// Short tests come first, and the first that fails ends them all.
	// A mutant may wait for ever. What it may take is far more than the machine
	// needs, so that a busy computer kills no mutant.
	limit := 5 * time.Minute
	spec := []string{"-test.skip=^TestExplore$"}
	dies := func(mutant int) bool { return !passes(mutant, limit, spec...) }
	// Whatever is said not to need a test must stand an exploration.
	exploration := []string{"-test.run=^TestExplore$"}
	explored := func(mutant int) bool { return passes(mutant, 5*time.Minute, exploration...) }
	start := time.Now()
	out, ok := output(0, limit, spec...)
	limit = max(20*time.Second, 40*time.Since(start))
	if ok {
		out, ok = output(0, 5*time.Minute, exploration...)
		work = max(10*time.Second, 10*used)
	}
	if !ok {
		t.Fatalf("%s fails without a fault:\n%s", name, out)
	}
	lives, differs := make([]bool, len(faults)), make([]bool, len(faults))
	reason := func(i int) string { return cmp.Or(faults[i].why, spared(name, m, faults[i].what)) }
	var wait sync.WaitGroup
	next := make(chan int)
	// Some mutants wait for ever: others go on until these have had their time.
	for range 4 * runtime.GOMAXPROCS(0) {
		wait.Add(1)
		go func() {
			defer wait.Done()
			for i := range next {
				lives[i] = !dies(i + 1)
				differs[i] = lives[i] && reason(i) != "" && !explored(i+1)
			}
		}()
	}
	for _, i := range chosen {
		next <- i
	}
	close(next)
	wait.Wait()
	r := row{name: name, mutants: len(faults), tried: len(chosen), spared: map[string][]string{}}
	for _, i := range chosen {
		why := reason(i)
		switch {
		case !lives[i]:
			r.killed++
		case differs[i]:
			r.survived++
			t.Errorf("%s survives its tests, and not an exploration: %s (said to be equivalent: %s)", name, faults[i].what, why)
		case why != "":
			r.spared[why] = append(r.spared[why], faults[i].what)
		case *every == 0 && slices.Contains(unjudged, name):
			r.survived++
			t.Logf("%s survives, which may be a fault that changes nothing: %s", name, faults[i].what)
		default:
			r.survived++
			t.Errorf("%s survives: %s", name, faults[i].what)
		}
	}
	for _, why := range slices.Sorted(maps.Keys(r.spared)) {
		t.Logf("%s: equivalent, as %s:\n\t%s", name, why, strings.Join(r.spared[why], "\n\t"))
	}
	if *every == 1 && *among == "" {
		for _, what := range slices.Sorted(maps.Keys(equivalent)) {
			if fault, mine := strings.CutPrefix(what, name+": "); mine && !slices.Contains(r.spared[equivalent[what]], fault) {
				t.Errorf("%s is said to be equivalent, and is no mutant or dies", what)
			}
		}
	}
	return r
}

// tested reports whether the generated tests test a function: all but what is
// said for people.
func tested(n *ident.Names, f *ast.FuncDecl) bool {
	switch f.Name.Name {
	case "Error", "Doc":
		return false
	case "String":
		r := receiver(f)
		return r != n.Machine && r != n.Typed.Base
	}
	return len(f.Body.List) > 0
}

// chooser reads which mutant to be.
const chooser = `
import (
	"os"
	"strconv"
)

var mutantChosen, _ = strconv.Atoi(os.Getenv("FSMGEN_MUTANT"))
`
