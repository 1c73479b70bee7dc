package ranking

import (
	"context"
	"math/big"

	"github.com/fsmgen/fsmgen/verify/internal/solve"
)

// Start is a place, and cases of which one holds there.
type Start struct {
	Place int
	Cases []Case
}

// Ahead finds functions of places that each of the steps lowers by 1, and that are positive in the given starts: where the steps can be
// taken many times in a row (eventual ranking functions: Bagnara and Mesnard, PPDP 2013). Elsewhere, the functions may be negative.
func Ahead(ctx context.Context, p *Problem, places, steps []int, starts []Start, work *int) ([]*Function, bool) {
	if ctx.Err() != nil || *work <= 0 {
		return nil, false
	}
	cone := &solve.Cone{}
	one := cone.Unknown()
	l := levelIn(cone, p, places, work)
	for _, i := range steps {
		step := &p.Steps[i]
		for _, c := range step.Cases {
			l.implied(c, func(s *sum) {
				l.function(s, step.From, p.Terms[step.From], 1)
				l.function(s, step.To, step.After, -1)
				s.add(nil, big.NewInt(-1), one)
			})
		}
	}
	for _, start := range starts {
		l.bounded(start.Place, start.Cases, one)
	}
	values, left := cone.Maximize([]int{one}, l.weights(nil), *work)
	*work = left
	if values == nil || values[one].Cmp(big.NewRat(1, 1)) != 0 {
		return nil, false
	}
	common := l.common(values, big.NewInt(1))
	functions := l.functions(values, common)
	for _, f := range functions {
		if f != nil {
			f.Low = true
			f.divide(common)
		}
	}
	return functions, true
}
