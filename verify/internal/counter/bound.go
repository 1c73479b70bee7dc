package counter

import (
	"slices"
	"sort"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/internal/concrete"
	"github.com/fsmgen/fsmgen/verify/trace"
)

// Exceeds returns a run that takes one transition more than the bound, for the smallest
// parameters that have one, or nil. Only the transitions after the last environment
// event count. If there is an endless run and the bound is too large to write a run out,
// the result is the endless run.
func (in *Input) Exceeds(bound expr.Expr) *trace.Run {
	for _, g := range in.Graphs {
		limit, err := expr.Eval(bound, concrete.Env(in.Machine, g.Params, nil))
		if err != nil || g.Configs() == 0 {
			continue
		}
		n, endless := g.Steps()
		if !endless && int64(n) <= limit {
			continue
		}
		run, _ := g.Longest()
		if endless && limit > maxUnrolled {
			if run.Replay(in.Machine) == nil {
				return &run
			}
			continue
		}
		before := int64(len(run.Steps) - len(run.Counted(in.Machine)))
		if endless {
			run = unroll(run, before+limit+1)
		}
		run.LoopFrom = -1
		run = beyond(in.Machine, run, int(before), limit)
		if run.Length(in.Machine) > limit && run.Replay(in.Machine) == nil {
			return &run
		}
	}
	return nil
}

// beyond returns the shortest beginning of a run, of at least the given number of steps, whose
// length exceeds a limit. If none does, it returns the run.
func beyond(m *core.Machine, run trace.Run, steps int, limit int64) trace.Run {
	n := steps + sort.Search(len(run.Steps)-steps, func(n int) bool {
		return trace.Run{Params: run.Params, Start: run.Start, Steps: run.Steps[:steps+n], LoopFrom: -1}.Length(m) > limit
	})
	run.Steps = run.Steps[:n]
	return run
}

// maxUnrolled is the largest bound for which an endless run is unrolled into a run that
// exceeds the bound.
const maxUnrolled = 1000

// unroll repeats the cycle of a lasso until the run has n steps.
func unroll(run trace.Run, n int64) trace.Run {
	cycle := run.Steps[run.LoopFrom:]
	steps := slices.Clone(run.Steps)
	for int64(len(steps)) < n {
		steps = append(steps, cycle...)
	}
	run.Steps = steps
	return run
}
