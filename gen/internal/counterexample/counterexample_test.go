package counterexample_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/gen/internal/counterexample"
	"github.com/fsmgen/fsmgen/gen/internal/golang"
	"github.com/fsmgen/fsmgen/internal/ident"
	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/internal/sandbox"
	"github.com/fsmgen/fsmgen/internal/spectest"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/verify"
)

// assigned loads a spec, which must be right, and its names.
func assigned(t *testing.T, file string, src []byte) (*core.Machine, *ident.Names) {
	t.Helper()
	s, diags := spec.LoadWith(file, src, spectest.In("../../../verify/testdata"))
	if diags.HasErrors() {
		t.Fatalf("load %s: %+v", file, diags)
	}
	names, diags := ident.Assign(s.Machine, s.Prefix)
	if diags.HasErrors() {
		t.Fatalf("name %s: %+v", file, diags)
	}
	return s.Machine, names
}

// module is a folder with a Go module.
type module string

func newModule(t *testing.T) module {
	s := module(t.TempDir())
	s.write(t, "go.mod", sandbox.Mod(t, "sandbox"))
	return s
}

func (s module) write(t *testing.T, name string, data []byte) {
	t.Helper()
	name = filepath.Join(string(s), name)
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, data, 0o666); err != nil {
		t.Fatal(err)
	}
}

// run runs the go command, which may fail, and returns what it prints.
func (s module) run(args ...string) (string, error) {
	cmd := exec.Command("go", args...)
	cmd.Dir = string(s)
	cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOPROXY=off", "GOWORK=off")
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// TestFails writes the counterexamples of all wrong machines that the verifier
// is tested with, and runs some of them against the generated code, or all with
// FSMGEN_LONG: each of them fails.
func TestFails(t *testing.T) {
	sample.Turn(t)
	files, err := filepath.Glob("../../../verify/testdata/*.fsm.yaml")
	if err != nil || len(files) == 0 {
		t.Fatalf("no specs: %v", err)
	}
	// These do not end, and come back to no configuration.
	for _, name := range []string{"leader_grows", "unequal", "grow_two", "queue_grows"} {
		files = append(files, "../../../verify/testdata/known/"+name+".fsm.yaml")
	}
	type pair struct {
		name          string
		machine, test []byte
	}
	var pairs []pair
	without := 0
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".fsm.yaml")
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		m, names := assigned(t, filepath.Base(file), src)
		report := verify.Machine(context.Background(), m)
		test, err := counterexample.Test(report, names, "wrong")
		refuted, tested, left := 0, len(regexp.MustCompile(`(?m)^func Test\w*Finding\d+\(`).FindAll(test, -1)), 0
		for _, o := range report.Obligations {
			if o.Status == verify.Refuted {
				refuted++
			}
		}
		for _, u := range counterexample.Left(report) {
			if u.Code != diag.CodeUnproved {
				left += u.Count
			}
			if strings.HasPrefix(u.Why, "there are no tests") {
				t.Errorf("%s: a kind of obligation with the code %s has no test", file, u.Code)
			}
		}
		if tested+left != refuted {
			t.Errorf("%s: %d obligations are refuted, %d have tests, and %d are said to have none", file, refuted, tested, left)
		}
		if errors.Is(err, counterexample.ErrNone) {
			without++
			continue
		}
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		if again, _ := counterexample.Test(report, names, "wrong"); string(again) != string(test) {
			t.Errorf("%s: two outputs differ", file)
		}
		machine, err := golang.Generate(m, names, "wrong", nil)
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		pairs = append(pairs, pair{name, machine, test})
	}
	dir := newModule(t)
	some := sample.Some(t, pairs, sample.Size(3, 4, len(pairs)))
	for _, p := range some {
		dir.write(t, p.name+"/machine.go", p.machine)
		dir.write(t, p.name+"/wrong_test.go", p.test)
	}
	if out, err := dir.run("vet", "./..."); err != nil {
		t.Fatalf("vet: %s", out)
	}
	out, _ := dir.run("test", "-vet=off", "-v", "-timeout", "60s", "./...")
	fails := len(regexp.MustCompile(`(?m)^--- FAIL: `).FindAllString(out, -1))
	if strings.Contains(out, "--- PASS") || strings.Contains(out, "fixed") || fails == 0 {
		t.Errorf("some counterexample shows nothing:\n%s", out)
	}
	t.Logf("%d tests of %d machines fail, as they must; %d more machines have tests, and %d have none", fails, len(some), len(pairs)-len(some), without)
}

