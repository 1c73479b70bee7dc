package check_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/internal/check"
	"github.com/fsmgen/fsmgen/spec/internal/handler"
	"github.com/fsmgen/fsmgen/spec/internal/pass/passtest"
	"github.com/fsmgen/fsmgen/spec/internal/transition"
)

func messages(diags diag.List) (list []string) {
	for _, d := range diags {
		list = append(list, d.Message)
	}
	return list
}

func machine(transitions ...core.Transition) *core.Machine {
	return &core.Machine{
		States:      []core.State{{Name: "S", Outcome: -1}, {Name: "R", Outcome: -1}, {Name: "End"}},
		Events:      []core.Event{{Name: "Go"}, {Name: "always", Eventless: true}},
		Outcomes:    []core.Outcome{{Name: "done", States: []int{2}}},
		Transitions: transitions,
	}
}

// TestStructure reports states that nothing leads to, and those that nothing leads out of.
func TestStructure(t *testing.T) {
	for want, m := range map[string]*core.Machine{
		"": machine(core.Transition{To: 1}, core.Transition{From: 1, To: 2}),
		"state `R` cannot be reached from the initial state": machine(core.Transition{To: 2}, core.Transition{From: 1, To: 2}),
		"state `R` is not terminal, but has no transitions":  machine(core.Transition{To: 1}, core.Transition{To: 2}),
	} {
		if got := strings.Join(messages(check.Structure(m)), "; "); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestEndless reports steps without an event that lead back without a condition.
func TestEndless(t *testing.T) {
	if got := check.Endless(machine(core.Transition{Event: 1, To: 1}, core.Transition{From: 1, Event: 1, To: 2})); len(got) > 0 {
		t.Error(got)
	}
	got := check.Endless(machine(core.Transition{Event: 1, To: 1}, core.Transition{From: 1, Event: 1, To: 0}))
	if len(got) != 1 || len(got[0].Notes) != 1 {
		t.Error(got)
	}
}

// TestHistory warns of a return to what cannot have been left.
func TestHistory(t *testing.T) {
	back := core.Transition{To: 1, Returns: core.Return{Composite: "C"}}
	m := machine(back, core.Transition{From: 1, To: 2})
	m.States[1].Composites = []string{"C"}
	if got := check.History(m); len(got) != 1 {
		t.Error(got)
	}
	m.Transitions[1].To = 0
	if got := check.History(m); len(got) > 0 {
		t.Error(got)
	}
}

const text = `
machine: M
unlisted: error
outputs: {Say: {}}
events: {E: {}, F: {}}
initial: S
terminal: {done: [End]}
on: {E: End}
states:
  S: {on: {E: {to: End, emit: Say}}}
  End: {}
`

// TestUnused warns of declarations that nothing uses.
func TestUnused(t *testing.T) {
	s := passtest.Build(t, text)
	s.Machine.Transitions = []core.Transition{{To: 1}}
	want := []string{"output `Say` is declared but never used", "event `F` is declared but never used"}
	if got := messages(check.Unused(s.File, s.Machine, s.Decls.Used)); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestUnlisted reports events that a state does not decide, unless the machine never waits there.
func TestUnlisted(t *testing.T) {
	for transient, want := range map[bool][]string{false: {"state `S` does not decide event `F`"}, true: nil} {
		s := passtest.Build(t, text)
		s.Machine.Transitions = []core.Transition{{To: 1}}
		check.Unlisted(s.Input, s.Tree, &transition.Result{Transient: map[int]bool{0: transient}})
		if got := passtest.Messages(s.Input); !slices.Equal(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestShadowed warns of an alternative that no state leaves an event to.
func TestShadowed(t *testing.T) {
	for used, want := range map[bool][]string{false: {"this top-level alternative for event `E` is never tried: every state handles the event itself"}, true: nil} {
		s := passtest.Build(t, text)
		lowered := map[diag.Span]bool{s.File.On[0].Alternatives[0].Span: used}
		check.Shadowed(s.Input, s.Tree, handler.New(s.Input, s.Decls, s.Tree, nil), lowered)
		if got := passtest.Messages(s.Input); !slices.Equal(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
