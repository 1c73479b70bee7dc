package smtlib

import (
	"errors"
	"fmt"
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify"
)

// child is a child machine that starts in a query. Its expressions read its parameters, which the query defines as
// the arguments.
type child struct {
	m *core.Machine
	vocabulary
	// invocation is its number, which tells the parameters apart.
	invocation int
}

// Symbol implements [dialect.Vocabulary].
func (c child) Symbol(s *expr.Symbol) string {
	return fmt.Sprintf("child.%d.%s", c.invocation, s.Name)
}

// starting defines the parameters of the child machines that start with the query: at the start or, if there is a
// step, after it.
func (q *query) starting() (list []child) {
	m := q.machine
	invocations := m.Invoked()
	if q.taken >= 0 {
		invocations = m.Transitions[q.taken].Invokes
	}
	for _, i := range invocations {
		inv := &m.Invocations[i]
		if m.Calls[inv.Call].Child == nil {
			continue
		}
		c := child{m.Calls[inv.Call].Child, vocabulary{q, q.taken >= 0}, i}
		for k, x := range inv.Args {
			line := fmt.Sprintf("(define-fun %s () %s %s)", c.Symbol(c.m.Params[k].Symbol), q.sort(x.Type()), q.term(x, q.taken >= 0))
			if !slices.Contains(q.children, line) {
				q.children = append(q.children, line)
			}
		}
		list = append(list, c)
	}
	return list
}

// accepted writes the condition that the parameters of the child machines that start are in their ranges.
func (q *query) accepted() string {
	var terms []string
	for _, c := range q.starting() {
		for _, p := range c.m.Params {
			if p.Min != nil {
				terms = append(terms, apply(expr.Ge, c.Symbol(p.Symbol), q.print(p.Min, c)))
			}
			if p.Max != nil {
				terms = append(terms, apply(expr.Le, c.Symbol(p.Symbol), q.print(p.Max, c)))
			}
		}
	}
	return and(terms)
}

// with adds to a number the bounds of the child machines that start.
func (q *query) with(term string) string {
	for _, c := range q.starting() {
		term = apply(expr.Add, term, q.print(c.m.Bound, c))
	}
	return term
}

// ranged reports whether one of the child machines of invocations has a parameter with a range.
func ranged(m *core.Machine, invocations []int) bool {
	return slices.ContainsFunc(invocations, func(i int) bool {
		child := m.Calls[m.Invocations[i].Call].Child
		return child != nil && slices.ContainsFunc(child.Params, func(p core.Param) bool { return p.Min != nil || p.Max != nil })
	})
}

// ended reports whether an event is a result of a call that may have ended in a state: one of its results is ignored
// there.
func ended(m *core.Machine, state, event int) bool {
	return m.Events[event].Result && slices.ContainsFunc(m.Calls[m.Caller(event)].Results, func(result int) bool {
		return slices.ContainsFunc(m.On(state, result), func(t core.Transition) bool { return t.Effect == core.Ignore })
	})
}

// ends checks what the report on a child machine concludes, and reports whether it is that the machine ends within
// its bound.
func ends(r *verify.Report, call int) (bool, error) {
	at := slices.IndexFunc(r.Children, func(c *verify.Report) bool { return c.Machine == r.Machine.Calls[call].Child })
	if at < 0 {
		return false, fmt.Errorf("there is no report on the child machine %s", r.Machine.Calls[call].Name)
	}
	c := r.Children[at]
	stuck := slices.ContainsFunc(c.Obligations, func(o verify.Obligation) bool { return o.Kind == verify.KindDeadlock && o.Status != verify.Proved })
	if err := errors.Join(match(c, required(c)), conclude(c)); err != nil {
		return false, fmt.Errorf("child machine %s: %w", c.Machine.Name, err)
	}
	return c.Termination == verify.Proved && c.Bound.Status == verify.Proved && c.Bound.Expr == c.Machine.Bound && !stuck, nil
}
