package timer_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/fsmgen/fsmgen/spec/internal/pass/passtest"
	"github.com/fsmgen/fsmgen/spec/internal/timer"
)

const text = `
machine: M
vars: {n: {type: int, min: 0, max: 9}}
events: {Tick: {}, Late: {}, Set: {to: int}}
delays: {backoff: {args: {of: int}}}
initial: S
terminal: {done: [End]}
states:
  C:
    after: {30s: Late}
    states:
      S: {after: {backoff(n): Tick}}
      R: {}
      End: {}
`

// TestDeclare wants a timer of a composite state to run in each state inside it where the machine has not ended.
func TestDeclare(t *testing.T) {
	s := passtest.Build(t, text)
	timers := timer.Declare(s.Input, s.Decls, s.Tree, s.Env)
	passtest.Clean(t, s.Input)
	m := s.Machine
	if len(m.Timers) != 2 || m.Timers[0].Constant != 30*time.Second || !slices.Equal(m.Timers[0].States, []int{0, 1}) {
		t.Fatalf("timers %v", m.Timers)
	}
	if x := m.Timers[1]; x.Delay != 0 || len(x.Args) != 1 || !slices.Equal(x.States, []int{0}) || !s.Decls.Used[m.Delays[0].Span] {
		t.Errorf("the second timer is %v", x)
	}
	if got := timers.Started[s.Tree.Nodes["C"]]; !slices.Equal(got, []int{0}) {
		t.Errorf("C starts %v", got)
	}
	if !timer.Timed(m, 1, s.Decls.Event("Late")) || timer.Timed(m, 1, s.Decls.Event("Tick")) || timer.Timed(m, 2, s.Decls.Event("Late")) {
		t.Error("where timers raise events")
	}
	// The machine has no transitions, so no state handles these events.
	timer.Check(m, s.Diags)
	if got := passtest.Messages(s.Input); len(got) != 2 || got[0] != "the timer can raise event `Late` in state `S`, which does not handle it" {
		t.Errorf("%q", got)
	}
}

// TestWrong reports timers that cannot be.
func TestWrong(t *testing.T) {
	for timers, want := range map[string]string{
		"30s: Lat":           "unknown event `Lat`",
		"30s: Set":           "a timer cannot raise event `Set`, which has a payload",
		"0s: Late":           "the duration `0s` is not positive",
		"1s: Late, 2s: Late": "two timers of the same state raise event `Late`",
	} {
		s := passtest.Build(t, strings.Replace(text, "30s: Late", timers, 1))
		timer.Declare(s.Input, s.Decls, s.Tree, s.Env)
		if got := passtest.Messages(s.Input); !slices.Equal(got, []string{want}) {
			t.Errorf("%s: %q, want %q", timers, got, want)
		}
	}
}
