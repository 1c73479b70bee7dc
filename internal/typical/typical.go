package typical

import (
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// small is the preferred value of a parameter without a default.
const small = 3

// Value returns the default of a parameter, or else a small value in its range, which is
// the first value of a type without numbers. env contains the values of earlier
// parameters. It returns false if a value cannot be computed.
func Value(p *core.Param, env *expr.Env) (int64, bool) {
	if p.Default != nil {
		v, err := expr.Eval(p.Default, env)
		return v, err == nil
	}
	if p.Type.Kind != expr.Int {
		return 0, true
	}
	v := int64(small)
	for _, end := range []struct {
		e    expr.Expr
		pick func(a, b int64) int64
	}{{p.Max, func(a, b int64) int64 { return min(a, b) }}, {p.Min, func(a, b int64) int64 { return max(a, b) }}} {
		if end.e == nil {
			continue
		}
		limit, err := expr.Eval(end.e, env)
		if err != nil {
			return 0, false
		}
		v = end.pick(v, limit)
	}
	return v, true
}

// Allowed reports whether a value is in the range of a parameter. env contains the values
// of earlier parameters.
func Allowed(p *core.Param, env *expr.Env, v int64) bool {
	if p.Min != nil {
		if low, err := expr.Eval(p.Min, env); err != nil || v < low {
			return false
		}
	}
	if p.Max != nil {
		if high, err := expr.Eval(p.Max, env); err != nil || v > high {
			return false
		}
	}
	return true
}

// Params returns a value for each parameter of a machine, and false if there is a
// parameter for which none is known. intern numbers the strings of the machine.
func Params(m *core.Machine, intern func(string) int64) ([]int64, bool) {
	env := &expr.Env{Params: make([]int64, len(m.Params)), Intern: intern}
	for i := range m.Params {
		p := &m.Params[i]
		v, ok := Value(p, env)
		if !ok || !Allowed(p, env, v) {
			return nil, false
		}
		env.Params[i] = v
	}
	return env.Params, true
}
