package machine

import (
	"slices"

	"github.com/fsmgen/fsmgen/internal/goexpr"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// Alternatives returns the transitions of a state and an event that can be taken, but not the one that rejects payloads outside of
// their range: the method of the event checks these in all states.
// Guards that are decided are evaluated: one that is false removes its transition, and
// one that is true, or certain when the event comes, removes those after it.
func (m *Machine) Alternatives(state, event int) []core.Transition {
	return possible(m, state, event, core.Certain)
}

// possible returns the alternatives of a state and an event without those whose guards are false, and up to one whose guard is true, or
// certain.
func possible(m *Machine, state, event int, certain func(*core.Machine, *core.Transition) bool) []core.Transition {
	var out []core.Transition
	for _, t := range m.Core.On(state, event) {
		if t.Rule == core.Outside {
			continue
		}
		if t.Guard != nil {
			t.Guard = goexpr.Plain(t.Guard)
		}
		l, constant := t.Guard.(*expr.Lit)
		if constant && l.Value == 0 {
			continue
		}
		if constant || t.Guard != nil && certain(m.Core, &t) {
			t.Guard = nil
		}
		out = append(out, t)
		if t.Guard == nil {
			break
		}
	}
	return out
}

// Inert returns the given states that list an event which never causes a transition,
// regardless of its guards.
func (m *Machine) Inert(event int, states []int) []int {
	var out []int
	for _, s := range states {
		acts := func(t core.Transition) bool { return t.Effect == core.Take }
		if ts := m.Alternatives(s, event); len(m.Core.On(s, event)) > 0 && !slices.ContainsFunc(ts, acts) {
			out = append(out, s)
		}
	}
	return out
}

// Cancellation returns the event that stands for a canceled context, or -1.
func (m *Machine) Cancellation() int {
	return slices.IndexFunc(m.Core.Events, func(e core.Event) bool { return e.Cancellation })
}
