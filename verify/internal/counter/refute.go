package counter

import (
	"errors"
	"math/big"
	"slices"

	"github.com/fsmgen/fsmgen/internal/explore"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/internal/concrete"
	"github.com/fsmgen/fsmgen/verify/internal/verdict"
	"github.com/fsmgen/fsmgen/verify/obligation"
	"github.com/fsmgen/fsmgen/verify/trace"
)

// Violation is a run that violates an obligation.
type Violation struct {
	Run trace.Run
	// Attempt is the event after Run that takes no transition, because no alternative applies or a value cannot
	// be computed. It is nil if Run itself violates the obligation.
	Attempt *trace.Attempt
	// Set is, for an obligation of kind [obligation.Possible], the closed set that Run leads into; nil for the others.
	Set *verdict.Closed
}

// Refute looks in the explored graphs, those for the smallest parameters first, for a run
// whose last step or start violates an obligation. The progress function is that of
// ranked. Only a run that can be replayed counts. The result is nil if there is none.
//
// Parameters with which the machine cannot start have no runs. They refute nothing but
// the obligation on the outputs at the start; the run has no steps then, and is not a
// run of the machine.
func (in *Input) Refute(ranked *core.Machine, o obligation.Obligation) *Violation {
	breaks := kinds[o.Kind]
	if breaks == nil {
		breaks = func(in *Input, m *core.Machine, g *explore.Graph, o obligation.Obligation) (Violation, bool) {
			run, ok := condition(in, m, g, o)
			return Violation{Run: run}, ok
		}
	}
	for _, g := range in.Graphs {
		if g.Configs() == 0 {
			if v := unstarted(in.Machine, g, o); v != nil {
				return v
			}
			continue
		}
		if v, ok := breaks(in, ranked, g, o); ok && v.Run.Replay(in.Machine) == nil {
			return &v
		}
	}
	return nil
}

// kinds maps each kind whose obligations are not conditions on configurations to the
// function that finds a run that violates one. It never changes.
var kinds = map[obligation.Kind]func(*Input, *core.Machine, *explore.Graph, obligation.Obligation) (Violation, bool){
	obligation.Gap:      gap,
	obligation.Deadlock: deadlock,
	obligation.Possible: impossible,
	obligation.Cost:     expensive,
	obligation.Overflow: fault,
	obligation.Divide:   fault,
	obligation.Decrease: rises,
}

// condition finds a run to a configuration that violates a condition.
func condition(in *Input, m *core.Machine, g *explore.Graph, o obligation.Obligation) (trace.Run, bool) {
	list, place := o.Conditions(m)
	broken := func(vars []int64) bool {
		env := concrete.Env(m, g.Params, vars)
		return slices.ContainsFunc(list, func(x expr.Expr) bool {
			holds, err := expr.Eval(x, env)
			return err == nil && holds == 0
		})
	}
	switch place {
	case obligation.AtTheStart:
		start := g.Path(0)
		return start, broken(start.Start)
	case obligation.AfterStep:
		if !in.Looks.take(g.Configs()) {
			return trace.Run{}, false
		}
		return g.FindMove(o.Transition, func(s trace.Step) bool { return broken(s.After) })
	}
	if !in.Looks.take(g.Configs()) {
		return trace.Run{}, false
	}
	for c := range g.All() {
		if c.State == o.State && broken(c.Vars) {
			return g.Path(c.ID), true
		}
	}
	return trace.Run{}, false
}

func gap(_ *Input, m *core.Machine, g *explore.Graph, o obligation.Obligation) (Violation, bool) {
	for _, x := range g.Gaps() {
		if x.State == o.State && x.Event == o.Event && x.Replay(m) == nil {
			return Violation{Run: x.Run, Attempt: &trace.Attempt{Event: x.Event, Fields: x.Fields, Externals: x.Externals}}, true
		}
	}
	return Violation{}, false
}

func deadlock(in *Input, m *core.Machine, g *explore.Graph, o obligation.Obligation) (Violation, bool) {
	for _, x := range g.Deadlocks() {
		if x.State == o.State && x.Replay(m) == nil && (x.Exact || in.stuck(x)) {
			return Violation{Run: x.Run}, true
		}
	}
	return dropped(in, m, g, o)
}

func fault(_ *Input, m *core.Machine, g *explore.Graph, o obligation.Obligation) (Violation, bool) {
	for _, x := range g.Faults() {
		if x.Transition != o.Transition || !fails(m, x, o.Kind) {
			continue
		}
		v := Violation{Run: x.Run}
		if x.Transition >= 0 {
			v.Attempt = &trace.Attempt{Event: m.Transitions[x.Transition].Event, Fields: x.Fields, Externals: x.Externals}
		}
		return v, true
	}
	return Violation{}, false
}

// unstarted returns the parameters of a graph, as a run without steps, if the outputs at
// the start violate an obligation with them.
func unstarted(m *core.Machine, g *explore.Graph, o obligation.Obligation) *Violation {
	if o.Transition >= 0 || o.State >= 0 || o.Var >= 0 || o.Kind != obligation.Overflow && o.Kind != obligation.Divide {
		return nil
	}
	for _, x := range g.Faults() {
		if x.Emission >= 0 && fails(m, x, o.Kind) {
			return &Violation{Run: x.Run}
		}
	}
	return nil
}

// fails reports whether a fault violates an obligation of a kind at its place.
func fails(m *core.Machine, x explore.Fault, kind obligation.Kind) bool {
	divide := kind == obligation.Divide
	return errors.Is(x.Err, expr.ErrDivide) == divide && (divide || concrete.Escapes(m, x)) && x.Replay(m) == nil
}

func rises(in *Input, m *core.Machine, g *explore.Graph, o obligation.Obligation) (Violation, bool) {
	t := &m.Transitions[o.Transition]
	if !in.Looks.take(g.Configs()) {
		return Violation{}, false
	}
	run, ok := g.FindMove(o.Transition, func(s trace.Step) bool {
		before, ok1 := concrete.Rank(m, t.From, g.Params, s.Before)
		after, ok2 := concrete.Rank(m, t.To, g.Params, s.After)
		if cost := m.ChildCost(t.Invokes); cost != nil && m.Rank == 1 && ok1 && ok2 {
			c, err := expr.Eval(cost, concrete.Env(m, g.Params, s.After))
			return err == nil && new(big.Int).Add(big.NewInt(after[0]), big.NewInt(c)).Cmp(big.NewInt(before[0])) >= 0
		}
		return ok1 && ok2 && slices.Compare(after, before) >= 0
	})
	return Violation{Run: run}, ok
}
