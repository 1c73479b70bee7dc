package counter

import (
	"time"

	"github.com/fsmgen/fsmgen/internal/explore"
	"github.com/fsmgen/fsmgen/verify/trace"
)

// Slowest returns the run to an end that takes longest on a virtual clock, of those that are found up to a limit of time, or nil. A run
// that reaches the limit is the slowest one if no run exceeds the limit.
func Slowest(g *explore.Graph, limit time.Duration) *trace.Clocked {
	if g.Configs() == 0 {
		return nil
	}
	s := &slowest{machine: g.Machine, params: g.Params, outcome: -1, limit: limit, steps: stepsOf(g), longest: map[string]time.Duration{}}
	run := s.find(g)
	if run == nil && s.latest != nil {
		run = s.latest.run(g.Params, s.latest.at)
	}
	if run == nil || !g.Machine.Terminal(run.State(g.Machine)) || run.Replay(g.Machine) != nil {
		return nil
	}
	return run
}
