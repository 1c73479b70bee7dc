package fsmtest

import "testing"

// Test compares a machine with its spec. Each kind of check is a subtest. With -short, and under
// the race detector, Test makes a quarter of the runs.
func Test[M any, S any, C, E any](t *testing.T, spec *Spec[C, E], machine *Machine[M, S, C]) {
	h := &checks{newHarness(spec, machine)}
	for _, c := range h.list() {
		if c.applies {
			h.subtest(t, c.name, c.run)
		}
	}
}

// check is a kind of check, and whether it applies to the machine.
type check struct {
	name    string
	applies bool
	run     func(*testing.T)
}

// list lists the kinds of checks in the order in which they run.
func (h *checks) list() []check {
	events := len(h.Events) > 0
	return []check{
		{"Params", true, h.testParams},
		{"Texts", true, h.testTexts},
		{"Messages", events, h.testMessages},
		{"Table", events, h.testTable},
		{"Snapshots", h.Restore != nil, h.testSnapshots},
		{"Forged", h.Restore != nil && events, h.testForged},
		{"Inputs", h.Kind != nil && events, h.testInputs},
		{"Columns", h.FromValues != nil, h.testColumns},
		{"Observed", h.Observe != nil && events, h.testObserved},
		{"Typed", h.In != nil && events, h.testTyped},
		{"Run", h.Run != nil && events, h.testRun},
		{"Unsettled", h.always >= 0 && (h.Restore != nil || h.FromValues != nil), h.testUnsettled},
		{"Walk", true, h.testWalk},
	}
}
