package fsmtest

import "testing"

// Test compares a machine with its spec. Each kind of check is a subtest. With -short, and under
// the race detector, Test makes a quarter of the runs.
func Test[M any, S any, C, E any](t *testing.T, spec *Spec[C, E], machine *Machine[M, S, C]) {
	h := &checks{newHarness(spec, machine)}
	t.Run("Params", h.testParams)
	t.Run("Texts", h.testTexts)
	if len(spec.Events) > 0 {
		t.Run("Messages", h.testMessages)
		t.Run("Table", h.testTable)
	}
	if h.Restore != nil {
		t.Run("Snapshots", h.testSnapshots)
		if len(spec.Events) > 0 {
			t.Run("Forged", h.testForged)
		}
		if h.keeps() {
			t.Run("Values", h.Machine.Values.test)
		}
	}
	if h.Kind != nil && len(spec.Events) > 0 {
		t.Run("Inputs", h.testInputs)
	}
	if h.FromValues != nil {
		t.Run("Columns", h.testColumns)
	}
	if h.Observe != nil && len(spec.Events) > 0 {
		t.Run("Observed", h.testObserved)
	}
	if h.In != nil && len(spec.Events) > 0 {
		t.Run("Typed", h.testTyped)
	}
	if h.Run != nil && len(spec.Events) > 0 {
		t.Run("Run", h.testRun)
	}
	t.Run("Walk", h.testWalk)
}
