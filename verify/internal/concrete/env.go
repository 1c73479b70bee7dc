package concrete

import (
	"slices"

	"github.com/fsmgen/fsmgen/internal/explore"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// Env returns an environment for the evaluation of expressions over parameters and
// variables.
func Env(m *core.Machine, params, vars []int64) *expr.Env {
	return &expr.Env{
		Params: params, Vars: vars,
		Intern: func(s string) int64 { return int64(slices.Index(explore.Strings(m), s)) },
	}
}

// Rank evaluates the progress function. ok is false if it cannot be computed.
func Rank(m *core.Machine, state int, params, vars []int64) (values []int64, ok bool) {
	env := Env(m, params, vars)
	for _, c := range m.States[state].Progress {
		v, err := expr.Eval(c, env)
		if err != nil {
			return nil, false
		}
		values = append(values, v)
	}
	return values, true
}
