package stored

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/trace"
)

// maxStarts is the maximum number of parameter values to try for a demand.
const maxStarts = 20_000

// start returns a run without steps, of a machine m, whose configuration violates a condition, or nil if none is found. It
// tries parameters near the constants in the condition and in the ranges of the parameters, which may be larger than those
// that the verifier explores.
func start(m *core.Machine, holds expr.Expr) *trace.Run {
	env := &expr.Env{Params: make([]int64, len(m.Params)), Vars: make([]int64, len(m.Vars)), Intern: trace.Intern(trace.Strings(m))}
	numbers := constants(m, holds)
	tries := 0
	var try func(i int) bool
	try = func(i int) bool {
		if tries > maxStarts {
			return false
		}
		if i == len(m.Params) {
			tries++
			return begins(m, env) && fails(holds, env)
		}
		p := &m.Params[i]
		for _, v := range candidates(m, p.Type, numbers) {
			env.Params[i] = v
			outside := false
			for _, e := range ends(p.Symbol, p.Min, p.Max) {
				outside = outside || fails(e, env)
			}
			if !outside && try(i+1) {
				return true
			}
		}
		return false
	}
	if !try(0) {
		return nil
	}
	return &trace.Run{Params: env.Params, Start: env.Vars, LoopFrom: -1}
}

// fails reports whether a condition can be computed, and is false.
func fails(holds expr.Expr, env *expr.Env) bool {
	value, err := expr.Eval(holds, env)
	return err == nil && value == 0
}

// begins sets the variables to their initial values. It returns false if one of them cannot be computed.
func begins(m *core.Machine, env *expr.Env) bool {
	for i := range m.Vars {
		env.Vars[i] = 0
		if x := m.Vars[i].Init; x != nil {
			v, err := expr.Eval(x, env)
			if err != nil {
				return false
			}
			env.Vars[i] = v
		}
	}
	return true
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
