package ident

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// stepsAlone reports whether the step of an event alone has a method of its own: if transitions without an event may follow it. Otherwise,
// the method of the event makes it. That first brings the machine to rest, which does nothing if that is so. If it asked the host for
// that, the host would be asked twice.
func stepsAlone(m *core.Machine, event int) bool {
	always := m.Eventless()
	return always >= 0 && always != event && slices.ContainsFunc(m.Transitions, func(t core.Transition) bool {
		return t.Event == always && t.Guard != nil && expr.Uses(t.Guard, func(s *expr.Symbol) bool { return s.Scope == expr.External }) ||
			t.Event == event && t.Effect == core.Take && m.GoesOn(&t)
	})
}
