package stored

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/trace"
)

// choose sets the parameters of env to each combination of values that the ranges allow, in order, until stop returns true. values has
// a list for each parameter.
func choose(m *core.Machine, values [][]int64, env *expr.Env, stop func() bool) {
	var from func(i int) bool
	from = func(i int) bool {
		if i == len(m.Params) {
			return stop()
		}
		p := &m.Params[i]
		for _, v := range values[i] {
			env.Params[i] = v
			outside := slices.ContainsFunc(ends(p.Symbol, p.Min, p.Max), func(e expr.Expr) bool { return fails(e, env) })
			if !outside && from(i+1) {
				return true
			}
		}
		return false
	}
	from(0)
}

// choices returns values of each parameter: ints near the constants in a condition and in the ranges of the parameters, and all values
// of other types.
func choices(m *core.Machine, holds expr.Expr) [][]int64 {
	numbers := constants(m, holds)
	values := make([][]int64, len(m.Params))
	for i := range m.Params {
		values[i] = candidates(m, m.Params[i].Type, numbers)
	}
	return values
}

// constants returns the ints in a condition and in the ranges of the parameters, and the ints beside them, sorted.
func constants(m *core.Machine, holds expr.Expr) []int64 {
	list := []int64{0, 1}
	add := func(x expr.Expr) {
		if x == nil {
			return
		}
		expr.Walk(x, func(x expr.Expr) {
			if lit, ok := x.(*expr.Lit); ok && lit.T.Kind == expr.Int {
				list = append(list, lit.Value-1, lit.Value, lit.Value+1)
			}
		})
	}
	add(holds)
	for _, p := range m.Params {
		add(p.Min)
		add(p.Max)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// candidates returns values of a type.
func candidates(m *core.Machine, t expr.Type, numbers []int64) []int64 {
	n := 0
	switch t.Kind {
	case expr.Int:
		return numbers
	case expr.Bool:
		n = 2
	case expr.Enumerated:
		n = len(t.Enum.Values)
	default:
		n = len(trace.Strings(m))
	}
	list := make([]int64, n)
	for i := range list {
		list[i] = int64(i)
	}
	return list
}
