package verify

import (
	"errors"
	"slices"

	"github.com/fsmgen/fsmgen/internal/explore"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// refute looks in the explored graphs, the smallest parameters first, for runs
// that break what could not be proved. A run counts only if it replays.
func (v *verifier) refute() {
	for i := range v.obligations {
		o := &v.obligations[i]
		if o.Status != Unknown || v.ctx.Err() != nil {
			continue
		}
		if o.Kind == KindBound && v.synthesized != nil {
			continue // another function may begin at or below the bound
		}
		for _, g := range v.graphs {
			run, ok := v.breaks(g, o)
			if ok && run.Replay(v.machine) == nil {
				o.Status, o.Run = Refuted, &run
				break
			}
		}
	}
}

// breaks finds a run in g that breaks the obligation.
func (v *verifier) breaks(g *explore.Graph, o *Obligation) (explore.Run, bool) {
	m := v.machine
	if g.Configs() == 0 {
		return explore.Run{}, false // no run begins where a first value fails
	}
	switch o.Kind {
	case KindInit:
		for _, x := range g.Violations() {
			if x.Var == o.Var && len(x.Run.Steps) == 0 {
				return x.Run, true
			}
		}
	case KindRange:
		return g.Find(func(s explore.Step) bool {
			return s.Transition == o.Transition && outside(m, o.Var, g.Params, s.After)
		})
	case KindInvariant:
		claim := m.Invariants[o.Invariant].Expr
		broken := func(vars []int64) bool {
			v, err := expr.Eval(claim, valueEnv(m, g.Params, vars))
			return err == nil && v == 0
		}
		if o.Transition < 0 {
			start := g.Path(0)
			return start, broken(start.Start)
		}
		return g.Find(func(s explore.Step) bool { return s.Transition == o.Transition && broken(s.After) })
	case KindGap:
		for _, x := range g.Gaps() {
			if x.State == o.State && x.Event == o.Event {
				return x.Run, true
			}
		}
	case KindDecrease:
		t := &m.Transitions[o.Transition]
		return g.Find(func(s explore.Step) bool {
			if s.Transition != o.Transition {
				return false
			}
			before, ok1 := rank(m, t.From, g.Params, s.Before)
			after, ok2 := rank(m, t.To, g.Params, s.After)
			return ok1 && ok2 && slices.Compare(after, before) >= 0
		})
	case KindBounded:
		for c := range g.All() {
			if c.State != o.State {
				continue
			}
			values, ok := rank(m, c.State, g.Params, c.Vars)
			if ok && slices.Min(values) < 0 {
				return g.Path(c.ID), true
			}
		}
	case KindBound:
		if o.Transition >= 0 {
			return g.Find(func(s explore.Step) bool {
				if s.Transition != o.Transition {
					return false
				}
				limit, err := expr.Eval(m.Bound, valueEnv(m, g.Params, nil))
				values, ok := rank(m, m.Transitions[o.Transition].To, g.Params, s.After)
				return err == nil && ok && values[0] > limit
			})
		}
		limit, err := expr.Eval(m.Bound, valueEnv(m, g.Params, nil))
		start := g.Path(0)
		values, ok := rank(m, m.Initial, g.Params, start.Start)
		return start, err == nil && ok && values[0] > limit
	case KindDeadlock:
		for _, x := range g.Deadlocks() {
			if x.State == o.State && x.Replay(m) == nil && (x.Exact || v.stuck(x)) {
				return x.Run, true
			}
		}
	case KindOverflow, KindDivide:
		for _, x := range g.Faults() {
			start := x.Transition < 0 && x.Emission >= 0 && o.State < 0 && o.Var < 0
			if x.Transition != o.Transition || x.Transition < 0 && !start || errors.Is(x.Err, expr.ErrDivide) != (o.Kind == KindDivide) {
				continue
			}
			if o.Kind == KindDivide || v.escapes(x) {
				return x.Run, true
			}
		}
	}
	return explore.Run{}, false
}

// escapes reports whether the fault is one of a value that matters, and not
// only of a sum or product on the way to one.
func (v *verifier) escapes(f explore.Fault) bool {
	env := valueEnv(v.machine, f.Run.Params, f.Run.End())
	env.Fields, env.Externals = f.Fields, f.Externals
	x := exact{env: env}
	if f.Transition < 0 {
		x.emission(v.machine.Start[f.Emission])
		return x.escapes
	}
	t := &v.machine.Transitions[f.Transition]
	if f.Emission >= 0 {
		x.emission(t.Emits[f.Emission])
		return x.escapes
	}
	if f.Var < 0 {
		_, _ = x.value(t.Guard)
		return x.escapes
	}
	for _, u := range t.Updates {
		if u.Var == f.Var {
			_, _ = x.matters(u.Value)
		}
	}
	return x.escapes
}

// outside reports whether a variable is outside its declared range.
func outside(m *core.Machine, variable int, params, vars []int64) bool {
	env := valueEnv(m, params, vars)
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

// maxLassos bounds the endless runs that are shown.
const maxLassos = 8

// cycles returns lassos, for the smallest parameters that have any first, one for
// each transition that can be taken for ever, as far as exploration tells.
func (v *verifier) cycles() (runs []explore.Run) {
	covered := make([]bool, len(v.machine.Transitions))
	for _, g := range v.graphs {
		for _, run := range g.Lassos(covered, maxLassos-len(runs)) {
			if run.Replay(v.machine) == nil {
				runs = append(runs, run)
			}
		}
	}
	return runs
}

// exceeds returns, for the smallest parameters that have one, a run of one
// transition more than the bound. Those up to the last environment event do not
// count.
func (v *verifier) exceeds(bound expr.Expr) *explore.Run {
	for _, g := range v.graphs {
		limit, err := expr.Eval(bound, valueEnv(v.machine, g.Params, nil))
		if err != nil || g.Configs() == 0 {
			continue
		}
		n, endless := g.Steps()
		if !endless && int64(n) <= limit {
			continue
		}
		run, _ := g.Longest()
		if endless && limit > maxUnrolled {
			if run.Replay(v.machine) == nil {
				return &run
			}
			continue
		}
		before := int64(len(run.Steps) - len(run.Counted(v.machine)))
		if endless {
			run = unroll(run, before+limit+1)
		}
		run.Steps = run.Steps[:min(int64(len(run.Steps)), before+max(limit, -1)+1)]
		run.LoopFrom = -1
		if int64(len(run.Counted(v.machine))) > limit && run.Replay(v.machine) == nil {
			return &run
		}
	}
	return nil
}

// maxUnrolled is the largest bound for which a run beyond it is written out
// where there is an endless one.
const maxUnrolled = 1000

// unroll repeats the cycle of a lasso until the run has n steps.
func unroll(run explore.Run, n int64) explore.Run {
	cycle := run.Steps[run.LoopFrom:]
	steps := slices.Clone(run.Steps)
	for int64(len(steps)) < n {
		steps = append(steps, cycle...)
	}
	run.Steps = steps
	return run
}
