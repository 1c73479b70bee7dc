package concrete

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/fsmgen/fsmgen/internal/explore"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/internal/effort"
)

const (
	// maxExtreme limits the parameter choices at the ends of Go's int, extremeConfigs the
	// configurations of each, and extremeMoves the work for it.
	maxExtreme     = 64
	extremeConfigs = 1 << 9
	extremeMoves   = 1 << 16
	// allExtremeMoves limits the work for all of them.
	allExtremeMoves = 1 << 21
)

// Extreme explores the first steps of m for int parameters at the ends of Go's int or of
// their ranges, where values overflow: one of them, or all, with payloads at these ends, too.
func Extreme(ctx context.Context, m *core.Machine, known []*explore.Graph, level effort.Level, watch func(string)) (graphs []*explore.Graph) {
	if len(known) == 0 {
		return nil
	}
	base := known[0].Params
	var choices [][]int64
	add := func(choice []int64) {
		same := func(c []int64) bool { return slices.Equal(c, choice) }
		if len(choices) < maxExtreme && !slices.ContainsFunc(choices, same) && inRange(m, choice) && limited(m, choice) {
			choices = append(choices, choice)
		}
	}
	env := Env(m, base, nil)
	ends := func(i int) []int64 {
		p := m.Params[i]
		if p.Type.Kind != expr.Int {
			return nil
		}
		low, high := int64(math.MinInt64), int64(math.MaxInt64)
		if p.Min != nil {
			low, _ = expr.Eval(p.Min, env)
		}
		if p.Max != nil {
			high, _ = expr.Eval(p.Max, env)
		}
		return []int64{high, low}
	}
	for end := range 2 {
		all := slices.Clone(base)
		for i := range m.Params {
			if e := ends(i); e != nil {
				one := slices.Clone(base)
				one[i], all[i] = e[end], e[end]
				add(one)
			}
		}
		add(all)
	}
	for i := range m.Params {
		for k := range m.Params {
			a, b := ends(i), ends(k)
			if i == k || a == nil || b == nil {
				continue
			}
			two := slices.Clone(base)
			two[i], two[k] = a[0], b[1]
			add(two)
			if i < k {
				both := slices.Clone(base)
				both[i], both[k] = a[0], b[0]
				add(both)
			}
		}
	}
	moves := 0
	for i, params := range choices {
		if ctx.Err() != nil || moves > level.Of(allExtremeMoves) {
			break
		}
		watch(fmt.Sprintf("exploring parameter choice %d of %d at the ends of Go's int", i+1, len(choices)))
		g := explore.Extreme(ctx, m, params, extremeConfigs, extremeMoves)
		moves += g.Moves() + g.Prepared()
		graphs = append(graphs, g)
	}
	return graphs
}
