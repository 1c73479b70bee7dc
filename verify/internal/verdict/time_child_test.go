package verdict_test

import (
	"slices"
	"testing"
	"time"

	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/certificate"
	"github.com/fsmgen/fsmgen/verify/internal/encode"
	"github.com/fsmgen/fsmgen/verify/internal/search"
	"github.com/fsmgen/fsmgen/verify/internal/verdict"
	"github.com/fsmgen/fsmgen/verify/obligation"
)

const timedKidSpec = `machine: Kid
params: {q: {type: int, min: 0, max: 9}}
vars: {n: {type: int, min: 0, max: q}}
events: {Tick: {internal: true}, Stop: {}}
initial: A
terminal: {done: [Z], stopped: [Y]}
within: 5m * (q + 1)
bound: q + 1
states:
  A: {after: {5m: Tick}, on: {Tick: [{if: n < q, to: A, set: {n: n + 1}}, Z], Stop: Y}}
  Z: {}
  Y: {}
progress: {A: q - n + 1}
`

const timedParentSpec = `machine: Parent
params: {p: {type: int, min: 1, max: 9}}
use: {Kid: kid.fsm.yaml}
events: {Late: {internal: true}}
initial: Working
terminal: {good: [Z]}
states:
  Working: {invoke: {machine: Kid, with: {q: p}, on: {done: Z, stopped: Waiting}}}
  Waiting: {after: {10m: Late}, on: {Late: Z}}
  Z: {}
`

// timedFamily loads a machine with a child machine, and proves each time that the child claims. It returns the inputs for both, and the case
// of the child.
func timedFamily(t *testing.T, parent, kid string) (m *core.Machine, in, inside *search.Input, child *verdict.Case) {
	t.Helper()
	s, diags := spec.LoadWith("parent.fsm.yaml", []byte(parent), func(_, path string) (string, []byte, error) { return path, []byte(kid), nil })
	if s.Machine == nil {
		t.Fatal(diags)
	}
	of := s.Machine.Calls[0].Child
	inside = explored(of)
	known := searched(inside)
	child = known.Case(inside)
	judged := verdict.Judge(child)
	for _, claim := range core.TimeClaims(of) {
		limits := verdict.Times(child, judged, claim.Outcome, known.Times(inside, claim.Outcome))
		child.Within = append(child.Within, search.Enough(inside, claim.Most, limits))
	}
	in = explored(s.Machine)
	in.Children = []*verdict.Case{child}
	in.Ends, in.Timely = map[*core.Machine]bool{of: true}, map[*core.Machine]bool{of: true}
	return s.Machine, in, inside, child
}

// TestTimeOfChildDamaged wants no limit that counts on a child machine of which it is not proved that it ends in time.
func TestTimeOfChildDamaged(t *testing.T) {
	m, in, _, child := timedFamily(t, timedParentSpec, timedKidSpec)
	found := searched(in)
	c := found.Case(in)
	list := found.Times(in, -1)
	if len(list) == 0 || len(list[0].Cover.Children(m)) != 1 || len(verdict.Times(c, verdict.Judge(c), -1, list)) == 0 {
		t.Fatalf("the limits %v are not accepted", list)
	}
	forged := *m
	forged.Transitions = slices.Clone(forged.Transitions)
	for i := range forged.Transitions {
		if e := &forged.Transitions[i]; e.Event == forged.Calls[0].Results[1] {
			e.To, e.Invokes = e.From, nil
		}
	}
	if !list[0].Cover.Valid(m) || list[0].Cover.Valid(&forged) {
		t.Error("the child machine covers a state in which the machine stays when it ends")
	}
	forged = *m
	forged.Invocations = slices.Clone(forged.Invocations)
	if forged.Invocations[0].Args = nil; obligation.Longest(&forged, len(forged.Timers)) != nil {
		t.Error("the time of a child machine without arguments is known")
	}
	for name, damage := range map[string]func(child, parent *verdict.Case, j *verdict.Judgment){
		"without the case of the child": func(_, parent *verdict.Case, _ *verdict.Judgment) { parent.Children = nil },
		"without the evidence":          func(child, _ *verdict.Case, _ *verdict.Judgment) { child.Within = nil },
		"of another time": func(child, _ *verdict.Case, _ *verdict.Judgment) {
			child.Within = [][]verdict.Enough{{{Limit: child.Within[0][0].Limit, Proof: nil}}}
		},
		"with values that may not fit": func(child, _ *verdict.Case, _ *verdict.Judgment) {
			child.Evidence = map[obligation.Obligation]verdict.Evidence{}
		},
		"where the parameters may be out of range": func(_, _ *verdict.Case, j *verdict.Judgment) { unproved(j, obligation.Arguments) },
		"where the child may not end":              func(_, _ *verdict.Case, j *verdict.Judgment) { unproved(j, obligation.Child) },
	} {
		bad, parent := *child, *c
		parent.Children = []*verdict.Case{&bad}
		j := verdict.Judge(&parent)
		damage(&bad, &parent, j)
		if len(verdict.Times(&parent, j, -1, list)) > 0 {
			t.Errorf("the limit is accepted %s", name)
		}
	}
}

