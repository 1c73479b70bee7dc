package verify

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/certificate"
)

// maxSuggested bounds the obligations that a fact is looked for of which would
// prove them.
const maxSuggested = 6

// suggest returns a guess that is not proved, that no configuration explored
// breaks, and from which the problem that failed would follow; of several the
// simplest.
func (v *verifier) suggest(o *Obligation, failed *problem) (out *core.Invariant) {
	state := o.State
	if o.Transition >= 0 {
		state = v.machine.Transitions[o.Transition].From
	}
	if v.suggested == maxSuggested || len(v.tried) == 0 || state < 0 {
		return nil
	}
	v.suggested++
	budget := maxInferred
	v.budget = &budget
	defer func() { v.budget = nil }()
	length := 0
	for i := range v.tried {
		g := &v.tried[i]
		n := effort(g.Expr)
		if g.State != state || out != nil && n >= length || v.stands(g) {
			continue
		}
		e := failed.encoder.fork()
		fact := e.formula(g.Expr)
		if v.prove(slices.Concat(failed.hypotheses, e.facts, []certificate.Formula{fact}), failed.goal) != nil && v.survives(g) {
			out, length = g, n
		}
	}
	return out
}

// survives reports whether no configuration explored breaks a guess, those that
// it was not held against before included, and no first value does either.
func (v *verifier) survives(guess *core.Invariant) bool {
	for _, g := range v.graphs {
		for c := range g.All() {
			if c.State != guess.State {
				continue
			}
			if holds, err := expr.Eval(guess.Expr, valueEnv(v.machine, g.Params, c.Vars)); err != nil || holds == 0 {
				return false
			}
		}
	}
	if guess.State != v.machine.Initial {
		return true
	}
	e := v.base.fork()
	start := e.problem(e.formula(expr.Substitute(guess.Expr, func(s *expr.Symbol) expr.Expr {
		if s.Scope != expr.Var {
			return nil
		}
		return v.machine.Vars[s.Index].Init
	})))
	return start.example() == ""
}

// stands reports whether a guess is among the claims that are known to hold.
func (v *verifier) stands(g *core.Invariant) bool {
	return slices.ContainsFunc(v.claims, func(c claim) bool {
		return c.guessed && c.stands && v.machine.Invariants[c.invariant].State == g.State && v.machine.Invariants[c.invariant].Expr == g.Expr
	})
}

// effort is how much there is to say in an expression: its letters, and more for
// numbers that may be mere chance.
func effort(x expr.Expr) int {
	n := len(expr.Print(x, expr.Spec))
	expr.Walk(x, func(part expr.Expr) {
		if lit, ok := part.(*expr.Lit); ok && lit.T.Kind == expr.Int && lit.Value != 0 && lit.Value != 1 {
			n += 100
		}
	})
	return n
}
