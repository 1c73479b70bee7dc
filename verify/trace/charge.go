package trace

import (
	"math"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// Charge returns what the run costs by some weights, up to the largest int64: what the start of the machine and each step starts
// and emits. ok is false if a weight has no value there.
func (r Run) Charge(m *core.Machine, weights []core.Weight) (sum int64, ok bool) {
	env := expr.Env{Params: r.Params, Vars: r.Start, Intern: Intern(Strings(m))}
	add := func(list []expr.Expr) bool {
		for _, x := range list {
			v, err := expr.Eval(x, &env)
			if err != nil {
				return false
			}
			sum += min(v, math.MaxInt64-max(sum, 0))
		}
		return true
	}
	outputs, starts := core.Charge(m, weights, m.Start, m.Invoked())
	if ok = add(outputs) && add(starts); !ok {
		return 0, false
	}
	for _, s := range r.Steps {
		t := &m.Transitions[s.Transition]
		outputs, starts := core.Charge(m, weights, t.Emits, t.Invokes)
		env.Vars, env.Fields, env.Externals = s.Before, s.Fields, s.Externals
		if !add(outputs) {
			return 0, false
		}
		if env.Vars = s.After; !add(starts) {
			return 0, false
		}
	}
	return sum, true
}
