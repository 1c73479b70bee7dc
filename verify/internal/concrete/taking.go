package concrete

import (
	"context"
	"math"
	"slices"

	"github.com/fsmgen/fsmgen/internal/explore"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

const (
	// maxTaking limits the choices of parameters that are explored for transitions that were not taken, maxIdle those in a row that take
	// none, takingConfigs the configurations of each, and takingMoves the work for it.
	maxTaking     = 8
	maxIdle       = 2
	takingConfigs = 1 << 10
	takingMoves   = 1 << 15
)

// Taking explores m for parameters a little above those of the known graphs, which are often all 0, until each transition is taken. The
// result has the graphs that take one that no earlier graph takes.
func Taking(ctx context.Context, m *core.Machine, known []*explore.Graph) (graphs []*explore.Graph) {
	missing := Untaken(m, known)
	if len(m.Params) == 0 {
		return nil
	}
	var tried [][]int64
	idle := 0
	for n := int64(1); n <= 3; n++ {
		for _, g := range known {
			choice := raised(m, g.Params, n)
			if len(missing) == 0 || len(tried) == maxTaking || idle == maxIdle || ctx.Err() != nil {
				return graphs
			}
			if !inRange(m, choice) || !limited(m, choice) || slices.ContainsFunc(tried, func(c []int64) bool { return slices.Equal(c, choice) }) {
				continue
			}
			tried = append(tried, choice)
			more := explore.Within(ctx, m, choice, takingConfigs, takingMoves)
			left := slices.DeleteFunc(slices.Clone(missing), more.Taken)
			idle++
			if len(left) < len(missing) {
				graphs, missing, idle = append(graphs, more), left, 0
			}
		}
	}
	return graphs
}

// raised returns parameters whose ints are larger by a number, as far as their ranges allow.
func raised(m *core.Machine, params []int64, by int64) []int64 {
	out := slices.Clone(params)
	for i, p := range m.Params {
		if p.Type.Kind != expr.Int || out[i] > math.MaxInt64-by {
			continue
		}
		out[i] += by
		if p.Max != nil {
			if most, err := expr.Eval(p.Max, Env(m, out, nil)); err == nil {
				out[i] = min(out[i], most)
			}
		}
	}
	return out
}

// Untaken lists the transitions that no graph takes, by index.
func Untaken(m *core.Machine, graphs []*explore.Graph) (list []int) {
	for i := range m.Transitions {
		if m.Transitions[i].Effect == core.Take && !slices.ContainsFunc(graphs, func(g *explore.Graph) bool { return g.Taken(i) }) {
			list = append(list, i)
		}
	}
	return list
}
