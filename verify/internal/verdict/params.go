package verdict

import (
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/obligation"
)

// admits reports whether a machine can be created with the given parameter values:
// they are in their ranges, and the bound fits in an int. No range mentions strings, so
// strings may have any number.
func admits(m *core.Machine, params []int64) bool {
	if params == nil || len(params) != len(m.Params) {
		return false
	}
	env := &expr.Env{Params: params, Intern: func(string) int64 { return -1 }}
	value := func(x expr.Expr, otherwise int64) (int64, bool) {
		if x == nil {
			return otherwise, true
		}
		v, err := expr.Eval(x, env)
		return v, err == nil
	}
	for i, p := range m.Params {
		lo, hi := params[i], params[i]
		switch p.Type.Kind {
		case expr.Bool:
			lo, hi = 0, 1
		case expr.Enumerated:
			lo, hi = 0, int64(len(p.Type.Enum.Values))-1
		}
		lo, ok1 := value(p.Min, lo)
		hi, ok2 := value(p.Max, hi)
		if !ok1 || !ok2 || params[i] < lo || params[i] > hi {
			return false
		}
	}
	_, ok := value(obligation.Limit(m), 0)
	return ok
}