const outcomeKidSpec = `machine: Kid
events: {Tick: {internal: true}, Late: {internal: true}, Ok: {}}
initial: A
terminal: {good: {states: [Z], within: 5m}, bad: {states: [Y], within: 24h5m}}
bound: 2
states:
  A: {after: {5m: Tick}, on: {Tick: B, Ok: Z}}
  B: {after: {24h: Late}, on: {Late: Y}}
  Z: {}
  Y: {}
progress: {A: 2, B: 1}
`

const outcomeParentSpec = `machine: Parent
params: {p: {type: int, min: 1, max: 9}}
vars: {n: {type: int, min: 0, max: p}}
use: {Kid: kid.fsm.yaml}
events: {}
initial: Working
terminal: {done: [Z]}
states:
  Working: {invoke: {machine: Kid, on: {good: [{if: n < p, to: Working, set: {n: n + 1}}, Z], bad: Z}}}
  Z: {}
`

// TestTimeOfOutcomeDamaged wants no limit that counts on the time of an outcome that is not proved of it.
func TestTimeOfOutcomeDamaged(t *testing.T) {
	_, in, inside, child := timedFamily(t, outcomeParentSpec, outcomeKidSpec)
	kid, judged := child.Machine, verdict.Judge(child)
	for outcome, list := range child.Within {
		for other, claim := range core.TimeClaims(kid) {
			if got := verdict.Lasts(child, judged, claim.Outcome, claim.Most, list); got != (other == outcome) {
				t.Errorf("the evidence for outcome %d is accepted for %d: %t", outcome, other, got)
			}
		}
	}
	// For any end, the evidence for an outcome is none: a clock need not run where that outcome is out of reach.
	if len(verdict.Times(child, judged, -1, []*verdict.Time{child.Within[0][0].Limit})) > 0 {
		t.Error("the time to one outcome is taken for that of any end")
	}
	// Nor does a potential that pays for runs to one outcome pay for all.
	cover := obligation.Cover{Timers: []int{0, 1}, Unit: time.Minute}
	count := &verdict.Count{Of: cover.Lasting()[0], Most: expr.Number(5), Potential: slices.Repeat([]expr.Expr{expr.Number(0)}, len(kid.States))}
	prove := func(p encode.Problem) *certificate.Proof { return inside.Prover.Prove(p.Facts, p.Goal) }
	count.Start = prove(count.Begins(inside.Theory, kid))
	for s := range kid.States {
		count.NotNegative = append(count.NotNegative, prove(count.Stays(inside.Theory, s)))
	}
	for i := range kid.Transitions {
		count.Steps = append(count.Steps, prove(count.Pays(inside.Theory, kid, i)))
	}
	paid := []*verdict.Time{{Cover: cover, Counts: []*verdict.Count{count}}}
	if good, all := len(verdict.Times(child, judged, 0, paid)), len(verdict.Times(child, judged, -1, paid)); good != 1 || all != 0 {
		t.Errorf("the potential is accepted for the first outcome %d times, want once, and for all %d times", good, all)
	}
	found := searched(in)
	c := found.Case(in)
	list := found.Times(in, -1)
	if len(list) != 1 || len(verdict.Times(c, verdict.Judge(c), -1, list)) == 0 || expr.Print(list[0].Most(), expr.Spec) != "5 * p + 1445" {
		t.Fatalf("the limits %v are not accepted", list)
	}
	for name, within := range map[string][][]verdict.Enough{
		"without evidence":    nil,
		"without the first":   {nil, child.Within[1]},
		"without the second":  {child.Within[0], nil},
		"with one":            child.Within[:1],
		"with both exchanged": {child.Within[1], child.Within[0]},
	} {
		bad, parent := *child, *c
		bad.Within, parent.Children = within, []*verdict.Case{&bad}
		if len(verdict.Times(&parent, verdict.Judge(&parent), -1, list)) > 0 {
			t.Errorf("the limit is accepted %s", name)
		}
	}
}

// unproved forgets that obligations of a kind are proved.
func unproved(j *verdict.Judgment, kind obligation.Kind) {
	for _, o := range j.Asked {
		if o.Kind == kind {
			j.Proved[o] = false
		}
	}
}
