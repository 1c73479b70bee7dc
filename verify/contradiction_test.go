package verify

import (
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/verify/internal/verdict"
)

// wrong has a lasso, a run that is longer than the bound, and a progress function that
// does not decrease.
const wrong = `machine: Wrong
params: {n: {type: int, min: 1, max: 2}}
events: {E: {}, F: {}}
initial: A
terminal: {done: [T]}
states:
  A: {on: {E: B}}
  B: {on: {E: A, F: T}}
  T: {}
progress: {A: n, B: 1}
bound: 1
`

// TestContradiction forges a judgment that proves what runs refute. The report must not
// take either side, and say that fsmgen has a bug.
func TestContradiction(t *testing.T) {
	s, diags := spec.Load("wrong.fsm.yaml", []byte(wrong))
	if diags.HasErrors() {
		t.Fatalf("%+v", diags)
	}
	m := s.Machine
	if r := Machine(t.Context(), m); r.Contradiction != nil || r.Termination != Refuted || r.Bound.Status != Refuted {
		t.Fatalf("the honest report: termination %s, bound %s, contradiction %v", r.Termination, r.Bound.Status, r.Contradiction)
	}
	for _, test := range []struct {
		name  string
		forge func(*core.Machine, *verdict.Judgment)
		want  string
	}{
		{"termination unless a value overflows", func(_ *core.Machine, j *verdict.Judgment) { j.UnlessOverflow.Terminates = true }, "it is proved that Wrong ends, but there is an endless run with n = 1:\n>  1  A --E--> B"},
		{"termination", func(_ *core.Machine, j *verdict.Judgment) { j.Terminates = true }, "it is proved that Wrong ends, but there is an endless run with n = 1:\n>  1  A --E--> B"},
		{"bound", func(m *core.Machine, j *verdict.Judgment) { j.Bound = m.Bound }, "the bound `1` is proved, but there is a longer run with n = 1:\n   1  A --E--> B"},
		{"obligation", func(_ *core.Machine, j *verdict.Judgment) {
			for _, o := range j.Asked {
				j.Proved[o] = j.Proved[o] || o.Kind == KindDecrease && o.Transition == 0
			}
		}, "it is proved that progress decreases on A --E--> B, but there is a counterexample with n = 1:\n   1  A --E--> B"},
	} {
		q := (&family{ctx: t.Context(), watch: func(string) {}}).inquire(m)
		q.prove()
		judged := verdict.Judge(q.found.Case(q.in))
		test.forge(m, judged)
		r := report(judged, &q.found, q.runs, q.endless)
		if r.Contradiction == nil || !strings.HasPrefix(r.Contradiction.Error(), test.want) {
			t.Errorf("%s: got %v, want %s", test.name, r.Contradiction, test.want)
		}
		if r.Proved() {
			t.Errorf("%s: a report that contradicts itself proves the machine", test.name)
		}
	}
}
