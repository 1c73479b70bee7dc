package fsmtest_test

import (
	"testing"

	"github.com/fsmgen/fsmgen/fsmtest"
)

// lampConfig is a configuration of the lamp, but for its state.
type lampConfig struct {
	Params lampParams
	Left   int
}

// lampInput is what the events of the lamp carry: nothing.
type lampInput struct{}

// lampSpec is the lamp as a table.
func lampSpec() *fsmtest.Spec[lampConfig, lampInput] {
	type (
		config = lampConfig
		input  = lampInput
	)
	return &fsmtest.Spec[config, input]{
		Name: "Lamp", Package: "lamp", Initial: "Dark",
		Was: []string{"Bulb"}, Removed: []string{"color", "watts"},
		States: []fsmtest.State[config]{
			{Value: lampDark, Name: "Dark", Text: "is.dark"},
			{Value: lampLit, Name: "Lit", Was: []string{"Shining"}},
			{Value: lampBroken, Name: "Broken", Outcome: "ended"},
		},
		Events: []fsmtest.Event[config, input]{
			{Value: lampPush, Name: "Push", Method: "Push"},
			{Value: lampPull, Name: "Pull", Method: "Pull"},
		},
		Outcomes: []fsmtest.Value{{Value: lampRuns, Name: "none"}, {Value: lampEnded, Name: "ended"}},
		Params: []fsmtest.Param[config]{
			{Name: "uses", Range: func(config) (int, int) { return 1, 3 }, Default: func(config) any { return 2 }, Was: []string{"times"}},
		},
		Vars: []fsmtest.Var[config]{{Name: "left", Range: func(m config) (int, int) { return has("the range is too narrow", 1, 0), m.Params.Uses }, Was: []string{"rest"}}},
		Invariants: has("a forged lamp exceeds its bound", nil, []fsmtest.Invariant[config]{
			{In: "Lit", Text: "left < uses", Holds: func(m config) bool { return m.Left < has("the invariant is too strong", 0, m.Params.Uses) }},
		}),
		Together: []string{"params.uses vars.left"},
		Init:     func(m *config) { m.Left = m.Params.Uses },
		Bound:    func(m config) int { return 2*m.Params.Uses + 1 },
		Rows: []fsmtest.Row[config, input]{
			{
				From: "Dark", On: "Push", When: "left > 0", To: "Lit",
				Guard: func(m config, _ input) bool { return m.Left > 0 },
				Set:   func(m config, _ input, next *config) { next.Left = m.Left - 1 },
			},
			{From: "Dark", On: "Push", To: "Broken"},
			{From: "Lit", On: "Pull", To: "Dark"},
		},
	}
}

// lampMachine says how to reach the code of the lamp.
func lampMachine() *fsmtest.Machine[*lamp, struct{}, lampConfig] {
	return &fsmtest.Machine[*lamp, struct{}, lampConfig]{
		New: newLamp, StateList: listStates, EventList: listEvents, TransitionList: listTransitions,
		DefaultParams:  defaultLampParams,
		State:          func(m *lamp) int { return int(m.State()) },
		Outcome:        func(m *lamp) int { return int(m.Outcome()) },
		Can:            func(m *lamp, event int) bool { return m.Can(lampEvent(event)) },
		Read:           func(m *lamp) lampConfig { return lampConfig{m.Params(), m.Left()} },
		MaxTransitions: func(m *lamp) int { return m.Params().MaxTransitions() },
		Errors:         fsmtest.Errors{Illegal: &lampIllegalError{}},
		Restore:        restoreLamp,
		FromValues:     lampFromValues,
	}
}

// A generated test file holds the spec as a table, the way to the machine, and these calls. This
// one is for a lamp that can be lit a few times. A machine with a host, observers, typed states
// or Run names these, too.
func Example() {
	_ = func(t *testing.T) { fsmtest.Test(t, lampSpec(), lampMachine()) } // TestLampSpec
	_ = func(f *testing.F) { fsmtest.Fuzz(f, lampSpec(), lampMachine()) } // FuzzLamp
	// Package property makes random runs: property.Test(t, lampSpec(), lampMachine()).
}
