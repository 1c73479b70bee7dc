package explore

import (
	"math"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// maxCost limits what a step can cost, so that the lengths of runs fit.
const maxCost = math.MaxInt32 / 2

// costs computes what steps cost: the transitions of the child machines that they start.
type costs struct {
	w   *walker
	env expr.Env
	// of are the costs of the transitions, over the values after the step; nil for those that
	// start no child machine. It is nil if there are none.
	of []expr.Expr
	// start is the cost of the start, or nil.
	start expr.Expr
	// unsure is set if a length is only a lower bound: it was too large, or a cost cannot be computed,
	// so that the child machine cannot start.
	unsure bool
}

func newCosts(w *walker, params []int64) *costs {
	c := &costs{w: w, env: expr.Env{Params: params}}
	if !core.HasChildren(w.m) {
		return c
	}
	c.start = w.m.ChildCost(w.m.Invoked())
	c.of = make([]expr.Expr, len(w.m.Transitions))
	for i := range w.m.Transitions {
		c.of[i] = w.m.ChildCost(w.m.Transitions[i].Invokes)
	}
	return c
}

// step returns what a move adds to the length of a run, besides the transition itself.
func (c *costs) step(m move) int32 {
	if c.of == nil || c.of[m.outcome] == nil {
		return 0
	}
	return c.value(c.of[m.outcome], m.word)
}

// opening returns what the start adds to the length of a run.
func (c *costs) opening(word uint64) int32 {
	if c.start == nil {
		return 0
	}
	return c.value(c.start, word)
}

// after returns the length of a step to a configuration with a run of length r. An open configuration closes a cycle.
func (c *costs) after(r, step int32) int32 {
	if r < 0 {
		return endless
	}
	c.unsure = c.unsure || r > maxCost
	return min(r, maxCost) + step
}

func (c *costs) value(x expr.Expr, word uint64) int32 {
	_, c.env.Vars = c.w.values(word)
	v, err := expr.Eval(x, &c.env)
	c.unsure = c.unsure || err != nil || v > maxCost
	return int32(max(0, min(v, maxCost)))
}
