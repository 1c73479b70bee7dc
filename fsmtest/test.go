package fsmtest

import "testing"

// Test compares a machine with its spec. Each kind of check is a subtest.
func Test[M any, S comparable, C, E any](t *testing.T, spec *Spec[C, E], machine *Machine[M, S, C]) {
	h := newHarness(spec, machine)
	if len(spec.Events) > 0 {
		t.Run("Table", h.testTable)
	}
	t.Run("Walk", h.testWalk)
}
