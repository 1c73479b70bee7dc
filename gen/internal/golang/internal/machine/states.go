package machine

import (
	"slices"
)

// Everywhere returns all states.
func (m *Machine) Everywhere() []int {
	out := make([]int, len(m.Core.States))
	for i := range out {
		out[i] = i
	}
	return out
}

// Working returns the states that are not terminal.
func (m *Machine) Working() []int {
	return slices.DeleteFunc(m.Everywhere(), m.Core.Terminal)
}

// Waiting returns the states in which the machine can wait for an event.
func (m *Machine) Waiting() []int {
	return slices.DeleteFunc(m.Working(), m.Core.Transient)
}

// Terminals returns the states that are terminal.
func (m *Machine) Terminals() []int {
	return slices.DeleteFunc(m.Everywhere(), func(s int) bool { return !m.Core.Terminal(s) })
}

// Accepted returns the events that a state accepts, in the order of the spec.
func (m *Machine) Accepted(state int) []int {
	var out []int
	for e := range m.Core.Events {
		if m.Core.Accepts(state, e) {
			out = append(out, e)
		}
	}
	return out
}

// Environment names the environment events.
func (m *Machine) Environment() []string {
	var out []string
	for _, e := range m.Core.Events {
		if e.Environment {
			out = append(out, e.Name)
		}
	}
	return out
}
