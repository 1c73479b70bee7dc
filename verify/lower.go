package verify

import (
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/internal/search"
	"github.com/fsmgen/fsmgen/verify/internal/strategy"
	"github.com/fsmgen/fsmgen/verify/internal/verdict"
)

// reach looks for a run pattern that is proved to take as many transitions as the bound.
func reach(in *search.Input, r *Report, found *search.Findings, evidence *verdict.Case, judged *verdict.Judgment, children map[*core.Machine]*verdict.Reach, watch func(string)) *verdict.Reach {
	bound := judged.UnlessOverflow.Bound
	if bound == nil || r.Bound.Status == Refuted || in.Prover.Done() {
		return nil
	}
	watch("looking for a longest run for all parameters")
	s := strategy.Find(&strategy.Input{
		Machine: evidence.Ranked(), Graphs: in.Graphs, Prover: in.Prover, Theory: in.Theory.Assuming(judged.Facts),
		Bound: bound, Hints: search.Hints(in),
	})
	if s == nil {
		return nil
	}
	return verdict.Reaches(evidence, judged, s, children)
}

var _ expr.Expr
