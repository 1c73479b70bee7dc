package timer

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
)

// Check reports states that do not handle the event of a timer that runs in
// them, and variables that change while a timer runs whose duration reads them. The transitions of the machine must be complete, and none of them wrong.
func Check(m *core.Machine, diags *diag.List) {
	checkLengths(m, diags)
	for _, t := range m.Timers {
		for _, s := range t.States {
			if len(m.On(s, t.Event)) > 0 || m.Transient(s) || m.Events[t.Event].Timeout {
				continue
			}
			diags.Errorf(diag.CodeTimer, t.Span, "the timer can raise event `%s` in state `%s`, which does not handle it", m.Events[t.Event].Name, m.States[s].Name).
				Note(m.States[s].Span, "declared here").
				Helpf("handle `%s` under `on:`, or list it under `ignore:`", m.Events[t.Event].Name)
			break
		}
	}
}

// Timed reports whether a timer of a machine that runs in a state raises an event. Both are given by their numbers.
func Timed(m *core.Machine, state, event int) bool {
	return slices.ContainsFunc(m.Timers, func(t core.Timer) bool {
		return t.Event == event && slices.Contains(t.States, state)
	})
}
