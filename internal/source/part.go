package source

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
)

// Part is what waits for events of a program by itself in a state with regions: a leaf, or the state as a whole.
type Part struct {
	// Region and Leaf are indices of the Regions of the state and of its Leaves. Both are -1 for the state as a whole.
	Region, Leaf int
	// Events are the events that a program can send and for which the part, or the state as a whole, has a transition.
	Events []int
}

// Parts returns the parts of a state with regions that wait for events of a program: not only for results of calls,
// for timers that run as long as they are active, and for the end of a context. The state as a whole comes first, and then the leaves in the order of the spec.
func Parts(m *core.Machine, state int) (parts []Part) {
	regions := m.States[state].Regions
	if len(regions) == 0 {
		return nil
	}
	add := func(region, leaf int) {
		p := Part{Region: region, Leaf: leaf}
		waits := false
		for e := range m.Events {
			own, inside := takes(m, state, e, region, leaf)
			if own || inside {
				p.Events = append(p.Events, e)
			}
			waits = waits || inside && !m.Events[e].Cancellation && !raisedByTimer(m, e, state, region, leaf)
		}
		if waits {
			parts = append(parts, p)
		}
	}
	add(-1, -1)
	for r := range regions {
		for l := range regions[r].Leaves {
			add(r, l)
		}
	}
	return parts
}

// PartName returns the name of a part of a state: that of the leaf, or of the state.
func PartName(m *core.Machine, state int, p Part) string {
	if p.Region < 0 {
		return m.States[state].Name
	}
	return m.States[state].Regions[p.Region].Leaves[p.Leaf].Name
}

// isAround reports whether a leaf is inside a region of the leaf that has a transition.
func isAround(s *core.State, move *core.Move, region, leaf int) bool {
	return move.Region != region && s.Contains(move.Region, region) && s.LeafAround(move.Region, region, leaf) == move.From
}

// takes reports whether a program can send an event for which the state as a whole, or a leaf around the given one, has a transition,
// and whether the given leaf has one. For the state as a whole, both are the same.
func takes(m *core.Machine, state, event, region, leaf int) (own, inside bool) {
	if e := &m.Events[event]; e.Internal || e.Result {
		return false, false
	}
	list := m.On(state, event)
	own = slices.ContainsFunc(list, func(t core.Transition) bool {
		return t.Effect == core.Take && (t.Move == nil || region >= 0 && isAround(&m.States[state], t.Move, region, leaf))
	})
	if region < 0 {
		return own, own
	}
	return own, slices.ContainsFunc(list, func(t core.Transition) bool {
		return t.Effect == core.Take && t.Move != nil && t.Move.Region == region && t.Move.From == leaf
	})
}

// raisedByTimer reports whether a timer raises an event that runs as long as a leaf is active, or for a region of -1 the state as a
// whole: one of the leaf, of a state around it, or of the state as a whole. One that may expire without being stopped leaves the event to
// the program.
func raisedByTimer(m *core.Machine, event, state, region, leaf int) bool {
	s := &m.States[state]
	for i, t := range m.Timers {
		w := t.Within
		runs := w == nil || region >= 0 && s.Contains(w.Region, region) && slices.Contains(w.Leaves, s.LeafAround(w.Region, region, leaf))
		if t.Event == event && slices.Contains(t.States, state) && runs && !m.Expires(i) {
			return true
		}
	}
	return false
}
