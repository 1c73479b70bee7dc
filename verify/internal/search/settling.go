package search

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/certificate"
	"github.com/fsmgen/fsmgen/verify/internal/concrete"
	"github.com/fsmgen/fsmgen/verify/internal/notation"
	"github.com/fsmgen/fsmgen/verify/obligation"
)

// Settling guesses bounds that a machine with environment events could claim, the lowest
// first: limits on progress where the count of transitions starts. There are none for a
// lexicographic progress function.
func (f *Findings) Settling(in *Input) (bounds []expr.Expr) {
	ranked := f.Ranked(in.Machine)
	if ranked.Rank != 1 {
		return nil
	}
	longest, known := in.longest()
	if known {
		if x := expr.Simplify(obligation.AtStart(ranked)); len(in.Machine.Params) > 0 && in.reached(x) {
			bounds = append(bounds, x)
		}
		bounds = append(bounds, expr.Number(longest))
	}
	w := notation.New(in.Machine, in.Theory.Params())
	m := ranged(in.Machine, f.Candidates)
	most, ok := ceiling(w, m, obligation.AtStart(ranked))
	if !ok {
		return bounds
	}
	for i := range ranked.Transitions {
		t := &ranked.Transitions[i]
		if t.Effect != core.Take || !ranked.Events[t.Event].Environment {
			continue
		}
		progress := ranked.States[t.To].Progress[0]
		if cost := ranked.ChildCost(t.Invokes); cost != nil {
			progress = &expr.Binary{Op: expr.Add, X: progress, Y: cost}
		}
		p, ok := ceiling(w, m, expr.Simplify(expr.Substitute(progress, t.Updated)))
		if !ok {
			p, ok = ceiling(w, m, progress)
		}
		if !ok {
			return bounds
		}
		most = larger(most, p)
	}
	if x, ok := w.Expression(most); ok {
		if bounds = append(bounds, x); known && in.reached(x) {
			slices.Reverse(bounds) // for fewer parameters, this is lower than a number
		}
		if above := in.above(x); above > 0 {
			if x, ok := w.Expression(most.Sub(certificate.Constant(above))); ok {
				bounds = slices.Insert(bounds, len(bounds)-1, x)
			}
		}
	}
	return bounds
}

// ranged returns a machine whose variables have the upper limits that were inferred, in any state, where the spec declares none. It is for
// guesses.
func ranged(m *core.Machine, candidates []Candidate) *core.Machine {
	out := *m
	out.Vars = slices.Clone(m.Vars)
	for i := range candidates {
		c := &candidates[i]
		if !c.Stands || c.Invariant == nil {
			continue
		}
		b, ok := c.Invariant.Expr.(*expr.Binary)
		if !ok || b.Op != expr.Le {
			continue
		}
		x, ok := b.X.(*expr.Ref)
		if !ok || x.Symbol.Scope != expr.Var || expr.Uses(b.Y, func(s *expr.Symbol) bool { return s.Scope != expr.Param }) {
			continue
		}
		if v := &out.Vars[x.Symbol.Index]; v.Max == nil {
			v.Max = b.Y
		}
	}
	return &out
}

// above returns how far a bound is above the longest runs, if that is the same number for
// all explored parameters, and otherwise 0.
func (in *Input) above(bound expr.Expr) int64 {
	distance := int64(-1)
	for _, g := range in.Graphs {
		if g.Configs() == 0 {
			continue
		}
		limit, err := expr.Eval(bound, concrete.Env(in.Machine, g.Params, nil))
		n, endless := g.Steps()
		if err != nil || endless || distance >= 0 && limit-int64(n) != distance {
			return 0
		}
		distance = max(0, limit-int64(n))
	}
	return max(0, distance)
}

// Claiming returns the input for the same machine with a claimed bound, and its findings,
// or nil if the progress function is not proved to be within the bound. Their proofs are
// new, because facts about the parameters depend on the bound.
func (f *Findings) Claiming(in *Input, bound expr.Expr) (*Input, *Findings) {
	m := *in.Machine
	m.Bound = bound
	claiming := NewInput(&m, in.Graphs, in.Prover)
	claiming.Children, claiming.Ends, claiming.Timely = in.Children, in.Ends, in.Timely
	out := Findings{Progress: f.Progress, Mathematical: f.Mathematical}
	for i := range f.Candidates {
		if c := &f.Candidates[i]; c.Stands {
			out.Candidates = append(out.Candidates, Candidate{Claim: c.Claim, Stands: true, guessed: c.guessed})
		}
	}
	out.Candidates = Settle(claiming, out.Candidates, in.Prover)
	theory, ranked := out.Theory(claiming), out.Ranked(&m)
	for _, o := range obligation.Ranking(ranked, f.Mathematical) {
		if o.Kind != obligation.Bound {
			continue
		}
		a, _ := certify(in.Prover, theory, ranked, o)
		if a.Status != obligation.Proved {
			return nil, nil
		}
		out.Answers = append(out.Answers, a)
	}
	out = out.Answer(claiming, nil, func(string) {})
	return claiming, &out
}
