package machine

import (
	"slices"

	"github.com/fsmgen/fsmgen/internal/source"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// Slot is a place in a run for the method of one part of a state with regions: a region, of which one leaf is active at a time, or the
// state as a whole.
type Slot struct {
	State int
	// Region is an index of the Regions of the state, or -1.
	Region int
	// Parts are indices of the parts of the state, and of their names.
	Parts []int
}

// Parts are the parts of the states with regions of a machine: each state, and the leaves of its regions.
type Parts struct{ m *Machine }

// Parts returns the parts of the machine's states.
func (m *Machine) Parts() Parts { return Parts{m} }

// Slots returns the places for methods of parts in a run, in the order of the spec; none for a machine that is not run.
func (p Parts) Slots() (slots []Slot) {
	if p.m.Names.Run.Parts.Call == "" {
		return nil
	}
	for s := range p.m.Core.States {
		if len(p.m.Names.Run.Parts.Of[s]) == 0 {
			continue
		}
		for i, part := range source.Parts(p.m.Core, s) {
			if last := len(slots) - 1; last >= 0 && slots[last].State == s && slots[last].Region == part.Region {
				slots[last].Parts = append(slots[last].Parts, i)
			} else {
				slots = append(slots, Slot{s, part.Region, []int{i}})
			}
		}
	}
	return slots
}

// Reenters returns the indices of the slots whose part a transition enters, but may be the same as before the event: the run
// cannot tell by the states that it has been left.
func (p Parts) Reenters(t *core.Transition) (slots []int) {
	if t.Effect != core.Take {
		return nil
	}
	for i, s := range p.Slots() {
		if s.State != t.To {
			continue
		}
		again := t.From == t.To || p.m.Core.Events[t.Event].Eventless
		switch {
		case !t.Internal: // it enters the whole state
			if again {
				slots = append(slots, i)
			}
		case s.Region >= 0 && p.enters(t, s.Region):
			slots = append(slots, i)
		}
	}
	return slots
}

// Reentered reports whether a transition reenters a part.
func (p Parts) Reentered() bool {
	return slices.ContainsFunc(p.m.Core.Transitions, func(t core.Transition) bool { return len(p.Reenters(&t)) > 0 })
}

// enters reports whether a transition inside a state with regions enters a leaf of a region that may have been active before the event.
func (p Parts) enters(t *core.Transition, region int) bool {
	if domain, from, to, ok := p.moves(t); ok && domain == region {
		return from == to || p.m.Core.Events[t.Event].Eventless && p.leads(t.To, region, to, from)
	}
	of := &p.m.Core.States[t.To].Regions[region]
	value := t.Updated(p.m.Core.Vars[of.Var].Symbol)
	lit, constant := value.(*expr.Lit)
	return value != nil && !(constant && of.Leaves[lit.Value].None) && (p.m.Core.Events[t.Event].Eventless || p.mayBeActive(t, region))
}

// mayBeActive reports whether a region of the source of a transition may be active before it.
func (p Parts) mayBeActive(t *core.Transition, region int) bool {
	var leaves []int
	for leaf := range p.m.Core.States[t.From].Regions[region].States() {
		leaves = append(leaves, leaf)
	}
	return p.m.Core.MayBeIn(t, &core.Within{Region: region, Leaves: leaves})
}

// moves returns the region in which a transition moves from one leaf to another. ok is false if it moves in none.
func (p Parts) moves(t *core.Transition) (region, from, to int, ok bool) {
	if t.Move == nil || t.Move.To < 0 || t.Move.Internal {
		return -1, -1, -1, false
	}
	region, from, to = source.Domain(p.m.Core, t)
	return region, from, to, true
}

// leads reports whether transitions inside a region of a state may lead from one leaf to another.
func (p Parts) leads(state, region, from, to int) bool {
	seen := map[int]bool{from: true}
	for todo := []int{from}; len(todo) > 0; todo = todo[1:] {
		for _, t := range p.m.Core.From(state) {
			if t.Effect != core.Take || t.To != state {
				continue
			}
			if in, leaf, next, ok := p.moves(&t); ok && in == region && leaf == todo[0] && !seen[next] {
				seen[next] = true
				todo = append(todo, next)
			}
		}
	}
	return seen[to]
}
