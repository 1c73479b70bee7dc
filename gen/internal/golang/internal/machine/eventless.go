package machine

import (
	"slices"

	"github.com/fsmgen/fsmgen/internal/source"
	"github.com/fsmgen/fsmgen/spec/core"
)

// Goes reports whether transitions without an event can leave a state.
func (m *Machine) Goes(state int) bool {
	e := m.Core.Eventless()
	return e >= 0 && len(m.Alternatives(state, e)) > 0
}

// Unsettled reports whether an event may find the machine not at rest: it comes from values that
// the program supplies, or an observer has panicked.
func (m *Machine) Unsettled() bool {
	return m.Core.Eventless() >= 0 && (m.Core.Faces.Restores() || m.Core.Faces.Observe)
}

// Internal lists the internal events, without the pseudo-event.
func (m *Machine) Internal() []int {
	var out []int
	for i, e := range m.Core.Events {
		if e.Internal && !e.Eventless {
			out = append(out, i)
		}
	}
	return out
}

// Timed reports whether a timer raises an event.
func (m *Machine) Timed(e int) bool {
	return slices.ContainsFunc(m.Core.Timers, func(t core.Timer) bool { return t.Event == e })
}

// Handled reports whether the generated code handles an event. It need not handle one that only
// the machine itself raises: transitions without an event do so.
func (m *Machine) Handled(e int) bool {
	return !slices.Contains(m.Internal(), e) || m.Timed(e)
}

// Raisers says what raises internal events, as in "timers raise". There must be one.
func (m *Machine) Raisers(events ...int) string {
	timed := slices.ContainsFunc(events, m.Timed)
	own := slices.ContainsFunc(events, func(e int) bool { return !m.Timed(e) || source.Raised(m.Core, e) })
	switch {
	case timed && own:
		return "timers and the machine itself raise"
	case own:
		return "the machine itself raises"
	}
	return "timers raise"
}
