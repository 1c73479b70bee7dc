package smtlib

import (
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify"
)

// factScripts returns the scripts that justify the assumptions of the other scripts: the
// facts hold at the start, and each transition preserves them.
func factScripts(r *verify.Report) []Script {
	if len(r.Facts) == 0 {
		return nil
	}
	m := r.Ranked()
	start := begin(r)
	start.show(start.all(m.Initial, false))
	scripts := []Script{start.script("facts: at the start", -1, verify.Proved, "unsat")}
	for i := range m.Transitions {
		t := &m.Transitions[i]
		if t.Effect != core.Take {
			continue
		}
		q := step(r, i)
		q.show(q.all(t.To, true))
		scripts = append(scripts, q.script("facts: "+m.Label(i), -1, verify.Proved, "unsat"))
	}
	return scripts
}

// all writes the condition that the facts about a state hold.
func (q *query) all(state int, after bool) string {
	var terms []string
	for _, f := range q.report.Facts {
		if concerns(q.machine, f, state) {
			terms = append(terms, q.holds(f, after))
		}
	}
	return and(terms)
}

// concerns reports whether a fact is about configurations in a state.
func concerns(m *core.Machine, f verify.Fact, state int) bool {
	about := -1
	if f.Var >= 0 {
		about = m.Vars[f.Var].State
	} else {
		about = m.Invariants[f.Invariant].State
	}
	return about < 0 || about == state
}

// holds writes a fact, before or after the step.
func (q *query) holds(f verify.Fact, after bool) string {
	if f.Var < 0 {
		return q.term(q.machine.Invariants[f.Invariant].Expr, after)
	}
	v := &q.machine.Vars[f.Var]
	value := q.symbol(v.Symbol, after)
	switch f.Side {
	case verify.AtLeastMin:
		return apply(expr.Ge, value, q.term(v.Min, after))
	case verify.AtMostMax:
		return apply(expr.Le, value, q.term(v.Max, after))
	}
	return q.fits(value)
}
