package concrete

import (
	"github.com/fsmgen/fsmgen/internal/explore"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// Whole reports whether the graphs, each of other parameters, are those of all valid
// choices, and each of them has all that a run can reach.
func Whole(m *core.Machine, graphs []*explore.Graph) bool {
	for _, g := range graphs {
		if !g.Complete || !g.Exact {
			return false
		}
	}
	all := choices(m)
	if all < 0 {
		return false
	}
	for _, params := range choose(m, widths(m)) {
		if !limited(m, params) {
			all--
		}
	}
	return len(graphs) > 0 && all == len(graphs)
}

// widths returns the largest number of values of an int parameter in a finite range, or
// the usual one.
func widths(m *core.Machine) int64 {
	if choices(m) < 0 {
		return widest
	}
	return maxGrid
}

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
