package counter

import (
	"errors"
	"slices"

	"github.com/fsmgen/fsmgen/internal/explore"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/internal/concrete"
	"github.com/fsmgen/fsmgen/verify/obligation"
)

// Refute looks in the explored graphs, the smallest parameters first, for a run
// that breaks an obligation: its last step does, or its start. The progress
// function is that of ranked. A run counts only if it replays. The result is nil
// when there is none, and for a kind that this package does not know.
func (in *Input) Refute(ranked *core.Machine, o obligation.Obligation) *explore.Run {
	breaks := kinds[o.Kind]
	if breaks == nil {
		return nil
	}
	for _, g := range in.Graphs {
		if g.Configs() == 0 {
			continue // no run begins where a first value fails
		}
		if run, ok := breaks(in, ranked, g, o); ok && run.Replay(in.Machine) == nil {
			return &run
		}
	}
	return nil
}

// kinds holds, for each kind, what finds a run in a graph that breaks an
// obligation. Nothing changes it.
var kinds = map[obligation.Kind]func(*Input, *core.Machine, *explore.Graph, obligation.Obligation) (explore.Run, bool){
	obligation.Params:    never,
	obligation.Init:      begins,
	obligation.Range:     leaves,
	obligation.Invariant: breaks,
	obligation.Gap:       gap,
	obligation.Deadlock:  deadlock,
	obligation.Overflow:  fault,
	obligation.Divide:    fault,
	obligation.Bounded:   negative,
	obligation.Decrease:  rises,
	obligation.Bound:     above,
}

// never finds nothing: no run shows that there are no parameter values.
func never(*Input, *core.Machine, *explore.Graph, obligation.Obligation) (explore.Run, bool) {
	return explore.Run{}, false
}

func begins(_ *Input, _ *core.Machine, g *explore.Graph, o obligation.Obligation) (explore.Run, bool) {
	for _, x := range g.Violations() {
		if x.Var == o.Var && len(x.Run.Steps) == 0 {
			return x.Run, true
		}
	}
	return explore.Run{}, false
}

func leaves(_ *Input, m *core.Machine, g *explore.Graph, o obligation.Obligation) (explore.Run, bool) {
	return g.Find(func(s explore.Step) bool {
		return s.Transition == o.Transition && outside(m, o.Var, g.Params, s.After)
	})
}

func breaks(_ *Input, m *core.Machine, g *explore.Graph, o obligation.Obligation) (explore.Run, bool) {
	claim := m.Invariants[o.Invariant].Expr
	broken := func(vars []int64) bool {
		holds, err := expr.Eval(claim, concrete.Env(m, g.Params, vars))
		return err == nil && holds == 0
	}
	if o.Transition < 0 {
		start := g.Path(0)
		return start, broken(start.Start)
	}
	return g.Find(func(s explore.Step) bool { return s.Transition == o.Transition && broken(s.After) })
}

func gap(_ *Input, _ *core.Machine, g *explore.Graph, o obligation.Obligation) (explore.Run, bool) {
	for _, x := range g.Gaps() {
		if x.State == o.State && x.Event == o.Event {
			return x.Run, true
		}
	}
	return explore.Run{}, false
}

func deadlock(in *Input, m *core.Machine, g *explore.Graph, o obligation.Obligation) (explore.Run, bool) {
	for _, x := range g.Deadlocks() {
		if x.State == o.State && x.Replay(m) == nil && (x.Exact || in.stuck(x)) {
			return x.Run, true
		}
	}
	return explore.Run{}, false
}

func fault(_ *Input, m *core.Machine, g *explore.Graph, o obligation.Obligation) (explore.Run, bool) {
	divide := o.Kind == obligation.Divide
	for _, x := range g.Faults() {
		start := x.Transition < 0 && x.Emission >= 0 && o.State < 0 && o.Var < 0
		if x.Transition != o.Transition || x.Transition < 0 && !start || errors.Is(x.Err, expr.ErrDivide) != divide {
			continue
		}
		if divide || concrete.Escapes(m, x) {
			return x.Run, true
		}
	}
	return explore.Run{}, false
}

func negative(_ *Input, m *core.Machine, g *explore.Graph, o obligation.Obligation) (explore.Run, bool) {
	for c := range g.All() {
		if c.State != o.State {
			continue
		}
		values, ok := concrete.Rank(m, c.State, g.Params, c.Vars)
		if ok && slices.Min(values) < 0 {
			return g.Path(c.ID), true
		}
	}
	return explore.Run{}, false
}

func rises(_ *Input, m *core.Machine, g *explore.Graph, o obligation.Obligation) (explore.Run, bool) {
	t := &m.Transitions[o.Transition]
	return g.Find(func(s explore.Step) bool {
		if s.Transition != o.Transition {
			return false
		}
		before, ok1 := concrete.Rank(m, t.From, g.Params, s.Before)
		after, ok2 := concrete.Rank(m, t.To, g.Params, s.After)
		return ok1 && ok2 && slices.Compare(after, before) >= 0
	})
}

func above(_ *Input, m *core.Machine, g *explore.Graph, o obligation.Obligation) (explore.Run, bool) {
	limit, err := expr.Eval(m.Bound, concrete.Env(m, g.Params, nil))
	if err != nil {
		return explore.Run{}, false
	}
	if o.Transition >= 0 {
		return g.Find(func(s explore.Step) bool {
			if s.Transition != o.Transition {
				return false
			}
			values, ok := concrete.Rank(m, m.Transitions[o.Transition].To, g.Params, s.After)
			return ok && values[0] > limit
		})
	}
	start := g.Path(0)
	values, ok := concrete.Rank(m, m.Initial, g.Params, start.Start)
	return start, ok && values[0] > limit
}

// outside reports whether a variable is outside its declared range.
func outside(m *core.Machine, variable int, params, vars []int64) bool {
	env := concrete.Env(m, params, vars)
	decl := m.Vars[variable]
	for _, end := range []expr.Expr{decl.Min, decl.Max} {
		if end == nil {
			continue
		}
		limit, err := expr.Eval(end, env)
		if err == nil && (end == decl.Min && vars[variable] < limit || end == decl.Max && vars[variable] > limit) {
			return true
		}
	}
	return false
}
