package concrete

import (
	"context"
	"slices"

	"github.com/fsmgen/fsmgen/internal/explore"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// Whole returns the graphs of all valid choices of parameters, if each of them has all
// that a run can reach and all together have at most the given number of configurations,
// and otherwise nil. It uses the known graphs.
func Whole(ctx context.Context, m *core.Machine, known []*explore.Graph, most int) (graphs []*explore.Graph) {
	if len(known) == 0 || choices(m) < 0 {
		return nil
	}
	for _, params := range choose(m, maxGrid) {
		if !limited(m, params) {
			continue
		}
		var g *explore.Graph
		if i := slices.IndexFunc(known, func(g *explore.Graph) bool { return slices.Equal(g.Params, params) }); i >= 0 {
			g = known[i]
		} else if g = explore.Within(ctx, m, params, most+1, maxTellingMoves); ctx.Err() != nil {
			return nil
		}
		if most -= g.Configs(); !g.Complete || !g.Exact || most < 0 {
			return nil
		}
		graphs = append(graphs, g)
	}
	return graphs
}

// Few reports whether a machine has few choices of parameters, all of which can be explored.
func Few(m *core.Machine) bool { return choices(m) >= 0 }

// choices returns the number of valid choices of parameters, or -1 if there are more than
// are explored.
func choices(m *core.Machine) int {
	env := Env(m, make([]int64, len(m.Params)), nil)
	for _, p := range m.Params {
		switch p.Type.Kind {
		case expr.Bool, expr.Enumerated:
		case expr.Int:
			if p.Min == nil || p.Max == nil {
				return -1
			}
			lo, err1 := expr.Eval(p.Min, env)
			hi, err2 := expr.Eval(p.Max, env)
			// Ends that read other parameters are left out.
			varies := func(*expr.Symbol) bool { return true }
			if err1 != nil || err2 != nil || hi < lo || hi > lo+maxGrid || expr.Uses(p.Min, varies) || expr.Uses(p.Max, varies) {
				return -1
			}
		default:
			return -1
		}
	}
	if n := len(choose(m, maxGrid)); n <= maxGrid {
		return n
	}
	return -1
}
