package walk_test

import (
	"slices"
	"testing"

	"github.com/fsmgen/fsmgen/internal/syntax"
	"github.com/fsmgen/fsmgen/spec/internal/pass/passtest"
	"github.com/fsmgen/fsmgen/spec/internal/walk"
)

const text = `
machine: M
events: {E: {}, F: {}, X: {}, Y: {}, Z: {}}
initial: P
terminal: {done: [End]}
on: {Z: {to: End, raise: X}}
states:
  P:
    raise: {entry: [Y], exit: [X]}
    parallel:
      A: {initial: A1, states: {A1: {on: {E: {to: A2, raise: Y}}}, A2: {}}}
      B:
        initial: B1
        states:
          B1:
            on: {E: B2}
            always: B2
          B2:
            parallel:
              C: {on: {F: End}}
              D: {on: {F: End, E: End}}
  End: {}
`

// TestWalk looks for what a spec has in states inside states.
func TestWalk(t *testing.T) {
	f := passtest.Read(t, text).File
	var states, raised []string
	walk.EachState(f.States, func(s *syntax.State) { states = append(states, s.Name.Value) })
	if want := []string{"P", "A", "A1", "A2", "B", "B1", "B2", "C", "D", "End"}; !slices.Equal(states, want) {
		t.Errorf("states %v", states)
	}
	walk.EachRaise(f, func(t syntax.Text) { raised = append(raised, t.Value) })
	if want := []string{"X", "Y", "X", "Y"}; !slices.Equal(raised, want) {
		t.Errorf("raised %v", raised)
	}
	if at, ok := walk.FirstRaise(f); !ok || at.Value != "X" {
		t.Errorf("the first raised event is %v", at)
	}
	if got := walk.Shared(f.States[0]); !slices.Equal(got, []string{"E", "F"}) && !slices.Equal(got, []string{"E", "E", "F"}) {
		t.Errorf("regions share %v", got)
	}
	if got := walk.Shared(f.States[1]); got != nil {
		t.Errorf("a simple state shares %v", got)
	}
	if at, ok := walk.FirstAlways(f.On, f.States); !ok || at.Value != "always" {
		t.Errorf("the first key is %v", at)
	}
	alternatives := map[string]int{}
	walk.EachAlternative(f, func(s *syntax.State, _ *syntax.Alternative) {
		if s == nil {
			s = &syntax.State{}
		}
		alternatives[s.Name.Value]++
	})
	if alternatives[""] != 1 || alternatives["B1"] != 2 || alternatives["D"] != 2 {
		t.Errorf("alternatives %v", alternatives)
	}
}
