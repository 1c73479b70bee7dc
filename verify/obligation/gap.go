package obligation

import (
	"github.com/fsmgen/fsmgen/spec/core"
)

// Gap: one of the alternatives of a state and event is taken.
const Gap Kind = "gap"

// gaps lists the states and events whose last alternative has a guard.
func gaps(m *core.Machine) (list []Obligation) {
	for s := range m.States {
		for event := range m.Events {
			alternatives := m.On(s, event)
			// Without an event, no alternative need apply.
			if n := len(alternatives); n > 0 && alternatives[n-1].Guard != nil && !m.Events[event].Eventless {
				o := about(Gap)
				o.State, o.Event = s, event
				list = append(list, o)
			}
		}
	}
	return list
}

func describeGap(m *core.Machine, o Obligation) Description {
	in, event := "in state `"+m.States[o.State].Name+"`", "`"+m.Events[o.Event].Name+"`"
	return Description{m.On(o.State, o.Event)[0].Span,
		in + ", some alternative of " + event + " is always taken",
		in + ", there are values for which no alternative of " + event + " is taken",
		"add a last alternative without `if:`, or {otherwise: ignore} or {otherwise: reject}"}
}
