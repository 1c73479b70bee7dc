package concrete

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/fsmgen/fsmgen/internal/explore"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

const (
	// maxTelling limits the parameter choices that are explored because of constants.
	maxTelling = 256
	// maxTellingMoves limits the work for one of them, and allTellingMoves that for all.
	maxTellingMoves = 1 << 20
	allTellingMoves = 1 << 21
)

// Further explores m for parameter values at and beside the constants of its expressions, which decide what a
// guard such as n > 20 does. It tries all combinations if they are few; otherwise one parameter has such a value, and
// all others the smallest one, or all have the same. It leaves out the parameters of the given graphs. The arguments are
// those of [Explore].
func Further(ctx context.Context, m *core.Machine, known []*explore.Graph, limits Limits, watch func(string)) (graphs []*explore.Graph) {
	memory, of := limits.Memory, limits.Effort.Of
	most, moves := of(firstConfigs), 0
	choices := telling(m, known)
	if memory > 0 {
		used := int64(0)
		for _, g := range known {
			used += int64(g.Configs())
		}
		most = int(min(int64(most), (memory/configSize-used)/int64(max(len(choices), 1))))
	}
	for i, params := range choices {
		if ctx.Err() != nil || most <= 0 || moves > of(allTellingMoves) {
			break
		}
		watch(fmt.Sprintf("exploring parameter choice %d of %d at constants of the spec", i+1, len(choices)))
		g := explore.Within(ctx, m, params, most, of(maxTellingMoves))
		moves += g.Moves() + g.Prepared()
		graphs = append(graphs, g)
	}
	return graphs
}

// telling lists choices of parameter values, those with the smallest first.
func telling(m *core.Machine, known []*explore.Graph) (choices [][]int64) {
	if len(known) == 0 {
		return nil
	}
	values := constants(m)
	add := func(choice []int64) {
		same := func(c []int64) bool { return slices.Equal(c, choice) }
		if !slices.ContainsFunc(known, func(g *explore.Graph) bool { return same(g.Params) }) && !slices.ContainsFunc(choices, same) && inRange(m, choice) && limited(m, choice) {
			choices = append(choices, choice)
		}
	}
	for _, choice := range combined(m, known[0].Params, values) {
		add(choice)
	}
	for _, v := range values {
		all := slices.Clone(known[0].Params)
		for i, p := range m.Params {
			if p.Type.Kind == expr.Int {
				one := slices.Clone(known[0].Params)
				one[i], all[i] = v, v
				add(one)
			}
		}
		add(all)
	}
	slices.SortStableFunc(choices, bySize)
	return choices[:min(len(choices), maxTelling)]
}

// combined lists all combinations of values of int parameters, or none if there are more than maxTelling. The other
// parameters have those of base.
func combined(m *core.Machine, base, values []int64) [][]int64 {
	choices := [][]int64{base}
	for i, p := range m.Params {
		if p.Type.Kind != expr.Int {
			continue
		}
		var longer [][]int64
		for _, c := range choices {
			for _, v := range values {
				next := slices.Clone(c)
				if next[i] = v; inRange(m, next) {
					longer = append(longer, next)
				}
			}
			if len(longer) > maxTelling {
				return nil
			}
		}
		choices = longer
	}
	return choices
}

// constants lists the ints in the expressions of m, with their neighbors, once each.
func constants(m *core.Machine) (values []int64) {
	m.Evaluated(func(x expr.Expr) {
		expr.Walk(x, func(part expr.Expr) {
			lit, ok := part.(*expr.Lit)
			if !ok || lit.T.Kind != expr.Int || lit.Value == math.MinInt64 || lit.Value == math.MaxInt64 {
				return
			}
			values = append(values, lit.Value-1, lit.Value, lit.Value+1)
		})
	})
	slices.Sort(values)
	return slices.Compact(values)
}

// inRange reports whether the int parameters are in their ranges.
func inRange(m *core.Machine, params []int64) bool {
	env := Env(m, params, nil)
	for i, p := range m.Params {
		for _, end := range []struct {
			limit expr.Expr
			sign  int
		}{{p.Min, 1}, {p.Max, -1}} {
			if end.limit == nil {
				continue
			}
			v, err := expr.Eval(end.limit, env)
			if err != nil || cmp.Compare(params[i], v) == -end.sign {
				return false
			}
		}
	}
	return true
}
