package machine

import (
	"slices"

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

// Slots returns the places for methods of parts in a run, in the order of the spec; none for a machine that is not run.
func (m *Machine) Slots() (slots []Slot) {
	if m.Names.Run.Parts.Call == "" {
		return nil
	}
	for s := range m.States {
		if len(m.Names.Run.Parts.Of[s]) == 0 {
			continue
		}
		for i, p := range m.Parts(s) {
			if last := len(slots) - 1; last >= 0 && slots[last].State == s && slots[last].Region == p.Region {
				slots[last].Parts = append(slots[last].Parts, i)
			} else {
				slots = append(slots, Slot{s, p.Region, []int{i}})
			}
		}
	}
	return slots
}

// Reenters returns the indices of the slots whose part a transition enters, but may be the same as before the event: the run
// cannot tell by the states that it has been left.
func (m *Machine) Reenters(t *core.Transition) (slots []int) {
	if t.Effect != core.Take {
		return nil
	}
	for i, s := range m.Slots() {
		if s.State != t.To {
			continue
		}
		again := t.From == t.To || m.Events[t.Event].Eventless
		switch {
		case !t.Internal: // it enters the whole state
			if again {
				slots = append(slots, i)
			}
		case s.Region >= 0 && m.enters(t, s.Region):
			slots = append(slots, i)
		}
	}
	return slots
}

// Reentered reports whether a transition reenters a part.
func (m *Machine) Reentered() bool {
	return slices.ContainsFunc(m.Transitions, func(t core.Transition) bool { return len(m.Reenters(&t)) > 0 })
}

// enters reports whether a transition inside a state with regions enters a leaf of a region that may have been active before the event.
func (m *Machine) enters(t *core.Transition, region int) bool {
	if domain, from, to, ok := m.moves(t); ok && domain == region {
		return from == to || m.Events[t.Event].Eventless && m.leads(t.To, region, to, from)
	}
	value := t.Updated(m.Vars[m.States[t.To].Regions[region].Var].Symbol)
	lit, constant := value.(*expr.Lit)
	return value != nil && !(constant && m.States[t.To].Regions[region].Leaves[lit.Value].None)
}

// moves returns the region in which a transition moves from one leaf to another. ok is false if it moves in none.
func (m *Machine) moves(t *core.Transition) (region, from, to int, ok bool) {
	if t.Move == nil || t.Move.To < 0 || t.Move.Internal {
		return -1, -1, -1, false
	}
	region, from, to = m.Domain(t)
	return region, from, to, true
}

// leads reports whether transitions inside a region of a state may lead from one leaf to another.
func (m *Machine) leads(state, region, from, to int) bool {
	seen := map[int]bool{from: true}
	for todo := []int{from}; len(todo) > 0; todo = todo[1:] {
		for _, t := range m.From(state) {
			if t.Effect != core.Take || t.To != state {
				continue
			}
			if in, leaf, next, ok := m.moves(&t); ok && in == region && leaf == todo[0] && !seen[next] {
				seen[next] = true
				todo = append(todo, next)
			}
		}
	}
	return seen[to]
}