// TestWithoutSnapshots runs the counterexample of an endless run against a machine
// without snapshots, whose spec may choose other faces, and against a fixed version.
func TestWithoutSnapshots(t *testing.T) {
	sample.Turn(t)
	const text = `machine: Loop
go: {faces: [FACES]}
vars: {x: {type: int, min: 0, max: 3}, s: string}
events: {Step: {}, Stop: {}}
initial: A
terminal: {done: [Done]}
states:
  A: {on: {Step: {to: B, set: {x: "1 - x"}}, Stop: Done}}
  B: {on: {Step: A, Stop: Done}}
  Done: {}
`
	dir := newModule(t)
	for i, faces := range []string{"", "observe", "typed"} {
		text := strings.Replace(text, "FACES", faces, 1)
		m, names := assigned(t, "loop.fsm.yaml", []byte(text))
		test, err := counterexample.Test(verify.Machine(t.Context(), m), names, "loop")
		if err != nil {
			t.Fatal(err)
		}
		for name, text := range map[string]string{"wrong": text, "fixed": strings.Replace(text, `"1 - x"`, "\"min(3, x + 1)\"", 1)} {
			m, names := assigned(t, "loop.fsm.yaml", []byte(text))
			machine, err := golang.Generate(m, names, "loop", nil)
			if err != nil {
				t.Fatal(err)
			}
			dir.write(t, fmt.Sprintf("%s%d/machine.go", name, i), machine)
			dir.write(t, fmt.Sprintf("%s%d/loop_test.go", name, i), test)
		}
	}
	if out, err := dir.run("vet", "./..."); err != nil {
		t.Fatalf("vet: %s", out)
	}
	out, _ := dir.run("test", "-vet=off", "./...")
	for i := range 3 {
		for name, want := range map[string]string{"wrong": "FAIL", "fixed": "ok  "} {
			if !regexp.MustCompile(fmt.Sprintf(`(?m)^%s\s+\S*/%s%d\s`, want, name, i)).MatchString(out) {
				t.Errorf("%s%d: want %s in\n%s", name, i, want, out)
			}
		}
	}
}

// TestRecurrentFixed writes the counterexample of a machine that does not end, and
// never comes back to where it was, and runs it against two that end: one leaves the
// run at its first step, one after many rounds. It must fail for neither.
func TestRecurrentFixed(t *testing.T) {
	sample.Turn(t)
	const text = `machine: Counter
vars: {x: {type: int, init: 1}, y: int}
events: {Step: {}}
initial: A
terminal: {done: [Done]}
states:
  A: {on: {Step: [{if: x > y, to: B, set: {x: x + 1}}, {to: Done}]}}
  B: {on: {Step: [{if: x > y, to: A, set: {y: y + 1}}, {to: Done}]}}
  Done: {}
`
	m, names := assigned(t, "counter.fsm.yaml", []byte(text))
	report := verify.Machine(context.Background(), m)
	if report.Recurrent == nil {
		t.Fatalf("no way round is found:\n%s", report.Summary())
	}
	test, err := counterexample.Test(report, names, "fixed")
	if err != nil {
		t.Fatal(err)
	}
	dir := newModule(t)
	tests := []struct{ name, guard string }{{"early", "x > y && x < 1"}, {"late", "x > y && x < 300"}}
	for _, tt := range tests {
		m, names := assigned(t, "counter.fsm.yaml", []byte(strings.Replace(text, "if: x > y", "if: "+tt.guard, 1)))
		machine, err := golang.Generate(m, names, "fixed", nil)
		if err != nil {
			t.Fatal(err)
		}
		dir.write(t, tt.name+"/machine.go", machine)
		dir.write(t, tt.name+"/fixed_test.go", test)
	}
	out, err := dir.run("test", "-v", "./...")
	if fixed := strings.Count(out, "fixed: Step in A leads to Done"); err != nil || fixed != len(tests) {
		t.Errorf("%v, and %d of %d tests say that the machine is fixed:\n%s", err, fixed, len(tests), out)
	}
}

