package core

import (
	"maps"
	"slices"

	"github.com/fsmgen/fsmgen/spec/expr"
)

// possible are the values that implied variables may have somewhere, in ascending order. A variable that
// is not listed may have any. It is an over-approximation: a value that is not possible never occurs.
type possible map[*expr.Symbol][]int64

// possibleBefore returns what is possible when a transition is taken: its guard holds, and if there is an
// event, no regions are still to handle an earlier one.
func (m *Machine) possibleBefore(t *Transition) possible {
	out := possible{}
	for i := range m.Vars {
		v := &m.Vars[i]
		if !v.Control() || v.State >= 0 && v.State != t.From {
			continue
		}
		if values := m.filtered(t, v); len(values) < len(v.Type.Enum.Values) {
			out[v.Symbol] = values
		}
	}
	return out
}

// possibleAfter returns what is possible after a transition.
func (m *Machine) possibleAfter(t *Transition) possible {
	out := m.possibleBefore(t)
	if t.To != t.From {
		maps.DeleteFunc(out, func(s *expr.Symbol, _ []int64) bool { return m.Vars[s.Index].State >= 0 })
	}
	for _, u := range t.Updates {
		v := &m.Vars[u.Var]
		if !v.Control() {
			continue
		}
		if lit, constant := u.Value.(*expr.Lit); constant {
			out[v.Symbol] = []int64{lit.Value}
		} else {
			delete(out, v.Symbol)
		}
	}
	return out
}

// filtered returns the values of an implied variable with which a transition can be taken.
func (m *Machine) filtered(t *Transition, v *Var) (out []int64) {
	for value := range int64(len(v.Type.Enum.Values)) {
		if v.Pending() && v.State >= 0 && value > 0 && !m.Events[t.Event].Eventless {
			break // regions have handled the event before
		}
		if t.Guard == nil || !(possible{v.Symbol: {value}}).excludes(t.Guard) {
			out = append(out, value)
		}
	}
	return out
}

// excludes reports whether a condition cannot hold.
func (p possible) excludes(condition expr.Expr) bool {
	holds, _ := p.truth(condition)
	return !holds
}

// truth tells whether a condition may hold, and whether it may not.
func (p possible) truth(condition expr.Expr) (holds, fails bool) {
	switch e := condition.(type) {
	case *expr.Lit:
		return e.Value != 0, e.Value == 0
	case *expr.Unary:
		if e.Op == expr.Not {
			fails, holds = p.truth(e.X)
			return holds, fails
		}
	case *expr.Binary:
		switch e.Op {
		case expr.And, expr.Or:
			a, notA := p.truth(e.X)
			b, notB := p.truth(e.Y)
			if e.Op == expr.And {
				return a && b, notA || notB
			}
			return a || b, notA && notB
		case expr.Eq, expr.Ne:
			if equal, unequal, known := p.equal(e); known {
				if e.Op == expr.Ne {
					return unequal, equal
				}
				return equal, unequal
			}
		}
	}
	return true, true
}

// equal tells whether a variable may be equal to a constant, and whether it may not be.
func (p possible) equal(e *expr.Binary) (equal, unequal, known bool) {
	ref, isRef := e.X.(*expr.Ref)
	lit, isLit := e.Y.(*expr.Lit)
	if !isRef || !isLit {
		return true, true, false
	}
	values, known := p[ref.Symbol]
	return slices.Contains(values, lit.Value), slices.ContainsFunc(values, func(v int64) bool { return v != lit.Value }), known
}

// atStart returns what is possible when the machine begins.
func (m *Machine) atStart() possible {
	out := possible{}
	for i := range m.Vars {
		if lit, constant := m.Vars[i].Init.(*expr.Lit); constant && m.Vars[i].Control() {
			out[m.Vars[i].Symbol] = []int64{lit.Value}
		}
	}
	return out
}

// maxNarrowed is the number of transitions without an event in a state up to which values decide which of them may follow.
const maxNarrowed = 64

// GoesOn reports whether a transition without an event may follow another transition, or the start of the machine if that is nil.
func (m *Machine) GoesOn(t *Transition) bool { return len(m.next(t)) > 0 }

// next returns the transitions without an event that may follow a transition, or the start of the machine if that is nil. They are
// part of the machine.
func (m *Machine) next(t *Transition) []*Transition {
	state := m.Initial
	if t != nil {
		state = t.To
	}
	list := m.Always(state)
	if len(list) == 0 {
		return nil
	}
	var now possible // nothing is excluded where there are many: that would take too long
	switch {
	case len(list) > maxNarrowed:
	case t == nil:
		now = m.atStart()
	default:
		now = m.possibleAfter(t)
	}
	var out []*Transition
	for i := range list {
		if u := &list[i]; u.Guard == nil || now == nil || !now.excludes(u.Guard) {
			out = append(out, u)
		}
	}
	return out
}

// RestsAfter returns the states in which the machine may be at rest after a transition, in ascending order.
func (m *Machine) RestsAfter(t *Transition) []int {
	if all := m.Rests(t.To); len(all) < 2 || len(m.Always(t.To)) > maxNarrowed {
		return all
	}
	seen := map[*Transition]bool{t: true}
	var out []int
	for todo := []*Transition{t}; len(todo) > 0; {
		last := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if !m.Transient(last.To) {
			out = append(out, last.To)
		}
		for _, u := range m.next(last) {
			if !seen[u] {
				seen[u] = true
				todo = append(todo, u)
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}
