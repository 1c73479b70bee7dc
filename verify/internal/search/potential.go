package search

import (
	"cmp"
	"slices"

	"github.com/fsmgen/fsmgen/internal/explore"
	"github.com/fsmgen/fsmgen/internal/typical"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/internal/concrete"
	"github.com/fsmgen/fsmgen/verify/internal/verdict"
	"github.com/fsmgen/fsmgen/verify/obligation"
	"github.com/fsmgen/fsmgen/verify/trace"
)

// paying is a progress function with one component that is evidence for the bound alone, with the answers for the
// obligations on it, and the bound that follows.
type paying struct {
	answers []Answer
	bound   *verdict.Bound
}

// potentialsWork limits the search for a bound below the product, in operations on coefficients.
const potentialsWork = 60_000_000

// Summed looks for a function with one component that proves a lower bound than a declared
// lexicographic progress function does, or the claimed bound. It adopts the function as evidence
// for the bound; the declared one remains the progress function. If the known facts do not
// suffice, it infers more.
func (f Findings) Summed(in *Input) Findings {
	m := in.Machine
	if f.Progress == nil && m.Rank < 2 || m.Reactive() || !f.Terminates(m) {
		return f
	}
	most := m.Bound
	if product := f.Bound(in); product != nil {
		most = verdict.Begin(in.Theory, f.Ranked(m), product.Ceilings).Last
		if n := len(product.Links); n > 0 {
			most = product.Links[n-1].Expr
		}
		if m.Bound != nil || in.reached(most) {
			return f
		}
	}
	if most != nil && in.exceeded(most) {
		return f // a run refutes the claimed bound
	}
	part := *in
	part.Prover = in.Prover.Part(potentialsWork)
	if f.Progress != nil {
		if out, ok := f.summed(&part, most); ok {
			return out
		}
		return f
	}
	if out, ok := f.summed(&part, most); ok {
		return out
	}
	more, _, ok := f.Infer(&part)
	if !ok {
		return f
	}
	if out, ok := more.summed(&part, most); ok {
		return out.Prune()
	}
	return f
}

// summed adopts the function that proves the lowest bound, unless that is no lower than most, which may be nil.
func (f Findings) summed(in *Input, most expr.Expr) (out Findings, found bool) {
	bare := f
	bare.Answers, bare.Progress = nil, nil
	ways := []func(*Input) Findings{bare.synthesize, bare.Amortize, func(in *Input) Findings { return turning(bare, in) }}
	if f.Progress != nil {
		// The first ones have been tried.
		ways = []func(*Input) Findings{func(in *Input) Findings { return flat(bare, f.Progress, in) }, ways[2]}
	}
	for _, look := range ways {
		trial := look(in)
		if trial.Progress == nil {
			continue
		}
		claimed := slices.ContainsFunc(trial.Answers, func(a Answer) bool { return a.Kind == obligation.Bound })
		if claimed && slices.ContainsFunc(trial.Answers, func(a Answer) bool { return a.Status != obligation.Proved }) {
			continue
		}
		p := &verdict.Potential{Progress: trial.Progress, Evidence: map[obligation.Obligation]verdict.Evidence{}}
		for _, a := range trial.Answers {
			p.Evidence[a.Obligation] = a.Evidence
		}
		b := &bounding{in, f.Theory(in), p.Ranked(in.Machine), verdict.Bound{Potential: p}}
		if in.Machine.Bound == nil {
			if !b.first(trial.Progress) {
				continue
			}
			x := verdict.Begin(in.Theory, b.ranked, nil).Last
			if n := len(b.bound.Links); n > 0 {
				x = b.bound.Links[n-1].Expr
			}
			if most != nil && !in.improves(x, most) && (f.Progress == nil || !in.flatter(x, most)) {
				continue
			}
			most = x
		}
		out, found = f, true
		out.paid = &paying{trial.Answers, &b.bound}
		if claimed || in.reached(most) {
			break
		}
	}
	return out, found
}

