package fsmtest

import "testing"

// Test compares a machine with its spec. Each kind of check is a subtest. With -short, and under
// the race detector, Test makes a quarter of the runs.
func Test[M any, S any, C, E any](t *testing.T, spec *Spec[C, E], machine *Machine[M, S, C]) {
	h := &checks{newHarness(spec, machine)}
	h.subtest(t, "Params", h.testParams)
	h.subtest(t, "Texts", h.testTexts)
	if len(spec.Events) > 0 {
		h.subtest(t, "Messages", h.testMessages)
		h.subtest(t, "Table", h.testTable)
	}
	if h.Restore != nil {
		h.subtest(t, "Snapshots", h.testSnapshots)
		if len(spec.Events) > 0 {
			h.subtest(t, "Forged", h.testForged)
		}
	}
	if h.Kind != nil && len(spec.Events) > 0 {
		h.subtest(t, "Inputs", h.testInputs)
	}
	if h.FromValues != nil {
		h.subtest(t, "Columns", h.testColumns)
	}
	if h.Observe != nil && len(spec.Events) > 0 {
		h.subtest(t, "Observed", h.testObserved)
	}
	if h.In != nil && len(spec.Events) > 0 {
		h.subtest(t, "Typed", h.testTyped)
	}
	if h.Run != nil && len(spec.Events) > 0 {
		h.subtest(t, "Run", h.testRun)
	}
	if h.always >= 0 && (h.Restore != nil || h.FromValues != nil) {
		h.subtest(t, "Unsettled", h.testUnsettled)
	}
	h.subtest(t, "Walk", h.testWalk)
}
