package proptest

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/spec/core"
)

// unreached are transitions of machines in testdata that no run takes, although the core has them: an event that both regions
// handle never finds the other one in the place that this part is for, and a timer that has expired in place does not fire again.
var unreached = map[string]int{
	"left-and-entered.fsm.yaml aReady --Submit[otherwise]--> aError": 1,
	"left-and-entered.fsm.yaml bReady --Submit[otherwise]--> bError": 1,
	"timer-in-place.fsm.yaml A --Tick[otherwise]--> Z":               1,
	"payload-on-entry.fsm.yaml A --Count--> B":                       1, // both regions move, or none
	"payload-on-entry.fsm.yaml C --Count--> D":                       1,
	"ranged-payload.fsm.yaml A --Add--> B":                           1, // so here
	"ranged-payload.fsm.yaml C --Add[total + event.k <= 100]--> D":   1,
	"ranged-payload.fsm.yaml C --Add[otherwise]--> D":                1,
	"wait.fsm.yaml Asking --Slow[late]--> Late":                      1,
}

// TestShown finds runs to all transitions of the shipped machines and of those in
// testdata.
func TestShown(t *testing.T) {
	files, err := filepath.Glob("../../../machines/*/*.fsm.yaml")
	more, _ := filepath.Glob("testdata/*/*.fsm.yaml")
	if files = append(files, more...); err != nil || len(files) < 12 {
		t.Fatalf("specs %v: %v", files, err)
	}
	files = slices.DeleteFunc(files, func(file string) bool { return strings.HasSuffix(file, "many-automatic-steps.fsm.yaml") }) // 4,000,000 in a row
	for _, file := range some(t, files, 6) {
		m, names := parse(t, filepath.Base(file), read(t, file), "", filepath.Dir(file))
		p := &explorer{newSubject(m, names, "")}
		taken := map[int]bool{}
		for _, run := range p.shown() {
			for _, s := range run.Steps {
				taken[s.Row] = true
			}
		}
		left := map[string]int{}
		for i, tr := range m.Transitions {
			if tr.Rule == core.Outside {
				continue // which is no row
			}
			row := p.subject.row(i)
			if key := filepath.Base(file) + " " + m.Label(i); !taken[row] && left[key] < unreached[key] {
				left[key]++
				continue
			}
			if want := tr.Effect == core.Take; taken[row] != want {
				t.Errorf("%s: %s is taken: %t, want %t", file, m.Label(i), taken[row], want)
			}
		}
		for key, want := range unreached {
			if strings.HasPrefix(key, filepath.Base(file)) && left[key] != want {
				t.Errorf("%s: left out %d times, want %d", key, left[key], want)
			}
		}
	}
}

// TestShownStarts checks that no run has parameters with which the machine cannot start.
func TestShownStarts(t *testing.T) {
	m, names := parse(t, "share.fsm.yaml", []byte(`machine: Share
params: {p: {type: int, min: 0}}
vars: {v: {type: int, min: 0, init: p}}
outputs: {O: {x: int}}
events: {E: {}}
initial: S
terminal: {done: [T]}
states:
  S: {entry: {O: {x: 1 / v}}, on: {E: T}}
  T: {}
`), "")
	p := &explorer{newSubject(m, names, "")}
	runs := p.shown()
	if len(runs) != 1 || runs[0].Params != "P: 1" {
		t.Errorf("the runs are %+v", runs)
	}
}

// TestCoverageFalls gives a machine that cannot retry the runs of one that can:
// its tests fail, though it agrees with its own table.
func TestCoverageFalls(t *testing.T) {
	turn(t)
	text := string(read(t, "../../../machines/fallback/fallback.fsm.yaml"))
	worse := strings.Replace(text, "if: retries < maxRetries", "if: retries > maxRetries", 1)
	m, names := parse(t, "fallback.fsm.yaml", []byte(worse), "")
	machine, tests := emit(t, m, names, "fallback")
	_, right := generate(t, "fallback", "", "fallback")
	runs := regexp.MustCompile(`(?s)\n\t\tRuns: .*?\n\t\t}`)
	if !runs.Match(tests) || worse == text {
		t.Fatal("the spec or its tests are not as they were")
	}
	s := newModule(t)
	s.typed(t, "falls", m, names, "fallback")
	s.write(t, "falls/types.go", read(t, "testdata/fallback/types.go"))
	s.write(t, "falls/fallback_fsm.go", machine)
	for _, test := range []struct {
		tests []byte
		ok    bool
		says  string
	}{
		{tests, true, "17 of 18 transitions taken"},
		{runs.ReplaceAll(tests, runs.Find(right)), false, "the run does not take Retrying --RetryReady[retries > maxRetries]--> Attempting"},
	} {
		s.write(t, "falls/fallback_fsm_test.go", test.tests)
		if out, ok := s.run("", "test", "-vet=off", "-v", "-run", "Spec/Walk", "./falls"); ok != test.ok || !strings.Contains(out, test.says) {
			t.Errorf("passes: %t, want %t and %q:\n%s", ok, test.ok, test.says, out)
		}
	}
}
