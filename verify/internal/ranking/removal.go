package ranking

import (
	"context"
	"slices"
)

// maxComponents bounds the functions that are compared.
const maxComponents = 8

// Find returns a ranking function, or false when the methods here find none with
// the work that they may do or the context is done. Work is that on linear programs,
// in operations on coefficients, of which a second has some 100 million or more; Find
// takes off what it does.
func Find(ctx context.Context, p *Problem, work *int) (*Result, bool) {
	r := &Result{Components: make([][]Function, p.Places)}
	component, levels := components(p)
	r.Levels = levels
	for c := range slices.Max(append(slices.Clone(component), -1)) + 1 {
		var places []int
		for s := range p.Places {
			if component[s] == c {
				places = append(places, s)
			}
		}
		var inside []int
		for i := range p.Steps {
			if step := &p.Steps[i]; step.To >= 0 && component[step.From] == c && component[step.To] == c {
				inside = append(inside, i)
			}
		}
		for len(inside) > 0 {
			list, rest := remove(ctx, p, places, inside, work)
			if len(list) == 0 || ctx.Err() != nil || len(r.Components[places[0]])+len(list) > maxComponents {
				return nil, false
			}
			for _, functions := range list {
				for _, s := range places {
					r.Components[s] = append(r.Components[s], *functions[s])
				}
			}
			inside = rest
		}
	}
	return r, true
}

// remove finds functions that none of the steps raises and some lower, or several that are compared. It
// returns the steps that are left. The list is empty if there are none.
func remove(ctx context.Context, p *Problem, places, steps []int, work *int) (list [][]*Function, rest []int) {
	if functions, rest, ok := falling(ctx, p, places, steps, work); ok {
		return [][]*Function{functions}, rest
	}
	return nested(ctx, p, places, steps, work), nil
}

// falling finds functions that none of the steps raises and some lower. It
// returns the steps that are left.
func falling(ctx context.Context, p *Problem, places, steps []int, work *int) (functions []*Function, rest []int, ok bool) {
	l := newLevel(p, places, work)
	for _, s := range places {
		l.bounded(s, p.Facts[s], -1)
	}
	for _, i := range steps {
		l.fall(&p.Steps[i], true)
	}
	if functions, goals, ok := l.solve(); ok {
		for n, i := range steps {
			if goals[n].Sign() <= 0 {
				rest = append(rest, i)
			}
		}
		if len(rest) < len(steps) {
			return functions, rest, true
		}
	}
	for _, one := range steps {
		if functions, ok := single(ctx, p, places, steps, one, nil, work); ok {
			return functions, without(steps, one), true
		}
	}
	if len(steps) > maxLow {
		return nil, nil, false
	}
	for _, one := range steps {
		others := without(steps, one)
		lows := [][]int{others}
		for _, other := range others {
			lows = append(lows, []int{other})
		}
		for _, low := range lows {
			if functions, ok := single(ctx, p, places, steps, one, low, work); ok && len(low) > 0 {
				return functions, others, true
			}
		}
	}
	return nil, nil, false
}

// maxLow bounds the steps of which some are tried to lead to 0 or below.
const maxLow = 10

func without(steps []int, one int) []int {
	return slices.DeleteFunc(slices.Clone(steps), func(i int) bool { return i == one })
}

// single finds functions that one step lowers from above 0 and no other raises: those
// in low lead to 0 or below, where the functions do not count.
func single(ctx context.Context, p *Problem, places, steps []int, one int, low []int, work *int) ([]*Function, bool) {
	if ctx.Err() != nil || *work <= 0 {
		return nil, false
	}
	l := newLevel(p, places, work)
	unknown := l.fall(&p.Steps[one], true)
	for _, i := range steps {
		switch {
		case i == one:
		case slices.Contains(low, i):
			l.below(&p.Steps[i])
		default:
			l.fall(&p.Steps[i], false)
		}
	}
	l.bounded(p.Steps[one].From, p.Steps[one].Cases, unknown)
	functions, goals, ok := l.solve()
	if !ok || goals[0].Sign() <= 0 {
		return nil, false
	}
	for _, f := range functions {
		if f != nil {
			f.Low = true
		}
	}
	return functions, true
}

// components numbers the strongly connected components from 0, and gives each
// place a level: 1 where steps lead nowhere else, and above all to which they
// lead in other components.
func components(p *Problem) (component, levels []int) {
	reach := make([][]bool, p.Places)
	for s := range reach {
		reach[s] = make([]bool, p.Places)
	}
	for _, step := range p.Steps {
		if step.To >= 0 {
			reach[step.From][step.To] = true
		}
	}
	for k := range p.Places {
		for i := range p.Places {
			for j := range p.Places {
				reach[i][j] = reach[i][j] || reach[i][k] && reach[k][j]
			}
		}
	}
	component, levels = make([]int, p.Places), make([]int, p.Places)
	count := 0
	for s := range p.Places {
		component[s] = count
		for t := range s {
			if reach[s][t] && reach[t][s] {
				component[s] = component[t]
			}
		}
		if component[s] == count {
			count++
		}
	}
	for s := range levels {
		levels[s] = 1
	}
	for again := true; again; {
		again = false
		for i := range p.Places {
			for j := range p.Places {
				low := levels[j]
				if component[i] != component[j] {
					low++
				}
				if reach[i][j] && levels[i] < low {
					levels[i], again = low, true
				}
			}
		}
	}
	return component, levels
}