// flatter reports whether a bound is of a lower degree than another one that reads a parameter without a range. So it is lower for most
// values of that.
func (in *Input) flatter(x, most expr.Expr) bool {
	return expr.Degree(x) < expr.Degree(most) && expr.Uses(most, func(s *expr.Symbol) bool {
		return s.Scope == expr.Param && s.Type.Kind == expr.Int && (in.Machine.Params[s.Index].Min == nil || in.Machine.Params[s.Index].Max == nil)
	})
}

// improves reports whether a bound is of no higher degree than another one, and no higher for the typical and all explored
// parameters, and lower in one of these ways. A lower degree alone says little about parameters with ranges.
func (in *Input) improves(x, most expr.Expr) bool {
	if expr.Degree(x) > expr.Degree(most) {
		return false
	}
	lower := expr.Degree(x) < expr.Degree(most)
	var choices [][]int64
	for _, g := range in.Graphs {
		choices = append(choices, g.Params)
	}
	if params, ok := typical.Params(in.Machine, trace.Intern(trace.Strings(in.Machine))); ok {
		choices = append(choices, params)
	}
	for _, params := range choices {
		env := concrete.Env(in.Machine, params, nil)
		other, err := expr.Eval(most, env)
		if err != nil {
			continue
		}
		value, err := expr.Eval(x, env)
		if err != nil || value > other {
			return false
		}
		lower = lower || value < other
	}
	return lower
}

// reached reports whether an expression over the parameters is the length of the longest run for all explored parameters.
func (in *Input) reached(bound expr.Expr) bool {
	for _, g := range in.Graphs {
		if g.Configs() == 0 {
			continue
		}
		value, err := expr.Eval(bound, concrete.Env(in.Machine, g.Params, nil))
		if n, endless := g.Steps(); err != nil || endless || int64(n) != value {
			return false
		}
	}
	return true
}

// longest returns the length of the longest run of a machine that can be explored to the end for all parameters.
func (in *Input) longest() (n int64, ok bool) {
	graphs := concrete.Whole(in.Prover.Context(), in.Machine, in.Graphs, maxKeyed)
	for _, g := range graphs {
		steps, endless := g.Steps()
		if endless {
			return 0, false
		}
		n = max(n, int64(steps))
	}
	return n, len(graphs) > 0
}

// begins reports whether a progress function has one component, and its greatest value where a count of transitions begins is the length
// of the longest run for all explored parameters: at the start, and after each environment event.
func (in *Input) begins(progress [][]expr.Expr) bool {
	m := in.Machine
	if len(progress[m.Initial]) != 1 {
		return false
	}
	if !m.Reactive() {
		return in.exact(progress)
	}
	for _, g := range in.Graphs {
		if g.Configs() == 0 {
			continue
		}
		most, err := expr.Eval(expr.Substitute(progress[m.Initial][0], obligation.Initially(m)), concrete.Env(m, g.Params, nil))
		g.Find(func(s trace.Step) bool {
			by := &m.Transitions[s.Transition]
			if m.Events[by.Event].Environment && by.Effect == core.Take {
				value, failed := expr.Eval(progress[by.To][0], concrete.Env(m, g.Params, s.After))
				most, err = max(most, value), cmp.Or(err, failed)
			}
			return err != nil
		})
		if n, endless := g.Steps(); err != nil || endless || int64(n) != most {
			return false
		}
	}
	return true
}

// exceeded reports whether a run is longer than an expression over the parameters.
func (in *Input) exceeded(bound expr.Expr) bool {
	return slices.ContainsFunc(in.Graphs, func(g *explore.Graph) bool {
		value, err := expr.Eval(bound, concrete.Env(in.Machine, g.Params, nil))
		n, endless := g.Steps()
		return g.Configs() > 0 && err == nil && (endless || int64(n) > value)
	})
}
