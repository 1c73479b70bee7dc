package search

import (
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/internal/verdict"
)

// Enough looks for the evidence that no run takes longer than a claimed time in nanoseconds, given limits of time. It returns nil
// if it finds none.
func Enough(in *Input, claimed expr.Expr, limits []*verdict.Time) (list []verdict.Enough) {
	for _, time := range verdict.Least(claimed) {
		found := false
		for _, limit := range limits {
			p := verdict.Covers(in.Theory, time, limit)
			if proof := in.Prover.Prove(p.Facts, p.Goal); proof != nil {
				list, found = append(list, verdict.Enough{Limit: limit, Proof: proof}), true
				break
			}
		}
		if !found {
			return nil
		}
	}
	return list
}
