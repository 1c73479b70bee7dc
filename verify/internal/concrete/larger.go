package concrete

import (
	"context"
	"slices"

	"github.com/fsmgen/fsmgen/internal/explore"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

const (
	// largerConfigs limits the configurations of each choice of larger parameters, and largerMoves the work for it.
	largerConfigs = 1 << 13
	largerMoves   = 1 << 17
)

// Larger explores m for its defaults, and for one int parameter or all at some larger values, the smallest first, where a function
// says that this is worth the work.
func Larger(ctx context.Context, m *core.Machine, known []*explore.Graph, worth func(params []int64) bool) (graphs []*explore.Graph) {
	if len(known) == 0 {
		return nil
	}
	base := known[0].Params
	var choices [][]int64
	add := func(choice []int64) {
		same := func(c []int64) bool { return slices.Equal(c, choice) }
		if inRange(m, choice) && limited(m, choice) && !slices.ContainsFunc(choices, same) && worth(choice) {
			choices = append(choices, choice)
		}
	}
	initial := slices.Clone(base)
	for i, p := range m.Params {
		if p.Default != nil {
			initial[i], _ = expr.Eval(p.Default, Env(m, initial, nil))
		}
	}
	add(initial)
	for _, n := range []int64{8, 32, 128} {
		all := slices.Clone(base)
		for i, p := range m.Params {
			if p.Type.Kind != expr.Int {
				continue
			}
			one := slices.Clone(base)
			one[i], all[i] = n, n
			if p.Max != nil {
				if most, err := expr.Eval(p.Max, Env(m, all, nil)); err == nil {
					one[i], all[i] = min(n, most), min(n, most)
				}
			}
			add(one)
		}
		add(all)
	}
	for _, choice := range choices {
		if ctx.Err() == nil {
			graphs = append(graphs, explore.Within(ctx, m, choice, largerConfigs, largerMoves))
		}
	}
	return graphs
}
