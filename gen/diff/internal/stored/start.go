package stored

import (
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
	tries, found := 0, false
	choose(m, choices(m, holds), env, func() bool {
		if tries > maxStarts {
			return true
		}
		tries++
		found = begins(m, env) && fails(holds, env)
		return found
	})
	if !found {
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
