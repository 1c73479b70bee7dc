package machine

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
)

// Goes reports whether transitions without an event can leave a state.
func (m *Machine) Goes(state int) bool {
	e := m.Eventless()
	return e >= 0 && len(m.Alternatives(state, e)) > 0
}

// Unsettled reports whether an event may find the machine not at rest: it comes from values that
// the program supplies, or an observer has panicked.
func (m *Machine) Unsettled() bool {
	return m.Eventless() >= 0 && (m.Faces.Restores() || m.Faces.Observe)
}

// OrAlways returns the words that add the pseudo-event of transitions without an event to what
// triggers transitions, or "".
func (m *Machine) OrAlways() string {
	e := m.Eventless()
	if e < 0 {
		return ""
	}
	return ", or " + m.Names.Events[e].Const + " if there is none"
}

// Raised reports whether there are events that only timers raise.
func (m *Machine) Raised() bool {
	return slices.ContainsFunc(m.Events, func(e core.Event) bool { return e.Internal && !e.Eventless })
}
