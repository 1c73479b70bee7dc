package prune_test

import (
	"slices"
	"testing"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/spec/internal/pass/passtest"
	"github.com/fsmgen/fsmgen/spec/internal/prune"
)

const text = `
machine: M
events: {Go: {}, Tick: {internal: true}}
initial: S
terminal: {done: [End]}
states:
  S: {always: End, after: {1s: Tick}}
  R: {}
  End: {}
`

// TestNeverWaits removes the alternatives of states in which the machine does not wait, and warns where no copy of one is left.
func TestNeverWaits(t *testing.T) {
	s := passtest.Build(t, text)
	m := s.Machine
	once, copied := diag.Span{File: "1"}, diag.Span{File: "2"}
	m.Transitions = []core.Transition{{From: 0, Event: 0, Span: once}, {From: 0, Event: 1, Span: copied}, {From: 0, Event: 2}, {From: 1, Event: 1, Span: copied}}
	prune.NeverWaits(s.Input, s.Decls, map[int]bool{0: true})
	if len(m.Transitions) != 2 || m.Transitions[0].Event != 2 || m.Transitions[1].From != 1 {
		t.Errorf("left are %v", m.Transitions)
	}
	if len(*s.Diags) != 1 || (*s.Diags)[0].Span != once || !s.Decls.Used[m.Events[0].Span] {
		t.Errorf("%v", *s.Diags)
	}
}

// TestInternalEvents keeps the alternatives for an internal event where a timer runs, or if something else raises it.
func TestInternalEvents(t *testing.T) {
	for raised, want := range map[bool]int{false: 1, true: 2} {
		s := passtest.Build(t, text)
		m := s.Machine
		m.Timers = []core.Timer{{Event: 1, States: []int{0}}}
		m.Transitions = []core.Transition{{From: 0, Event: 1}, {From: 1, Event: 1, Composite: "C"}}
		prune.InternalEvents(s.Input, s.Tree, map[string]bool{"Tick": raised})
		passtest.Clean(t, s.Input)
		if len(m.Transitions) != want {
			t.Errorf("raised: %t, left are %v", raised, m.Transitions)
		}
	}
}

// TestDropUntried removes what comes after an alternative without a condition.
func TestDropUntried(t *testing.T) {
	m := &core.Machine{Transitions: []core.Transition{{Guard: expr.Truth(true), To: 1}, {To: 2}, {To: 3}, {Event: 1, To: 4}}}
	prune.DropUntried(m)
	var got []int
	for _, t := range m.Transitions {
		got = append(got, t.To)
	}
	if !slices.Equal(got, []int{1, 2, 4}) {
		t.Errorf("left are %v", got)
	}
}
