package reference

import (
	"slices"

	"github.com/fsmgen/fsmgen/internal/syntax"
)

// Sendable reports whether an active state lists an event that no timer of this state or of the states around it is still to raise. By
// the documentation of Run, the handler then has a method that can send it.
func (r *Run) Sendable(event string) bool {
	for _, n := range r.m.nodes {
		if !r.active[n.index] || n.composite() {
			continue
		}
		listed, timed := false, false
		for _, around := range n.path() {
			listed = listed || slices.ContainsFunc(around.on, func(h syntax.Handler) bool { return !h.Eventless && h.Event.Value == event })
			timed = timed || slices.ContainsFunc(around.timers, func(i int) bool {
				return r.timers[i] && r.m.timers[i].written.Event.Value == event
			})
		}
		if listed && !timed {
			return true
		}
	}
	return false
}
