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
	values := choices(m, d.Holds)
	for i := range values {
		values[i] = slices.Clone(values[i]) // parameters share the list of ints
		slices.Reverse(values[i])
	}
	tries := 0
	choose(m, values, env, func() bool {
		if tries >= maxReached || ctx.Err() != nil {
			return true
		}
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
	})
	return found
}