// TestEventless writes the counterexamples of machines whose runs have steps without an event, some of
// them without end, and runs them against the machine and a fixed version. The tests make the
// steps one by one, so that they end, and see what is wrong between two of them.
func TestEventless(t *testing.T) {
	sample.Turn(t)
	const head = "machine: Spin\nFACESvars: {x: {type: int, min: 0, max: 3}, on: bool, y: int}\noutputs: {Told: {}}\nevents: {Go: {}, Off: {}}\nterminal: {done: [Done]}\n"
	tests := []struct{ name, text, wrong, fixed, want string }{
		{
			"endless", "initial: A\nstates: {A: {on: {Go: {to: B, set: {on: GUARD}}}}, B: {always: [{if: on, to: C, emit: Told}, {to: Done}]}, C: {always: {to: B}}, Done: {}}\n",
			"true", "false", "Spin does not end: 2 steps lead back to B",
		},
		{
			"endless start", "initial: B\nstates: {B: {always: [{if: '!on', to: C}, {to: Done}]}, C: {always: {to: B, set: {on: GUARD}}}, Done: {}}\n",
			"on", "true", "Spin does not end: 2 steps lead back to B",
		},
		{
			"stays", "initial: A\nstates: {A: {on: {Go: {to: B, set: {on: GUARD}}}}, B: {always: [{if: on, to: B}, {to: Done}]}, Done: {}}\n",
			"true", "false", "Spin does not end: 1 step leads back to B",
		},
		{
			"grows", "initial: B\nstates: {B: {entry: Told, always: {if: GUARD, to: B, set: {y: y + 1}}, on: {Go: Done}}, Done: {}}\n",
			"y >= 0", "y >= 0 && y < 10", "Spin does not end: after 1000 repetitions of 1 step,",
		},
		{
			"between", "initial: A\nstates: {A: {on: {Go: {to: B, set: {x: GUARD}}}}, B: {always: {to: C, set: {x: 0}}}, C: {on: {Off: Done}}, Done: {}}\n",
			"5", "3", "x is outside its range: it is 5",
		},
		{
			"deadlock", "initial: A\nstates: {A: {on: {Go: B}}, B: {always: {if: GUARD, to: Done}}, Done: {}}\n",
			"x > 0", "x >= 0", "no event is accepted in B",
		},
		{
			"progress", "initial: A\nprogress: {A: 3, B: GUARD, C: 1}\nstates: {A: {on: {Go: B}}, B: {always: {to: C, set: {x: 1}}}, C: {on: {Go: Done}}, Done: {}}\n",
			"1", "2", "progress does not decrease",
		},
		{
			"bound", "initial: A\nbound: 3\nstates: {A: {on: {Go: B}}, B: {always: {if: x < GUARD, set: {x: x + 1}}, on: {Go: Done}}, Done: {}}\n",
			"2", "1", "the run has 4 transitions, and the bound is 3",
		},
		{
			"gap", "initial: A\nstates: {A: {on: {Go: B}}, B: {always: {if: x > 0, to: Done}, on: {Go: {if: x > GUARD, to: Done}, Off: Done}}, Done: {}}\n",
			"0", "-1", "no alternative of Go is taken in B",
		},
		{
			"gap of a timer", "initial: A\nstates: {A: {on: {Go: B}}, B: {after: {1s: Tick}, always: {if: x > 0, to: Done}, on: {Tick: {if: x > GUARD, to: Done}, Off: Done}}, Done: {}}\n",
			"0", "-1", "no alternative of Tick is taken in B",
		},
		{
			"restarts a timer", "initial: A\nstates: {A: {after: {1s: Tick}, on: {Tick: Done, Go: [{if: GUARD, to: A}, {to: Done}]}}, Done: {}}\n",
			"x < 1", "x > 0", "Spin does not end: 1 event leads back to A",
		},
		{
			"restarts a call", "calls: {work: {done: {}}}\ninitial: A\nstates: {A: {invoke: {call: work, on: {done: Done, error: Done}}, on: {Go: [{if: GUARD, to: A}, {to: Done}]}}, Done: {}}\n",
			"x < 1", "x > 0", "Spin does not end: 1 event leads back to A",
		},
	}
	tests = sample.Some(t, tests, sample.Size(2, 3, len(tests)))
	dir := newModule(t)
	for i, tt := range tests {
		head := strings.Replace(head, "FACES", []string{"", "go: {faces: []}\n"}[i%2], 1)
		if i%4 > 1 {
			head = strings.Replace(head, "Told: {}", "Told: {context: true}", 1)
		}
		if strings.Contains(tt.text, "Tick") {
			head = strings.Replace(head, "Off: {}", "Off: {}, Tick: {internal: true}", 1)
		}
		m, names := assigned(t, "spin.fsm.yaml", []byte(head+strings.Replace(tt.text, "GUARD", tt.wrong, 1)))
		report := verify.Machine(t.Context(), m)
		test, err := counterexample.Test(report, names, "spin")
		if err != nil {
			t.Errorf("%s: %v\n%s", tt.name, err, report.Summary())
			continue
		}
		for version, guard := range map[string]string{"wrong": tt.wrong, "fixed": tt.fixed} {
			m, names := assigned(t, "spin.fsm.yaml", []byte(head+strings.Replace(tt.text, "GUARD", guard, 1)))
			machine, err := golang.Generate(m, names, "spin", nil)
			if err != nil {
				t.Fatal(err)
			}
			dir.write(t, fmt.Sprintf("%s%d/machine.go", version, i), machine)
			dir.write(t, fmt.Sprintf("%s%d/spin_test.go", version, i), test)
		}
	}
	if out, err := dir.run("vet", "./..."); err != nil {
		t.Fatalf("vet: %s", out)
	}
	out, _ := dir.run("test", "-vet=off", "-timeout", "20s", "./...")
	for i, tt := range tests {
		if !strings.Contains(out, tt.want) {
			t.Errorf("%s: no %q", tt.name, tt.want)
		}
		for version, want := range map[string]string{"wrong": "FAIL", "fixed": "ok  "} {
			if !regexp.MustCompile(fmt.Sprintf(`(?m)^%s\s+\S*/%s%d\s`, want, version, i)).MatchString(out) {
				t.Errorf("%s %s: want %s", tt.name, version, want)
			}
		}
	}
	if t.Failed() || strings.Contains(out, "panic: test timed out") {
		t.Errorf("the tests say\n%s", out)
	}
}
