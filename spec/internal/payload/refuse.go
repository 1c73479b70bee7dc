package payload

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
)

// Refuse adds an alternative with the rule [core.Outside], before all others, for each state that has alternatives for an event with
// ranges. The transitions must be complete and in order.
func Refuse(m *core.Machine) {
	var added []core.Transition
	for e := range m.Events {
		event := &m.Events[e]
		outside := event.Outside()
		for s := 0; outside != nil && s < len(m.States); s++ {
			if len(m.On(s, e)) > 0 {
				added = append(added, core.Transition{From: s, To: s, Event: e, Effect: core.Reject, Rule: core.Outside, Internal: true, Guard: outside, Span: event.Span})
			}
		}
	}
	if len(added) > 0 {
		m.Transitions = slices.Concat(added, m.Transitions)
		m.Sort() // which is stable
	}
}
