package core

import (
	"slices"
	"sort"

	"github.com/fsmgen/fsmgen/spec/expr"
)

// Terminal reports whether the state has an outcome.
func (m *Machine) Terminal(state int) bool { return m.States[state].Outcome >= 0 }

// Updated gives the value of a variable after the step as an expression over the
// values before it, or nil for a symbol that keeps its value.
func (t *Transition) Updated(s *expr.Symbol) expr.Expr {
	if s.Scope != expr.Var {
		return nil
	}
	for _, u := range t.Updates {
		if u.Var == s.Index {
			return u.Value
		}
	}
	return nil
}

// Reactive reports whether the world may send events without end. Such a
// machine is to settle after each of them, and need not have terminal states.
func (m *Machine) Reactive() bool {
	return slices.ContainsFunc(m.Events, func(e Event) bool { return e.Environment })
}

// Stops returns the timers that transition t stops: those of the state it
// leaves that do not run on in its target, and those that start again.
func (m *Machine) Stops(t *Transition) []int {
	var out []int
	for i, timer := range m.Timers {
		runs := slices.Contains(timer.States, t.From)
		goesOn := slices.Contains(timer.States, t.To) && !slices.Contains(t.Starts, i)
		if runs && !goesOn {
			out = append(out, i)
		}
	}
	return out
}

// On returns the alternatives of a state and an event, in order of priority.
// The slice is part of the machine.
func (m *Machine) On(state, event int) []Transition {
	from := m.search(state, event)
	to := m.search(state, event+1)
	return m.Transitions[from:to]
}

// From returns all transitions out of a state. The slice is part of the
// machine.
func (m *Machine) From(state int) []Transition {
	return m.Transitions[m.search(state, 0):m.search(state+1, 0)]
}

func (m *Machine) search(state, event int) int {
	return sort.Search(len(m.Transitions), func(i int) bool {
		t := &m.Transitions[i]
		return t.From > state || t.From == state && t.Event >= event
	})
}

// Priority returns the place of transition i among the alternatives of its
// state and event, from 0.
func (m *Machine) Priority(i int) int {
	t := &m.Transitions[i]
	return i - m.search(t.From, t.Event)
}

// Sort puts the transitions in the order that [Machine.On] relies on. Only
// whoever builds a machine calls it.
func (m *Machine) Sort() {
	slices.SortStableFunc(m.Transitions, func(a, b Transition) int {
		if a.From != b.From {
			return a.From - b.From
		}
		return a.Event - b.Event
	})
}

// Exists reports whether variable v has a value in a state.
func (m *Machine) Exists(v, state int) bool {
	s := m.Vars[v].State
	return s < 0 || s == state
}
