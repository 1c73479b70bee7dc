package concrete

import (
	"github.com/fsmgen/fsmgen/internal/explore"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// Distances returns, for each configuration of a graph, the length of a shortest run to a goal, or -1 if the graph has none. If sure,
// events that may not come, because their timer or call may have ended, are not taken.
func Distances(g *explore.Graph, goal *core.Goal, sure bool) []int32 {
	m := g.Machine
	at := func(c explore.Config) bool {
		v, err := expr.Eval(goal.At[c.State], Env(m, g.Params, c.Vars))
		return err == nil && v != 0
	}
	return g.Toward(at, func(i int) bool {
		t := &m.Transitions[i]
		return !sure || m.Awaits(t.From, t.Event)
	})
}
