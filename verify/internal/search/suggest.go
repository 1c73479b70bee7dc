package search

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/certificate"
	"github.com/fsmgen/fsmgen/verify/internal/concrete"
	"github.com/fsmgen/fsmgen/verify/internal/encode"
	"github.com/fsmgen/fsmgen/verify/obligation"
)

// maxSuggested limits the obligations for which a fact is suggested.
const maxSuggested = 6

// suggester looks for facts that would prove unproved obligations.
type suggester struct {
	*Input
	candidates []Candidate
	guesses    []core.Invariant
	// suggested is the number of obligations tried so far.
	suggested int
}

// suggest returns the simplest unproved guess that no explored configuration violates and
// that would prove the failed problem. It returns nil if there is none.
func (s *suggester) suggest(o obligation.Obligation, failed encode.Problem) (out *core.Invariant) {
	state := o.From(s.Machine)
	if s.suggested == maxSuggested || len(s.guesses) == 0 || state < 0 {
		return nil
	}
	s.suggested++
	prover := s.Prover.Guessing(maxInferred)
	length := 0
	for i := range s.guesses {
		g := &s.guesses[i]
		n := effort(g.Expr)
		if g.State != state || out != nil && n >= length || s.stands(g) {
			continue
		}
		e := failed.Encoder()
		fact := e.Formula(g.Expr)
		if prover.Prove(slices.Concat(failed.Facts, e.Facts(), []certificate.Formula{fact}), failed.Goal) != nil && s.survives(g) {
			out, length = g, n
		}
	}
	return out
}

// Doubted drops the suggestions that an explored configuration violates: more may have been explored since.
func (f Findings) Doubted(in *Input) Findings {
	s := &suggester{Input: in}
	f.Answers = slices.Clone(f.Answers)
	for i := range f.Answers {
		a := &f.Answers[i]
		if a.Suggested != nil && !s.survives(&core.Invariant{State: a.From(in.Machine), Expr: a.Suggested}) {
			a.Suggested = nil
		}
	}
	return f
}

// survives reports whether no explored configuration violates a guess, including those
// that were not sampled before, and no initial value does either.
func (s *suggester) survives(guess *core.Invariant) bool {
	for _, g := range s.Graphs {
		for c := range g.All() {
			if c.State != guess.State {
				continue
			}
			if holds, err := expr.Eval(guess.Expr, concrete.Env(s.Machine, g.Params, c.Vars)); err != nil || holds == 0 {
				return false
			}
		}
	}
	return guess.State != s.Machine.Initial || example(s.Prover, s.Input.Theory.Initially(encode.Claim{Var: -1, Invariant: guess})) == ""
}

// stands reports whether a guess is among the candidates that stand.
func (s *suggester) stands(g *core.Invariant) bool {
	return slices.ContainsFunc(s.candidates, func(c Candidate) bool { return c.Stands && c.Invariant == g })
}

// effort measures the complexity of an expression: the length of its text, plus a penalty
// for numbers that may be coincidental.
func effort(x expr.Expr) int {
	n := len(expr.Print(x, expr.Spec))
	expr.Walk(x, func(part expr.Expr) {
		if lit, ok := part.(*expr.Lit); ok && lit.T.Kind == expr.Int && lit.Value != 0 && lit.Value != 1 {
			n += 100
		}
	})
	return n
}
