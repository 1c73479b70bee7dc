package raise

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// remainders returns what a transition can leave of the queue before the events that it raises itself. A state with regions drops an
// event that none of its alternatives is for: whether one is depends on the values that the transition leaves.
func (r *lowering) remainders(t *core.Transition, rest queue) []remainder {
	key := choice{t, rest.key()}
	known, ok := r.left[key]
	if !ok {
		known = r.leaving(t, rest)
		r.left[key] = known
	}
	return known
}

func (r *lowering) leaving(t *core.Transition, rest queue) (out []remainder) {
	q := slices.Concat(rest, events(t.Raises))
	if !r.drops(t.To) {
		return []remainder{{left: r.settle(t.To, q)}}
	}
	if rest := r.rests[r.tree.Plain[t.To]]; rest != nil && len(q) > 0 {
		if due, ok := t.Updated(rest).(*expr.Lit); ok && due.Value != 0 {
			return []remainder{{left: q}} // a later region takes the next transition
		}
	}
	var always expr.Expr = expr.Truth(false)
	if len(q) > 0 {
		always = r.takesAfter(t, r.machine.Eventless())
	}
	for ; len(q) > 0; q = q[1:] {
		when := either(always, r.takesAfter(t, q[0]))
		if len(r.machine.On(t.To, q[0])) == 0 { // an error, if the event is still pending when the machine would wait
			when = expr.Truth(true)
		}
		if truth, ok := when.(*expr.Lit); !ok || truth.Value != 0 {
			if ok {
				return append(out, remainder{left: q})
			}
			out = append(out, remainder{q, when})
		}
		always = expr.Truth(false) // else the queue would be left as it was
	}
	return append(out, remainder{})
}

// started returns the queue at the start. It reports one that depends on parameters.
func (r *lowering) started() queue {
	m := r.machine
	q := events(m.StartRaises)
	if !r.drops(m.Initial) {
		return r.settle(m.Initial, q)
	}
	initial := func(s *expr.Symbol) expr.Expr {
		if s.Scope == expr.Var {
			return m.Vars[s.Index].Init
		}
		return nil
	}
	for ; len(q) > 0; q = q[1:] {
		when := given(either(r.takes(m.Initial, m.Eventless()), r.takes(m.Initial, q[0])), initial)
		truth, sure := when.(*expr.Lit)
		switch {
		case len(m.On(m.Initial, q[0])) == 0 || sure && truth.Value != 0:
			return q
		case !sure && !r.wrong:
			r.wrong = true
			r.diags.Errorf(diag.CodeRaise, m.States[m.Initial].Span, "whether an alternative handles event `%s`, which is raised at the start, depends on parameters", m.Events[q[0]].Name).
				Helpf("begin in a state before this one, and raise the event in a transition under its `always:`")
		}
	}
	return nil
}

// takes returns the condition that an alternative of a state for an event takes a transition. Those of regions that are still
// to handle an earlier event do not count.
func (r *lowering) takes(state, event int) expr.Expr {
	key := [2]int{state, event}
	if known, ok := r.takers[key]; ok {
		return known
	}
	any, not := expr.Expr(expr.Truth(false)), expr.Expr(expr.Truth(true))
	for _, t := range r.machine.On(state, event) {
		guard := t.Guard
		switch {
		case guard == nil:
			guard = expr.Truth(true)
		case t.Handles != "":
			continue
		}
		if t.Effect == core.Take {
			any = either(any, both(not, guard))
		} else {
			not = both(not, negated(guard))
		}
	}
	r.takers[key] = any
	return any
}

// takesAfter returns takes of the state and the values after a transition, over those before it.
func (r *lowering) takesAfter(t *core.Transition, event int) expr.Expr {
	key := answer{t, event}
	known, ok := r.answers[key]
	if !ok {
		known = given(r.takes(t.To, event), r.valuesAfter(t))
		r.answers[key] = known
	}
	return known
}

// valuesAfter returns the values of variables after a transition, over those before it, as far as they change or are known.
func (r *lowering) valuesAfter(t *core.Transition) func(*expr.Symbol) expr.Expr {
	known := map[*expr.Symbol]expr.Expr{}
	equalities(t.Guard, known)
	r.outer(t.From, known)
	if rest := r.rests[r.tree.Plain[t.To]]; rest != nil && known[rest] == nil {
		known[rest] = &expr.Lit{T: rest.Type} // later regions come before all else
	}
	return func(s *expr.Symbol) expr.Expr {
		if s.Scope != expr.Var {
			return nil
		}
		if value := t.Updated(s); value != nil {
			return expr.Substitute(value, func(s *expr.Symbol) expr.Expr { return known[s] })
		}
		return known[s]
	}
}

// outer notes the leaves of regions that must be active because a region inside them is.
func (r *lowering) outer(state int, known map[*expr.Symbol]expr.Expr) {
	regions := r.machine.States[state].Regions
	for _, region := range slices.Backward(regions) { // a region comes after the one that it is in
		leaf, ok := known[r.machine.Vars[region.Var].Symbol].(*expr.Lit)
		if !ok || region.Inside == nil || len(region.Inside.Leaves) != 1 || region.Leaves[leaf.Value].None {
			continue
		}
		around := r.machine.Vars[regions[region.Inside.Region].Var].Symbol
		if known[around] == nil {
			known[around] = &expr.Lit{T: around.Type, Value: int64(region.Inside.Leaves[0])}
		}
	}
}
