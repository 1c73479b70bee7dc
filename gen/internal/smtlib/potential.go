package smtlib

import (
	"fmt"

	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify"
)

// potentialScripts returns the queries about the function that shows the bound, if that is not the progress function: those
// about a progress function, and that it starts at or below the bound. A report says that the bound is proved if it has
// such a function, so solvers should answer unsat.
func potentialScripts(r *verify.Report) ([]Script, error) {
	if r.Bound.Potential == nil {
		return nil, nil
	}
	// The valid parameters and the facts stay those of the report.
	paying := *r
	paying.Synthesized, paying.Mathematical = nil, true
	for _, x := range r.Bound.Potential {
		paying.Synthesized = append(paying.Synthesized, []expr.Expr{x})
	}
	m := paying.Ranked()
	for s, x := range r.Bound.Potential {
		if lit, ok := x.(*expr.Lit); m.Terminal(s) && (!ok || lit.Value != 0) {
			return nil, fmt.Errorf("check the report: the function that shows the bound is not 0 in the terminal state %s", m.States[s].Name)
		}
	}
	l := &list{report: &paying, machine: m}
	l.progress()
	for s := range m.States {
		o := verify.Obligation{Kind: verify.KindDivide, Transition: -1, State: s, Event: -1, Var: -1, Invariant: -1, Call: -1, Goal: -1, Cost: -1}
		if safe(&paying, &o).asks {
			l.obligations = append(l.obligations, o)
		}
	}
	var scripts []Script
	add := func(name string, q *query) {
		scripts = append(scripts, q.script("function of the bound: "+name, -1, verify.Proved, "unsat"))
	}
	for i := range l.obligations {
		o := &l.obligations[i]
		if o.Kind == verify.KindBound && o.Transition < 0 {
			continue // below, also for a bound that the spec does not claim
		}
		q, err := obligation(&paying, o)
		if err != nil {
			return nil, err
		}
		add(title(m, o), q)
	}
	q := begin(&paying)
	q.show(apply(expr.Le, q.with(q.term(m.States[m.Initial].Progress[0], false)), q.term(r.Bound.Expr, false)))
	add("bound: at the start", q)
	return scripts, nil
}
