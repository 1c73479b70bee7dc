package ranking

import (
	"context"
	"math/big"
)

// raiseWeight is how much less a raise counts than a factor of a function in [Extend].
const raiseWeight = 1000

// Extend finds functions for the places of a strongly connected component that one of its steps lowers from above 0, and that no other
// raises, but for some steps, which may raise them by numbers that are as low as possible. The functions count only where they are
// positive. They may differ between places, so they follow a value from one variable to another.
func Extend(ctx context.Context, p *Problem, places, steps []int, one int, may func(step int) bool, work *int) ([]*Function, bool) {
	if ctx.Err() != nil || *work <= 0 {
		return nil, false
	}
	l := newLevel(p, places, work)
	unknown := l.fall(&p.Steps[one], true)
	var raises []int
	for _, i := range steps {
		switch {
		case i == one:
		case may(i):
			raises = append(raises, l.raise(&p.Steps[i]))
		default:
			l.fall(&p.Steps[i], false)
		}
	}
	l.bounded(p.Steps[one].From, p.Steps[one].Cases, unknown)
	weights := l.weights(nil)
	for _, u := range raises {
		for len(weights) <= u {
			weights = append(weights, 0)
		}
		weights[u] = raiseWeight
	}
	values, left := l.cone.Maximize(l.goals, weights, *work)
	*work = left
	if values == nil || values[unknown].Cmp(big.NewRat(1, 1)) != 0 {
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

// raise demands that a step raises the function by at most the unknown that is returned.
func (l *level) raise(step *Step) (unknown int) {
	unknown = l.cone.Unknown()
	for _, c := range step.Cases {
		l.implied(c, func(s *sum) {
			l.function(s, step.From, l.problem.Terms[step.From], 1)
			l.function(s, step.To, step.After, -1)
			s.add(nil, big.NewInt(1), unknown)
		})
	}
	return unknown
}
