package obligation

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
)

// Toward returns a machine with the runs of m that end with an outcome, and all that can be continued to one of them: transitions to
// states from which no path leads to this outcome have no effect. It is m for -1, any outcome. States and transitions have the same
// indices. What holds in each run of m holds in these.
func Toward(m *core.Machine, outcome int) *core.Machine {
	if outcome < 0 {
		return m
	}
	leads, out := leading(m, outcome), *m
	out.Transitions = slices.Clone(m.Transitions)
	for i := range out.Transitions {
		if t := &out.Transitions[i]; t.Effect == core.Take && !leads[t.To] {
			t.Effect, t.To = core.Ignore, t.From
		}
	}
	return &out
}

// WaitsToward is [Waits] without the states from which no path leads to an outcome, or Waits itself for -1.
func WaitsToward(m *core.Machine, outcome int, timers []int) []int {
	list := Waits(m, timers)
	if outcome < 0 {
		return list
	}
	leads := leading(m, outcome)
	return slices.DeleteFunc(list, func(s int) bool { return !leads[s] })
}

// leading tells for each state whether a path leads from there to an outcome, whatever guards say.
func leading(m *core.Machine, outcome int) []bool {
	leads := make([]bool, len(m.States))
	for _, s := range m.Outcomes[outcome].States {
		leads[s] = true
	}
	for again := true; again; {
		again = false
		for i := range m.Transitions {
			if t := &m.Transitions[i]; t.Effect == core.Take && leads[t.To] && !leads[t.From] {
				leads[t.From], again = true, true
			}
		}
	}
	return leads
}
