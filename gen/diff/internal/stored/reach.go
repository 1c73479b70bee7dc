package stored

import (
	"context"
	"slices"

	"github.com/fsmgen/fsmgen/internal/explore"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/trace"
)

const (
	// maxReached is the maximum number of choices of parameters for which to explore, and maxConfigs and maxMoves limit each
	// exploration.
	maxReached = 60
	maxConfigs = 1_000
	maxMoves   = 20_000
)

// reached returns a run of a machine m to a configuration that violates a demand and that is stored, or nil if none is found.
// The values of the parameters are those that start tries, from the largest ones down, and not only the small ones that the verifier
// explores.
func reached(ctx context.Context, m *core.Machine, d Demand, isStored func(*trace.Run) bool) (found *trace.Run) {
	env := &expr.Env{Params: make([]int64, len(m.Params)), Intern: trace.Intern(trace.Strings(m))}
	numbers := constants(m, d.Holds)
	tries := 0
	var try func(i int) bool
	try = func(i int) bool {
		if tries >= maxReached || ctx.Err() != nil {
			return true
		}
		if i == len(m.Params) {
			tries++
			g := explore.Within(ctx, m, env.Params, maxConfigs, maxMoves)
			at := *env
			for c := range g.All() {
				if at.Vars = c.Vars; d.State >= 0 && c.State != d.State || !fails(d.Holds, &at) {
					continue
				}
				if run := g.Path(c.ID); isStored(&run) {
					found = &run
					return true
				}
			}
			return false
		}
		p := &m.Params[i]
		list := candidates(m, p.Type, numbers)
		for _, v := range slices.Backward(list) {
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
	try(0)
	return found
}
