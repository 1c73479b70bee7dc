package smtlib

import (
	"fmt"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify"
)

// obligation returns the query for one obligation.
func obligation(r *verify.Report, o *verify.Obligation) (*query, error) {
	m := r.Ranked()
	switch o.Kind {
	case verify.KindParams:
		return newQuery(r), nil
	case verify.KindInit:
		q := begin(r)
		q.show(q.inside(o.Var, false))
		return q, nil
	case verify.KindRange:
		q := step(r, o.Transition)
		q.show(q.inside(o.Var, true))
		return q, nil
	case verify.KindInvariant:
		claim := m.Invariants[o.Invariant].Expr
		q := begin(r)
		if o.Transition >= 0 {
			q = step(r, o.Transition)
		}
		q.show(q.term(claim, o.Transition >= 0))
		return q, nil
	case verify.KindGap:
		q := in(r, o.State)
		q.rests(o.State)
		q.note("no alternative is taken")
		for _, t := range m.On(o.State, o.Event) {
			q.assert(apply(expr.Not, q.term(t.Guard, false)))
		}
		return q, nil
	case verify.KindBounded:
		q := in(r, o.State)
		q.show(and(q.atLeastZero(o.State)))
		return q, nil
	case verify.KindDecrease:
		q := step(r, o.Transition)
		q.show(q.lower(&m.Transitions[o.Transition]))
		return q, nil
	case verify.KindBound:
		if o.Transition >= 0 {
			q := step(r, o.Transition)
			to := m.States[m.Transitions[o.Transition].To]
			q.show(apply(expr.Le, q.with(q.term(to.Progress[0], true)), q.term(m.Bound, false)))
			return q, nil
		}
		q := begin(r)
		q.show(apply(expr.Le, q.with(q.term(m.States[m.Initial].Progress[0], false)), q.term(m.Bound, false)))
		return q, nil
	case verify.KindDeadlock:
		q := in(r, o.State)
		q.rests(o.State) // otherwise, a transition without an event is taken
		q.show(q.leadsOn(o.State))
		return q, nil
	case verify.KindArguments:
		q := begin(r)
		if o.Transition >= 0 {
			q = step(r, o.Transition)
		}
		q.show(q.accepted())
		return q, nil
	case verify.KindChild:
		q := newQuery(r)
		holds, err := ends(r, o.Call)
		q.note("concluded from the obligations of machine " + m.Calls[o.Call].Child.Name + ", which have scripts of their own")
		q.show(fmt.Sprint(holds))
		return q, err
	case verify.KindOverflow, verify.KindDivide:
		return safe(r, o).query, nil
	}
	return nil, fmt.Errorf("write an obligation of kind %q in SMT-LIB: unknown kind", o.Kind)
}

// inside writes the condition that a variable is in its declared range.
func (q *query) inside(i int, after bool) string {
	v := &q.machine.Vars[i]
	var terms []string
	if v.Min != nil {
		terms = append(terms, q.holds(verify.Fact{Var: i, Side: verify.AtLeastMin}, after))
	}
	if v.Max != nil {
		terms = append(terms, q.holds(verify.Fact{Var: i, Side: verify.AtMostMax}, after))
	}
	return and(terms)
}

func (q *query) atLeastZero(state int) (terms []string) {
	for _, p := range q.machine.States[state].Progress {
		terms = append(terms, apply(expr.Ge, q.term(p, false), "0"))
	}
	return terms
}

// lower writes the condition that progress is lower after t, in lexicographic order; a single component by more than
// the child machines cost that t starts.
func (q *query) lower(t *core.Transition) string {
	from, to := q.machine.States[t.From].Progress, q.machine.States[t.To].Progress
	last := len(from) - 1
	if last == 0 {
		return apply(expr.Gt, q.term(from[0], false), q.with(q.term(to[0], true)))
	}
	out := apply(expr.Gt, q.term(from[last], false), q.term(to[last], true))
	for k := last - 1; k >= 0; k-- {
		before, after := q.term(from[k], false), q.term(to[k], true)
		out = apply(expr.Or, apply(expr.Gt, before, after), apply(expr.And, apply(expr.Eq, before, after), out))
	}
	return out
}
