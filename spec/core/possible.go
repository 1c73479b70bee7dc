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
func possibleBefore(m *Machine, t *Transition) possible {
	out := possible{}
	for i := range m.Vars {
		v := &m.Vars[i]
		if !v.Control() || v.State >= 0 && v.State != t.From {
			continue
		}
		if values := filtered(m, t, v); len(values) < len(v.Type.Enum.Values) {
			out[v.Symbol] = values
		}
	}
	return out
}

// possibleAfter returns what is possible after a transition.
func possibleAfter(m *Machine, t *Transition) possible {
	out := possibleBefore(m, t)
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
func filtered(m *Machine, t *Transition, v *Var) (out []int64) {
	runs := senders(m, t)
	if len(runs) == 0 {
		return nested(m, t, v)
	}
	for _, w := range runs {
		out = append(out, nested(m, during(m, t, w), v)...)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// admitted is filtered as far as the guard and the alternatives before it say, without what regions inside regions imply.
func admitted(m *Machine, t *Transition, v *Var) (out []int64) {
	before := earlier(m, t)
	for value := range int64(len(v.Type.Enum.Values)) {
		if v.Pending() && v.State >= 0 && value > 0 && !m.Events[t.Event].Eventless {
			break // regions have handled the event before
		}
		only := possible{v.Symbol: {value}}
		if t.Guard != nil && only.excludes(t.Guard) || slices.ContainsFunc(before, func(u Transition) bool { return only.ensures(u.Guard) }) {
			continue
		}
		out = append(out, value)
	}
	return out
}

// earlier returns the alternatives that are tried before a transition, without those from the same place in the spec. There are none where
// alternatives are many: that would take too long.
func earlier(m *Machine, t *Transition) []Transition {
	list := m.On(t.From, t.Event)
	n := slices.IndexFunc(list, func(u Transition) bool { return u.Span == t.Span })
	if n < 0 || len(list) > maxNarrowed {
		return nil
	}
	return list[:n]
}

// excludes reports whether a condition cannot hold.
func (p possible) excludes(condition expr.Expr) bool {
	holds, _ := p.truth(condition)
	return !holds
}

// ensures reports whether a condition holds for sure. One that is nil does.
func (p possible) ensures(condition expr.Expr) bool {
	if condition == nil {
		return true
	}
	_, fails := p.truth(condition)
	return !fails
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
func atStart(m *Machine) possible {
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
func (m *Machine) GoesOn(t *Transition) bool { return len(next(m, t)) > 0 }

// next returns the transitions without an event that may follow a transition, or the start of the machine if that is nil. They are
// part of the machine.
func next(m *Machine, t *Transition) []*Transition {
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
		now = atStart(m)
	default:
		now = possibleAfter(m, t)
	}
	var out []*Transition
	for i := range list {
		if u := &list[i]; u.Guard == nil || now == nil || !now.excludes(u.Guard) && !unaffected(m, t, u) {
			out = append(out, u)
		}
	}
	return out
}

// unaffected reports whether a transition for an event, before which the machine was at rest, changes nothing that the guard of a
// transition without an event reads: the machine still does not take that one.
func unaffected(m *Machine, t, u *Transition) bool {
	return t != nil && t.Internal && !m.Events[t.Event].Eventless && !expr.Uses(u.Guard, func(s *expr.Symbol) bool {
		return s.Scope == expr.External || s.Scope == expr.Var && t.Updated(s) != nil
	})
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
		for _, u := range next(m, last) {
			if !seen[u] {
				seen[u] = true
				todo = append(todo, u)
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}
