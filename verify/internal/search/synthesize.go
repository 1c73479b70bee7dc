package search

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/internal/synthesis"
	"github.com/fsmgen/fsmgen/verify/internal/verdict"
	"github.com/fsmgen/fsmgen/verify/obligation"
)

// fitWork limits the work to fit functions to the longest runs.
const fitWork = 50_000_000

// synthesize looks for a progress function with one component. It adopts the first
// candidate that proves termination and the claimed bound or, if there is none, the first
// that proves termination.
func (f Findings) synthesize(in *Input) Findings { return fitted(f, in, false) }

// fitted is [Findings.synthesize]. If mathematical is true, the values of the function are numbers of any size.
func fitted(f Findings, in *Input, mathematical bool) Findings {
	best := f
	allowed := in.Prover.Allow(fitWork)
	left := allowed
	candidates := synthesis.Candidates(in.Machine, in.Graphs, &left)
	in.Prover.Spend(allowed-left, left <= 0)
	for _, candidate := range candidates {
		if f.Attempt == nil && candidate.Exact() {
			f.Attempt = scalar(candidate.Progress())
		}
		trial, ok, bounded := f.try(in, candidate, mathematical)
		if ok && (best.Progress == nil || bounded) {
			best = trial
		}
		if bounded {
			break
		}
	}
	if best.Progress == nil {
		best.Attempt = f.Attempt
	}
	return best
}

// try returns findings that adopt the candidate. ok reports whether all obligations on it
// are proved, except perhaps those on the bound, and bounded whether those are proved
// too. The facts may allow more configurations than the machine can reach, for which the
// candidate may be too low, so a state in which a proof fails is tried again with a
// minimum value.
func (f Findings) try(in *Input, candidate *synthesis.Candidate, mathematical bool) (trial Findings, ok, bounded bool) {
	for {
		trial, broken, bounded := f.taking(in, scalar(candidate.Progress()), mathematical)
		if broken == nil {
			return trial, true, bounded
		}
		floored, ok := candidate.Floored(broken.From(in.Machine))
		if !ok || broken.Kind == obligation.Overflow {
			return f, false, false
		}
		candidate = floored
	}
}

// taking returns findings with a progress function and the answers for all obligations on
// it. broken is the first unproved obligation on which termination depends, or nil.
// bounded reports whether the obligations on the claimed bound are proved.
func (f Findings) taking(in *Input, progress [][]expr.Expr, mathematical bool) (out Findings, broken *obligation.Obligation, bounded bool) {
	out, bounded = f, true
	out.Progress, out.Mathematical, out.Attempt = progress, mathematical, nil
	out.Answers = slices.Clip(f.Answers)
	theory := f.Theory(in)
	ranked := verdict.Declaring(in.Machine, progress)
	for _, o := range obligation.Ranking(ranked, mathematical) {
		a, failed := certify(in.Prover, theory, ranked, o)
		if a.Status != obligation.Proved {
			if o.Kind.Terminates() {
				return f, &o, false
			}
			if failed != nil {
				a.Missing = example(in.Prover, *failed)
			}
			bounded = false
		}
		out.Answers = append(out.Answers, a)
	}
	return out, nil, bounded
}

// scalar returns a progress function with one component.
func scalar(progress []expr.Expr) [][]expr.Expr {
	out := make([][]expr.Expr, len(progress))
	for s := range progress {
		out[s] = progress[s : s+1 : s+1]
	}
	return out
}
