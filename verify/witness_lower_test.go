package verify_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/trace"
)

// farthest limits the steps of a run that a strategy makes.
const farthest = 400

// reaches makes the run of the strategy for parameters that exploration has not seen, small and extreme ones, and
// replays it: it must go on for as many steps as the report says, and no longer than a tight bound.
func (w *witness) reaches() {
	l := w.r.Bound.Lower
	if l == nil {
		return
	}
	v := *w
	v.random = rand.New(rand.NewPCG(uint64(len(w.m.Transitions)), 77))
	intern := trace.Intern(w.texts)
	for _, params := range v.choices() {
		env := &expr.Env{Params: params, Intern: intern}
		unmet := func(x expr.Expr) bool {
			holds, err := expr.Eval(x, env)
			return err != nil || holds == 0
		}
		least, err := expr.Eval(l.Expr, env)
		if err != nil || slices.ContainsFunc(l.Given, unmet) {
			continue
		}
		run, err := l.Run(w.m, params, farthest)
		if errors.Is(err, expr.ErrOverflow) && (w.r.Bound.UnlessOverflow || least > farthest) {
			continue // what is left to do may be too large a number to compute
		}
		if err == nil {
			err = run.Replay(w.m)
		}
		if err != nil {
			w.fail("with %v, the strategy fails: %v", params, err)
			continue
		}
		length := run.Length(w.m)
		if length < least && len(run.Steps) < farthest {
			w.fail("with %v, the run of the strategy takes %d transitions, not at least %d", params, length, least)
		}
		limit, err := expr.Eval(w.r.Bound.Expr, env)
		if err != nil {
			limit = math.MaxInt64
		}
		if w.r.Bound.Attained && length != limit && len(run.Steps) < farthest {
			w.fail("with %v, the run of the strategy takes %d transitions, and the bound is said to be tight with %d", params, length, limit)
		}
	}
}
