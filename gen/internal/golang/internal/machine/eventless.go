package machine

import (
	"cmp"
	"slices"

	"github.com/fsmgen/fsmgen/internal/source"
	"github.com/fsmgen/fsmgen/spec/core"
)

// Goes reports whether transitions without an event can leave a state.
func (m *Machine) Goes(state int) bool {
	e := m.Core.Eventless()
	return e >= 0 && len(m.Alternatives(state, e)) > 0
}

// GoesOn reports whether a transition without an event may follow one for an event.
func (m *Machine) GoesOn(event int) bool {
	return m.Core.Eventless() >= 0 && anyAlternative(m, event, func(t *core.Transition) bool { return t.Effect == core.Take && m.Core.GoesOn(t) })
}

// Step returns the method that makes the step of an event alone.
func (m *Machine) Step(event int) string {
	name := m.Names.Events[event]
	return cmp.Or(name.Handle, name.Method)
}

// anyAlternative reports whether an alternative for an event in some state has a property.
func anyAlternative(m *Machine, event int, is func(t *core.Transition) bool) bool {
	for s := range m.Core.States {
		for _, t := range m.Alternatives(s, event) {
			if is(&t) {
				return true
			}
		}
	}
	return false
}

// GoesOnSome reports whether transitions without an event may follow one for some event that callers send: the result of a call, or
// another one.
func (m *Machine) GoesOnSome(results bool) bool {
	for e := range m.Core.Events {
		if event := &m.Core.Events[e]; !event.Internal && (results || !event.Result) && m.GoesOn(e) {
			return true
		}
	}
	return false
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
