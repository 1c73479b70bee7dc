package fsmtest

import "testing"

// Test compares a machine with its spec. Each kind of check is a subtest. With -short, and under
// the race detector, Test makes a quarter of the runs.
func Test[M any, S any, C, E any](t *testing.T, spec *Spec[C, E], machine *Machine[M, S, C]) {
	h := &checks{newHarness(spec, machine)}
	h.lated = map[lateKind]bool{}
	subtest(t, "Params", h.testParams)
	subtest(t, "Texts", h.testTexts)
	if len(spec.Events) > 0 {
		subtest(t, "Messages", h.testMessages)
		subtest(t, "Table", h.testTable)
	}
	if h.Restore != nil {
		subtest(t, "Snapshots", h.testSnapshots)
		if len(spec.Events) > 0 {
			subtest(t, "Forged", h.testForged)
		}
		if h.keeps() {
			subtest(t, "Values", h.Machine.Values.test)
		}
	}
	if h.Kind != nil && len(spec.Events) > 0 {
		subtest(t, "Inputs", h.testInputs)
	}
	if h.FromValues != nil {
		subtest(t, "Columns", h.testColumns)
	}
	if h.Observe != nil && len(spec.Events) > 0 {
		subtest(t, "Observed", h.testObserved)
	}
	if h.In != nil && len(spec.Events) > 0 {
		subtest(t, "Typed", h.testTyped)
	}
	if h.Run != nil && len(spec.Events) > 0 {
		subtest(t, "Run", h.testRun)
	}
	if h.always >= 0 && (h.Restore != nil || h.FromValues != nil) {
		subtest(t, "Unsettled", h.testUnsettled)
	}
	subtest(t, "Walk", h.testWalk)
}
