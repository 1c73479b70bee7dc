package counter_test

import (
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/internal/explore"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/verify/internal/concrete"
	"github.com/fsmgen/fsmgen/verify/internal/counter"
	"github.com/fsmgen/fsmgen/verify/obligation"
	"github.com/fsmgen/fsmgen/verify/trace"
)

// machine returns a machine after replacements of its text.
func machine(t *testing.T, replacements ...string) *core.Machine {
	t.Helper()
	s, diags := spec.Load("m.fsm.yaml", []byte(strings.NewReplacer(replacements...).Replace(`machine: M
vars: {x: {type: int, min: 0, max: 9}}
outputs: {O: {n: int}}
events: {E: {}, F: {}}
initial: S
terminal: {done: [T]}
states:
  S:
    entry: {O: {n: 6 / (x - 9)}}
    on:
      E: [{if: x < 1, set: {x: x + 1}}, {if: x > 0, to: U}]
      F: {to: T, emit: {O: {n: 6 / (x - 7)}}}
  U: {on: {E: {if: x > 0, to: T}}}
  T: {}
progress: {S: 3 - x, U: 1}
`)))
	if diags.HasErrors() {
		t.Fatalf("%v: %+v", replacements, diags)
	}
	return s.Machine
}

// TestRefuteReplays gives the explored graphs of one machine as those of another. Only
// what can be replayed on the machine itself refutes an obligation.
func TestRefuteReplays(t *testing.T) {
	right := machine(t)
	for _, test := range []struct {
		kind     obligation.Kind
		old, new string
	}{
		{obligation.Gap, "if: x > 0, to: U", "if: x > 1, to: U"},
		{obligation.Divide, "x - 7", "x - 1"},
		{obligation.Divide, "x - 9", "x"},
		{obligation.Deadlock, "if: x > 0, to: T", "if: x > 1, to: T"},
	} {
		wrong := machine(t, test.old, test.new)
		graphs, _ := concrete.Explore(t.Context(), wrong, concrete.Limits{}, func(string) {})
		refuted := func(m *core.Machine) (n int) {
			in := &counter.Input{Machine: m, Graphs: graphs}
			for o := range obligation.All(m, false) {
				if o.Kind == test.kind && in.Refute(m, o) != nil {
					n++
				}
			}
			return n
		}
		if n := refuted(wrong); n != 1 {
			t.Errorf("%s -> %s: %d obligations of the kind %s are refuted, want 1", test.old, test.new, n, test.kind)
		}
		if n := refuted(right); n != 0 {
			t.Errorf("%s -> %s: runs of another machine refute %d obligations of the kind %s", test.old, test.new, n, test.kind)
		}
	}
}

// TestRefuteUnstarted checks the run of a machine that cannot start: it has no steps, and
// it is not a run.
func TestRefuteUnstarted(t *testing.T) {
	m := machine(t, "x - 9", "x")
	in := &counter.Input{Machine: m, Graphs: []*explore.Graph{explore.Explore(t.Context(), m, nil, 10)}}
	for o := range obligation.All(m, false) {
		var run *trace.Run
		if v := in.Refute(m, o); v != nil {
			run = &v.Run
		}
		if start := o.Kind == obligation.Divide && o.Transition < 0; start != (run != nil) {
			t.Errorf("%+v is refuted by %v", o, run)
		} else if start && (len(run.Steps) > 0 || run.Replay(m) == nil) {
			t.Errorf("the machine starts: %v", run)
		}
	}
}
