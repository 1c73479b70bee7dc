package prune

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/internal/pass"
	"github.com/fsmgen/fsmgen/spec/internal/timer"
	"github.com/fsmgen/fsmgen/spec/internal/tree"
)

// InternalEvents reports internal events that nothing raises. It removes transitions for internal
// events that only timers raise from states in which none does: such a state can have inherited
// them. Raises are the events that something other than a timer raises.
func InternalEvents(in pass.Input, states *tree.Tree, raises map[string]bool) {
	m := in.Machine
	raised := map[string]bool{}
	for _, n := range states.Nodes {
		for _, t := range n.Decl.After {
			raised[t.Event.Value] = true
		}
	}
	for e := range m.Events {
		if e := &m.Events[e]; e.Internal && !in.Partial && !e.Eventless && !e.Timeout && !raised[e.Name] && !raises[e.Name] {
			in.Diags.Errorf(diag.CodeInternal, e.Span, "nothing raises the internal event `%s`", e.Name).
				Helpf("raise it by a timer, for example with after: {30s: %s}, or in a transition, with raise: %s, or remove `internal: true`", e.Name, e.Name)
		}
	}
	wrong := in.Partial || in.Diags.HasErrors() // so that there may be fewer timers than in the spec
	m.Transitions = slices.DeleteFunc(m.Transitions, func(t core.Transition) bool {
		if e := &m.Events[t.Event]; !e.Internal || e.Eventless || raises[e.Name] || timer.Timed(m, t.From, t.Event) {
			return false
		}
		if t.Composite == "" && !wrong {
			event, state := m.Events[t.Event].Name, m.States[t.From].Name
			in.Diags.Warnf(diag.CodeUnused, t.Span, "this alternative for event `%s` in state `%s` is never tried: no timer raises the internal event there", event, state).
				Helpf("remove it, or start a timer in the state, for example with after: {30s: %s}", event)
		}
		return true
	})
}
