package counter

import (
	"slices"

	"github.com/fsmgen/fsmgen/internal/explore"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// Trap finds a shortest run into a trap, and the closed set behind it. In a machine with terminal states, no run from a trap comes to
// one of them. In any other machine, nothing happens in a trap: whatever comes, the machine stays where it is, emits nothing, and
// starts no call, although alternatives are there that would do so. The result is nil if there is none.
func (in *Input) Trap() *Violation {
	find := in.idle
	if len(in.Machine.Outcomes) > 0 {
		find = in.endless
	}
	for _, g := range in.Graphs {
		if g.Configs() == 0 {
			continue
		}
		if v, ok := find(g); ok && v.Run.Replay(in.Machine) == nil {
			return &v
		}
	}
	return nil
}

// endless finds a trap in a machine with terminal states.
func (in *Input) endless(g *explore.Graph) (Violation, bool) {
	m := in.Machine
	goal := &core.Goal{}
	for s := range m.States {
		goal.Here = append(goal.Here, expr.Truth(!m.Terminal(s)))
		goal.At = append(goal.At, expr.Truth(m.Terminal(s)))
	}
	return in.lost(g, goal)
}

// idle finds a trap in a machine without terminal states.
func (in *Input) idle(g *explore.Graph) (Violation, bool) {
	m := in.Machine
	if len(m.Outputs) == 0 && len(m.Calls) == 0 || g.Configs() > maxLost || !in.Looks.take(g.Moves()) {
		return Violation{}, false
	}
	happens := func(i int) bool { return happens(&m.Transitions[i]) }
	takes := g.Takes(happens)
	distance := g.Toward(func(c explore.Config) bool { return takes[c.ID] }, func(int) bool { return true })
	// A transition that makes something happen leads to a state of its own, which is the goal.
	stirred := *m
	there := len(m.States)
	stirred.States = append(slices.Clip(m.States), core.State{Outcome: -1})
	stirred.Transitions = slices.Clone(m.Transitions)
	goal := &core.Goal{At: make([]expr.Expr, there+1), Here: make([]expr.Expr, there+1)}
	for s := range stirred.States {
		goal.At[s], goal.Here[s] = expr.Truth(s == there), expr.Truth(s != there)
	}
	would := make([]bool, there)
	for i := range stirred.Transitions {
		if t := &stirred.Transitions[i]; happens(i) {
			t.To, t.Updates = there, nil
			would[t.From] = true
		}
	}
	for s := range would {
		if !would[s] {
			goal.Here[s] = expr.Truth(false)
		}
	}
	other := *in
	other.Machine = &stirred
	v, ok := other.trapped(g, goal, func(id int) bool { return distance[id] < 0 })
	if ok {
		v.Set.In = v.Set.In[:there]
	}
	return v, ok
}

// happens reports whether a transition does more than to set variables: it changes the state, also inside a region, emits an output,
// or starts a call.
func happens(t *core.Transition) bool {
	moves := t.Move != nil && !t.Move.Internal && (t.Move.ToRegion != t.Move.Region || t.Move.To != t.Move.From)
	return t.Effect == core.Take && (t.To != t.From || moves || len(t.Emits) > 0 || len(t.Invokes) > 0)
}
