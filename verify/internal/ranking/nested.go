package ranking

import (
	"context"
	"math/big"
	"slices"

	"github.com/fsmgen/fsmgen/verify/internal/solve"
)

const (
	// maxDepth limits the functions of a nested ranking function, and maxNested the steps for which one is sought.
	maxDepth  = 5
	maxNested = 8
	// maxStarts limits the choices of the functions with which steps start.
	maxStarts = 60
)

// nested finds a nested ranking function of the steps (Leike and Heizmann, TACAS 2014; Ben-Amram and Genaim, CAV 2017): functions f1 to
// fn. Each step starts with one of them, which it lowers. It raises none before that one, and lowers each later one as soon as the one
// before it is at most 0. The last one is at least 0 where a step is taken. So the functions are to be compared where they are positive. The result
// has one list of functions for each of them, or is nil. The single steps of [falling] look at one function at a time, so they find
// the first ones that fall, but not those that later ones need.
func nested(ctx context.Context, p *Problem, places, steps []int, work *int) (list [][]*Function) {
	if len(steps) > maxNested {
		return nil
	}
	tried := 0
	for depth := 2; depth <= maxDepth; depth++ {
		for _, starts := range startsOf(len(steps), depth) {
			if tried++; tried > maxStarts || ctx.Err() != nil || *work <= 0 {
				return nil
			}
			if list := nest(p, places, steps, starts, depth, work); list != nil {
				return list
			}
		}
	}
	return nil
}

// startsOf lists choices of the function with which each step starts: all start with the first one, or one step does, and so on.
func startsOf(steps, depth int) (out [][]int) {
	out = [][]int{make([]int, steps)}
	for i := 0; i < len(out) && len(out) < maxStarts; i++ {
		for k := range steps {
			next := slices.Clone(out[i])
			if next[k]++; next[k] < depth && !slices.ContainsFunc(out, func(o []int) bool { return slices.Equal(o, next) }) {
				out = append(out, next)
			}
		}
	}
	// Some step lowers the first function.
	return slices.DeleteFunc(out, func(o []int) bool { return !slices.Contains(o, 0) })
}

// nest is nested for a number of functions, and the ones with which the steps start.
func nest(p *Problem, places, steps, starts []int, depth int, work *int) (list [][]*Function) {
	cone := &solve.Cone{}
	one := cone.Unknown()
	var levels []*level
	for range depth {
		levels = append(levels, levelIn(cone, p, places, work))
	}
	for k, l := range levels {
		for n, i := range steps {
			step := &p.Steps[i]
			for _, c := range step.Cases {
				l.implied(c, func(s *sum) {
					l.function(s, step.From, p.Terms[step.From], 1)
					l.function(s, step.To, step.After, -1)
					if k > starts[n] {
						levels[k-1].function(s, step.From, p.Terms[step.From], 1)
					}
					if k >= starts[n] {
						s.add(nil, big.NewInt(-1), one)
					}
				})
			}
			if k == depth-1 {
				l.bounded(step.From, step.Cases, -1)
			}
		}
	}
	var weights []int64
	for _, l := range levels {
		weights = l.weights(weights)
	}
	values, left := cone.Maximize([]int{one}, weights, *work)
	*work = left
	if values == nil || values[one].Cmp(big.NewRat(1, 1)) != 0 {
		return nil
	}
	common := big.NewInt(1)
	for _, l := range levels {
		common = l.common(values, common)
	}
	for k, l := range levels {
		functions := l.functions(values, common)
		for _, f := range functions {
			if f != nil {
				f.Low = true
				if k == depth-1 {
					f.Number.Add(f.Number, big.NewInt(1)) // 0 is above what follows
				}
			}
		}
		list = append(list, functions)
	}
	return list
}
