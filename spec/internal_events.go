package spec

import (
	"slices"

	"github.com/fsmgen/fsmgen/internal/syntax"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
)

// checkInternal reports an internal event that somebody else must send.
func (l *declarations) checkInternal(e *core.Event, at syntax.Text) {
	if len(e.Fields) > 0 {
		l.diags.Errorf(diag.CodeInternal, at.Span, "the internal event `%s` has a payload, for which nothing that raises it has values", e.Name).
			Note(e.Span, "declared here").Helpf("remove the fields, or remove `internal: true`")
	}
	if e.Cancellation {
		l.diags.Errorf(diag.CodeInternal, at.Span, "event `%s` cannot be both internal and the cancellation event, which Run sends", e.Name).
			Note(e.Span, "declared here").Helpf("declare two events, which can have the same transitions")
	}
}

// internalEvents reports internal events that nothing raises. It removes transitions for internal
// events that only timers raise from states in which none does: such a state can have inherited
// them.
func (l *flow) internalEvents() {
	m := l.machine
	raised := map[string]bool{}
	for _, n := range l.nodes {
		for _, t := range n.decl.After {
			raised[t.Event.Value] = true
		}
	}
	for e := range m.Events {
		if e := &m.Events[e]; e.Internal && !e.Eventless && !raised[e.Name] && !l.raises[e.Name] {
			l.diags.Errorf(diag.CodeInternal, e.Span, "nothing raises the internal event `%s`", e.Name).
				Helpf("raise it by a timer, for example with after: {30s: %s}, or in a transition, with raise: %s, or remove `internal: true`", e.Name, e.Name)
		}
	}
	wrong := l.diags.HasErrors() // so that there may be fewer timers than in the spec
	m.Transitions = slices.DeleteFunc(m.Transitions, func(t core.Transition) bool {
		if e := &m.Events[t.Event]; !e.Internal || e.Eventless || l.raises[e.Name] || l.timing.timed(t.From, t.Event) {
			return false
		}
		if t.Composite == "" && !wrong {
			event, state := m.Events[t.Event].Name, m.States[t.From].Name
			l.diags.Warnf(diag.CodeUnused, t.Span, "this alternative for event `%s` in state `%s` is never tried: no timer raises the internal event there", event, state).
				Helpf("remove it, or start a timer in the state, for example with after: {30s: %s}", event)
		}
		return true
	})
}
