package machine

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
)

// Targets returns the states that an event can lead to, in order. An ignored event leads to
// the state itself. So does an event of which no
// alternative is ever taken, because it needs a result type.
func (m *Machine) Targets(state, event int) []int {
	var out []int
	for _, t := range m.Alternatives(state, event) {
		if t.Effect != core.Reject && !slices.Contains(out, t.To) {
			out = append(out, t.To)
		}
	}
	if len(out) == 0 {
		return []int{state}
	}
	slices.Sort(out)
	return out
}

// Follow returns all states that the events of a state can lead to, in order.
func (m *Machine) Follow(state int) []int {
	var out []int
	for _, e := range m.Accepted(state) {
		out = append(out, m.Targets(state, e)...)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// Takes reports whether an event in one state can cause a transition to a given
// state, which may be the same.
func (m *Machine) Takes(state, e, to int) bool {
	return slices.ContainsFunc(m.Alternatives(state, e), func(t core.Transition) bool { return t.Effect == core.Take && t.To == to })
}
