package verdict_test

import (
	"slices"
	"testing"

	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/core"
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

// TestTimeOfChildDamaged wants no limit that counts on a child machine of which it is not proved that it ends in time.
func TestTimeOfChildDamaged(t *testing.T) {
	s, diags := spec.LoadWith("parent.fsm.yaml", []byte(timedParentSpec), func(_, path string) (string, []byte, error) {
		return path, []byte(timedKidSpec), nil
	})
	if s.Machine == nil {
		t.Fatal(diags)
	}
	kid := s.Machine.Calls[0].Child
	inside := explored(kid)
	known := searched(inside)
	child := known.Case(inside)
	limits := verdict.Times(child, verdict.Judge(child), known.Times(inside))
	child.Within = search.Enough(inside, kid.Longest, limits)
	in := explored(s.Machine)
	in.Children = []*verdict.Case{child}
	in.Ends, in.Timely = map[*core.Machine]bool{kid: true}, map[*core.Machine]bool{kid: true}
	found := searched(in)
	c := found.Case(in)
	list := found.Times(in)
	if len(list) == 0 || len(list[0].Cover.Children(s.Machine)) != 1 || len(verdict.Times(c, verdict.Judge(c), list)) == 0 {
		t.Fatalf("the limits %v are not accepted", list)
	}
	forged := *s.Machine
	forged.Transitions = slices.Clone(forged.Transitions)
	for i := range forged.Transitions {
		if e := &forged.Transitions[i]; e.Event == forged.Calls[0].Results[1] {
			e.To, e.Invokes = e.From, nil
		}
	}
	if !list[0].Cover.Valid(s.Machine) || list[0].Cover.Valid(&forged) {
		t.Error("the child machine covers a state in which the machine stays when it ends")
	}
	forged = *s.Machine
	forged.Invocations = slices.Clone(forged.Invocations)
	if forged.Invocations[0].Args = nil; obligation.Longest(&forged, len(forged.Timers)) != nil {
		t.Error("the time of a child machine without arguments is known")
	}
	for name, damage := range map[string]func(child, parent *verdict.Case, j *verdict.Judgment){
		"without the case of the child": func(_, parent *verdict.Case, _ *verdict.Judgment) { parent.Children = nil },
		"without the evidence":          func(child, _ *verdict.Case, _ *verdict.Judgment) { child.Within = nil },
		"of another time": func(child, _ *verdict.Case, _ *verdict.Judgment) {
			child.Within = []verdict.Enough{{Limit: child.Within[0].Limit, Proof: nil}}
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
		if len(verdict.Times(&parent, j, list)) > 0 {
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
