package broadcast_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/spec/internal/broadcast"
	"github.com/fsmgen/fsmgen/spec/internal/pass/passtest"
)

const text = `
machine: M
events: {E: {by: int}}
vars: {n: {type: int, min: 0, max: 9}, k: {type: int, min: 0, max: 9}}
initial: P
terminal: {done: [End]}
states:
  P:
    parallel:
      A: {initial: A1, states: {A1: {on: {E: A2}}, A2: {}}}
      B: {initial: B1, states: {B1: {on: {E: B2}}, B2: {}}}
  End: {on: {E: End}}
`

// parts returns a transition of each region for event E, from its first leaf to its second one, with an update.
func parts(s passtest.States, updates ...core.Update) (list []broadcast.Part) {
	for i, r := range s.Tree.Nodes["P"].Regions {
		list = append(list, broadcast.Part{Region: r, List: []core.Transition{{
			Internal: true, Guard: r.In(r.Leaves[:1]), Move: &core.Move{Region: r.Number, ToRegion: r.Number, To: 1},
			Updates: []core.Update{r.Sets(r.Leaves[1], s.Machine.Span), updates[i]},
		}}})
	}
	return list
}

func describe(m *core.Machine, list []core.Transition) (out []string) {
	for _, t := range list {
		text := m.Events[t.Event].Name + " if " + expr.Print(t.Guard, expr.Spec)
		for _, u := range t.Updates {
			text += fmt.Sprintf(", %s = %s", m.Vars[u.Var].Name, expr.Print(u.Value, expr.Spec))
		}
		out = append(out, text)
	}
	return out
}

// TestCombine wants the first region to handle the event, and the other one to follow with what it needs of the payload.
func TestCombine(t *testing.T) {
	s := passtest.Build(t, text)
	m, p := s.Machine, s.Tree.Nodes["P"]
	rest := broadcast.Declare(s.Input, s.Tree)[p]
	if rest == nil || rest.Name != "pRest" {
		t.Fatalf("the variable is %v", rest)
	}
	b := broadcast.New(s.Input, s.Decls, s.Tree, p, rest)
	list := b.Combine(0, parts(s, core.Update{Var: 0, Value: expr.Number(1)}, core.Update{Var: 1, Value: &expr.Ref{Symbol: m.Events[0].Fields[0].Symbol}}), true)
	lists := map[int][]core.Transition{0: list}
	b.Finish(lists)
	passtest.Clean(t, s.Input)
	want := []string{
		"E if a == A1 && b == B1, a = A2, n = 1, pRest = E1, pEBy = event.by",
		"E if a == A1, a = A2, n = 1",
		"E if b == B1, b = B2, k = event.by",
	}
	if got := describe(m, lists[0]); !slices.Equal(got, want) {
		t.Errorf("%s, want %s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	want = []string{"always if pRest == E1 && b == B1, b = B2, k = pEBy, pRest = none, pEBy = 0"}
	if got := describe(m, lists[m.Eventless()]); !slices.Equal(got, want) {
		t.Errorf("%s, want %s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if len(m.Invariants) != 1 || expr.Print(m.Invariants[0].Expr, expr.Spec) != "pEBy == 0 || pRest == E1" {
		t.Errorf("invariants %v", m.Invariants)
	}
}

// TestDependent reports regions of which one sets what the other one sets or reads in the same step.
func TestDependent(t *testing.T) {
	for verb, value := range map[string]core.Update{"sets": {Var: 0, Value: expr.Number(2)}, "reads": {Var: 1}} {
		s := passtest.Build(t, text)
		p := s.Tree.Nodes["P"]
		b := broadcast.New(s.Input, s.Decls, s.Tree, p, broadcast.Declare(s.Input, s.Tree)[p])
		if value.Value == nil {
			value.Value = &expr.Ref{Symbol: s.Machine.Vars[0].Symbol}
		}
		list := b.Combine(0, parts(s, core.Update{Var: 0, Value: expr.Number(1)}, value), true)
		want := "this alternative " + verb + " `n`, which another region sets for the same event `E`"
		if got := passtest.Messages(s.Input); len(list) > 0 || !b.Dependent || !slices.Equal(got, []string{want}) {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
