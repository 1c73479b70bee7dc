package raise_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/spec/internal/pass/passtest"
	"github.com/fsmgen/fsmgen/spec/internal/raise"
)

const text = `
machine: M
events: {Go: {}, X: {internal: true}, Y: {internal: true}, Load: {size: int}}
initial: S
terminal: {done: [End]}
states:
  S: {on: {Go: {to: R, raise: [X, Y]}, X: End, Y: End}}
  R: {on: {Go: S, X: S, Y: R}}
  End: {}
`

// lists adds transitions to a machine, in the order of its events, and handles what they raise.
func lists(t *testing.T, transitions ...core.Transition) (passtest.States, bool) {
	t.Helper()
	s := passtest.Build(t, text)
	if s.Machine.Eventless() != 4 {
		t.Fatalf("events %v", s.Machine.Events)
	}
	s.Machine.Transitions = transitions
	return s, raise.Lower(s.Input, s.Tree, nil)
}

func raises(events ...int) (out []core.Raise) {
	for _, e := range events {
		out = append(out, core.Raise{Event: e})
	}
	return out
}

// TestLower wants a value for each list of pending events, and a transition without an event for the first one of each.
func TestLower(t *testing.T) {
	s, ok := lists(t,
		core.Transition{From: 0, Event: 0, To: 1, Raises: raises(1, 2)},
		core.Transition{From: 0, Event: 2, To: 2},
		core.Transition{From: 1, Event: 0, To: 0},
		core.Transition{From: 1, Event: 1, To: 0},
	)
	passtest.Clean(t, s.Input)
	m := s.Machine
	if !ok || len(m.Vars) != 1 || !slices.Equal(m.Vars[0].Type.Enum.Values, []string{"none", "Y", "X_Y"}) {
		t.Fatalf("%t %v", ok, m.Vars)
	}
	var got []string
	for _, x := range m.Transitions {
		text := fmt.Sprintf("%s %s %s to %s", m.States[x.From].Name, m.Events[x.Event].Name, x.Handles, m.States[x.To].Name)
		if x.Guard != nil {
			text += " if " + expr.Print(x.Guard, expr.Spec)
		}
		for _, u := range x.Updates {
			text += ", " + expr.Print(u.Value, expr.Spec)
		}
		got = append(got, text)
	}
	want := []string{
		"S always Y to End if raised == Y, none",
		"S Go  to R, X_Y",
		"R always X to S, Y", // the machine never waits in R, so it never handles Go there
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("%s, want %s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestLimits reports lists that grow without end, and events that a state does not handle.
func TestLimits(t *testing.T) {
	for want, list := range map[string][]core.Transition{
		"more and more raised events can be pending: `X`, `X`, `X`, `X`, `X`, `X`, `X`, `X`, `X`, `X`": {
			{From: 0, Event: 0, To: 1, Raises: raises(1, 1)}, {From: 1, Event: 1, To: 1, Raises: raises(1, 1)},
		},
		"event `X` can be raised before the machine waits in state `R`, which does not handle it": {
			{From: 0, Event: 0, To: 1, Raises: raises(1)},
		},
	} {
		s, ok := lists(t, list...)
		if got := passtest.Messages(s.Input); ok || len(got) != 1 || !strings.HasPrefix(want, got[0]) {
			t.Errorf("%t %q, want %q", ok, got, want)
		}
	}
}

// TestNames finds the names of raised events, and reports those that cannot be raised.
func TestNames(t *testing.T) {
	s := passtest.Build(t, text)
	raised, sure := raise.Names(s.Input, s.Decls)
	passtest.Clean(t, s.Input)
	if !sure || !raised["X"] || !raised["Y"] || raised["Go"] || !s.Decls.Used[s.Machine.Events[1].Span] {
		t.Errorf("%t %v", sure, raised)
	}
	for event, want := range map[string]string{"Load": "event `Load` cannot be raised, because it has a payload", "Z": "unknown event `Z`"} {
		s := passtest.Build(t, strings.Replace(text, "[X, Y]", event, 1))
		if _, sure := raise.Names(s.Input, s.Decls); sure || !slices.Equal(passtest.Messages(s.Input), []string{want}) {
			t.Errorf("%t %q", sure, passtest.Messages(s.Input))
		}
	}
}
