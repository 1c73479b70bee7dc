package core

import (
	"slices"
	"sort"

	"github.com/fsmgen/fsmgen/spec/expr"
)

// Terminal reports whether a state is terminal.
func (m *Machine) Terminal(state int) bool { return m.States[state].Outcome >= 0 }

// Updated returns the value of a symbol after the step as an expression over the
// values before it, or nil if the step does not change the symbol.
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

// Reactive reports whether the machine has environment events, which may occur
// any number of times. Such a machine must settle between them, and need not have
// terminal states.
func (m *Machine) Reactive() bool {
	return slices.ContainsFunc(m.Events, func(e Event) bool { return e.Environment })
}

// Eventless returns the index of the pseudo-event of transitions without an event, or -1 if the
// machine has none.
func (m *Machine) Eventless() int {
	if last := len(m.Events) - 1; last >= 0 && m.Events[last].Eventless {
		return last
	}
	return -1
}

// Always returns the alternatives without an event in a state, in order of priority. The slice is
// part of the machine.
func (m *Machine) Always(state int) []Transition {
	e := m.Eventless()
	if e < 0 {
		return nil
	}
	return m.On(state, e)
}

// Rest returns the condition under which a machine in a state is at rest and handles events: no
// alternative without an event applies. It is nil if that is always so, and false if it never is.
func (m *Machine) Rest(state int) expr.Expr {
	var rest expr.Expr
	for _, t := range m.Always(state) {
		not := expr.Expr(expr.Truth(false))
		if t.Guard != nil {
			not = &expr.Unary{Op: expr.Not, X: t.Guard}
		}
		if rest != nil && t.Guard != nil {
			not = &expr.Binary{Op: expr.And, X: rest, Y: not}
		}
		rest = not
	}
	return rest
}

// Chosen returns the conditions under which transition i is chosen when its event occurs, which must
// hold in this order: the machine is at rest, the guards before that of i do not hold, and that of i
// does.
func (m *Machine) Chosen(i int) []expr.Expr {
	t := &m.Transitions[i]
	var out []expr.Expr
	if rest := m.Rest(t.From); rest != nil && !m.Events[t.Event].Eventless {
		out = append(out, rest)
	}
	for _, before := range m.Transitions[i-m.Priority(i) : i] {
		out = append(out, &expr.Unary{Op: expr.Not, X: before.Guard})
	}
	if t.Guard != nil {
		out = append(out, t.Guard)
	}
	return out
}

// Transient reports whether a machine never rests in a state: it leaves the state, or stays for
// another step, without an event.
func (m *Machine) Transient(state int) bool {
	list := m.Always(state)
	return len(list) > 0 && list[len(list)-1].Guard == nil
}

// Rests returns the states in which a machine that has entered a state may come to rest: the
// state itself, unless it is transient, and those that transitions without an event lead to. They
// are in ascending order.
func (m *Machine) Rests(state int) []int {
	seen := map[int]bool{state: true}
	var out []int
	for todo := []int{state}; len(todo) > 0; {
		s := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if !m.Transient(s) {
			out = append(out, s)
		}
		for _, t := range m.Always(s) {
			if !seen[t.To] {
				seen[t.To] = true
				todo = append(todo, t.To)
			}
		}
	}
	slices.Sort(out)
	return out
}

// Begins returns the indices of the timers that start with the machine: those that run
// in its initial state.
func (m *Machine) Begins() []int {
	var out []int
	for i, timer := range m.Timers {
		if slices.Contains(timer.States, m.Initial) && (timer.Within == nil || begins(m, timer.Within)) {
			out = append(out, i)
		}
	}
	return out
}

// Stops returns the indices of the timers that transition t stops: those that run
// in its source but not in its target, and those that it restarts. One that is limited to leaves
// of a region may not run, if t is none of that region.
func (m *Machine) Stops(t *Transition) []int {
	var out []int
	for i, timer := range m.Timers {
		runs := slices.Contains(timer.States, t.From)
		if w := timer.Within; runs && w != nil {
			if before, after := change(m, t, w); before && (!after || slices.Contains(t.Starts, i)) {
				out = append(out, i)
			}
			continue
		}
		continues := slices.Contains(timer.States, t.To) && !slices.Contains(t.Starts, i)
		if runs && !continues {
			out = append(out, i)
		}
	}
	return out
}

// On returns the alternatives for a state and an event, in order of priority. The
// slice is part of the machine.
func (m *Machine) On(state, event int) []Transition {
	from := m.First(state, event)
	to := m.First(state, event+1)
	return m.Transitions[from:to]
}

// Accepts reports whether a state accepts an event from a sender: it is not internal, the spec
// lists it there, and some alternative does not reject it.
func (m *Machine) Accepts(state, event int) bool {
	return !m.Events[event].Internal && slices.ContainsFunc(m.On(state, event), func(t Transition) bool { return t.Effect != Reject })
}

// From returns all alternatives of a state, for all events. The slice is part of
// the machine.
func (m *Machine) From(state int) []Transition {
	return m.Transitions[m.First(state, 0):m.First(state+1, 0)]
}

// First returns the index of the first alternative for a state and an event. It is that of the next
// transition if there is none.
func (m *Machine) First(state, event int) int {
	return sort.Search(len(m.Transitions), func(i int) bool {
		t := &m.Transitions[i]
		return t.From > state || t.From == state && t.Event >= event
	})
}

// Priority returns the position of transition i among the alternatives for its
// state and event, counted from 0.
func (m *Machine) Priority(i int) int {
	t := &m.Transitions[i]
	return i - m.First(t.From, t.Event)
}

// Sort puts the transitions in the order that [Machine.On] requires. Only code
// that builds a machine calls it.
func (m *Machine) Sort() {
	slices.SortStableFunc(m.Transitions, func(a, b Transition) int {
		if a.From != b.From {
			return a.From - b.From
		}
		return a.Event - b.Event
	})
}

// Exists reports whether variable v has a value in a state: a datum exists only in
// its own state.
func (m *Machine) Exists(v, state int) bool {
	s := m.Vars[v].State
	return s < 0 || s == state
}
