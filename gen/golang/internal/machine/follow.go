package machine

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
)

// Targets returns the states that an event can lead to, in their order. An
// event that is ignored leads to the state itself, and so does, in its type,
// one that is always refused.
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

// Follow returns all states that the events of a state can lead to.
func (m *Machine) Follow(state int) []int {
	var out []int
	for _, e := range m.Accepted(state) {
		out = append(out, m.Targets(state, e)...)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// Takes reports whether an event in a state can be a transition to another, or to
// the same.
func (m *Machine) Takes(state, e, to int) bool {
	return slices.ContainsFunc(m.Alternatives(state, e), func(t core.Transition) bool { return t.Effect == core.Take && t.To == to })
}
