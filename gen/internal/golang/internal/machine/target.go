package machine

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
)

// Targets returns the states in which the machine may be at rest after an event, in order. An
// ignored event leads to the state itself. So does an event of which no
// alternative is ever taken, because it needs a result type.
func (m *Machine) Targets(state, event int) []int {
	var out []int
	for _, t := range m.Alternatives(state, event) {
		switch t.Effect {
		case core.Take:
			out = append(out, m.Core.RestsAfter(&t)...)
		case core.Ignore:
			out = append(out, t.To)
		}
	}
	if len(out) == 0 {
		return []int{state}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// Begun returns the states in which the machine may first be at rest, in order. It is the initial
// state if there are none, because that needs a type.
func (m *Machine) Begun() []int {
	if out := m.Core.Rests(m.Core.Initial); len(out) > 0 {
		return out
	}
	return []int{m.Core.Initial}
}

// Follow returns all states that the events of a state can lead to that the program sends, in order.
func (m *Machine) Follow(state int) []int {
	var out []int
	for _, e := range m.Sent(state) {
		out = append(out, m.Targets(state, e)...)
	}
	slices.Sort(out)
	return slices.Compact(out)
}
