package edge_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/spec/internal/edge"
	"github.com/fsmgen/fsmgen/spec/internal/history"
	"github.com/fsmgen/fsmgen/spec/internal/pass/passtest"
	"github.com/fsmgen/fsmgen/spec/internal/timer"
)

const text = `
machine: M
events: {E: {by: int}, F: {}}
outputs: {Say: {of: int}, In: {}, Out: {}, Own: {}}
vars: {n: {type: int, min: 0, max: 9}}
initial: S
terminal: {done: [End]}
states:
  C:
    entry: In
    exit: Out
    after: {1s: F}
    states:
      S: {entry: {Say: {of: n}}, exit: {Say: {of: event.by}}}
      R: {}
  P:
    parallel:
      A: {initial: A1, states: {A1: {entry: In}, A2: {}}}
      B: {}
  End: {}
`

func edges(t *testing.T, text string) (passtest.States, *edge.Edges) {
	t.Helper()
	s := passtest.Build(t, text)
	timers := timer.Declare(s.Input, s.Decls, s.Tree, s.Env)
	return s, edge.New(s.Input, s.Decls, s.Tree, s.Env, edge.Effects{Timers: timers.Started, Memories: history.Declare(s.Input, s.Tree)})
}

// crossed completes a transition from a state to another one for event E, and describes it.
func crossed(s passtest.States, edges *edge.Edges, from, to string) string {
	a, b := s.Tree.Nodes[from], s.Tree.Nodes[to]
	t := core.Transition{From: a.Place().Index, To: b.Place().Index}
	edges.Goes(&t, a, b, b, []core.Emission{{Output: 3}})
	var parts []string
	for _, e := range t.Emits {
		parts = append(parts, s.Machine.Outputs[e.Output].Name)
	}
	for _, i := range t.Starts {
		parts = append(parts, fmt.Sprint("timer ", i))
	}
	for _, u := range t.Updates {
		parts = append(parts, s.Machine.Vars[u.Var].Name+" = "+expr.Print(u.Value, expr.Spec))
	}
	return strings.Join(parts, ", ")
}

// TestGoes wants a transition to leave states from the inside out, to emit its own outputs, and to enter states.
func TestGoes(t *testing.T) {
	s, edges := edges(t, text)
	for _, test := range []struct{ from, to, want string }{
		{"S", "R", "Say, Own"},
		{"R", "S", "Own, Say"},
		{"S", "S", "Say, Own, Say"},
		{"S", "End", "Say, Out, Own"},
		{"P", "S", "Own, In, Say, timer 0"},
		{"S", "P", "Say, Out, Own, In, a = A1, b = B"},
		{"S", "A2", "Say, Out, Own, a = A2, b = B"},
		{"A1", "A2", "Own, a = A2"},
		{"A2", "A1", "Own, In, a = A1"},
	} {
		if got := crossed(s, edges, test.from, test.to); got != test.want {
			t.Errorf("from %s to %s: %s, want %s", test.from, test.to, got, test.want)
		}
	}
	edges.Start()
	if len(s.Machine.Start) != 2 || s.Machine.Start[0].Output != 1 {
		t.Errorf("the machine starts with %v", s.Machine.Start)
	}
	passtest.Clean(t, s.Input)
}

// TestCheck reports an output on the way out of a state that an event leaves without the field that it needs.
func TestCheck(t *testing.T) {
	for event, want := range [][]string{nil, {"`event.by` is unknown here: state `S` is also left by event `F`, which has no payload"}} {
		s, edges := edges(t, text)
		from, to := s.Tree.Nodes["S"], s.Tree.Nodes["R"]
		x := core.Transition{Event: event, To: 1}
		edges.Goes(&x, from, to, to, nil)
		s.Machine.Transitions = append(s.Machine.Transitions, x)
		edges.Check(nil)
		if got := passtest.Messages(s.Input); !slices.Equal(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestRewriteEntries wants outputs on the way into a state to be over the values before the step.
func TestRewriteEntries(t *testing.T) {
	s, edges := edges(t, text)
	from, to := s.Tree.Nodes["R"], s.Tree.Nodes["S"]
	x := core.Transition{From: 1, Updates: []core.Update{{Var: 0, Value: expr.Number(7)}}}
	edges.Goes(&x, from, to, to, nil)
	s.Machine.Transitions = append(s.Machine.Transitions, x)
	edge.RewriteEntries(s.Machine)
	e := s.Machine.Transitions[0].Emits[0]
	if got := expr.Print(e.Values[0], expr.Spec) + " " + expr.Print(e.Written[0], expr.Spec); got != "7 n" {
		t.Errorf("the output says %s, want 7 n", got)
	}
}
