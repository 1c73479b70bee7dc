package machine

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
)

// Expired returns the timers that may raise the event of a transition and that the transition neither
// stops nor restarts. If one of them has raised it, it has expired, and runs no longer.
func (m *Machine) Expired(t *core.Transition) []int {
	if t.Effect != core.Take {
		return nil
	}
	var out []int
	for i, timer := range m.Core.Timers {
		w := timer.Within
		runs := slices.Contains(timer.States, t.From) && (w == nil || m.Core.MayBeIn(t, w))
		if timer.Event == t.Event && runs && !slices.Contains(m.Core.Stops(t), i) {
			out = append(out, i)
		}
	}
	return out
}

// Outlasted reports whether a state can outlast one of its timers: [Machine.Expired] returns one for
// some transition that can be taken.
func (m *Machine) Outlasted() bool {
	for s := range m.Core.States {
		for e := range m.Core.Events {
			if slices.ContainsFunc(m.Alternatives(s, e), func(t core.Transition) bool { return len(m.Expired(&t)) > 0 }) {
				return true
			}
		}
	}
	return false
}
