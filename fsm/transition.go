package fsm

import "slices"

// Transition is a transition of a machine with states S and events E.
type Transition[S, E Constant] struct {
	// From is the state before the transition.
	From S
	// Event is the event that triggers the transition, or the machine's EventAlways for a transition without an event.
	Event E
	// To is the state after the transition; it is From if the machine stays.
	To S
	// Guard is the condition as written in the spec, or "" if there is none. In a state with regions, it includes where the
	// regions must be.
	Guard string
	// Doc is the documentation of the transition in the spec, or "".
	Doc string
}

// Guards has the conditions of the transitions of a machine, by state and event.
type Guards[S, E Constant] struct{ of map[cell[S, E]][]string }

type cell[S, E Constant] struct {
	state S
	event E
}

// GuardsOf returns the conditions of transitions.
func GuardsOf[S, E Constant](transitions []Transition[S, E]) Guards[S, E] {
	of := map[cell[S, E]][]string{}
	for _, t := range transitions {
		if at := (cell[S, E]{t.From, t.Event}); t.Guard != "" {
			of[at] = append(of[at], t.Guard)
		}
	}
	return Guards[S, E]{of}
}

// Of returns the conditions of the transitions of a state for an event, in order; nil if there are none. Do not modify them.
func (g Guards[S, E]) Of(state S, event E) []string {
	return slices.Clip(g.of[cell[S, E]{state, event}])
}
