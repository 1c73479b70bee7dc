package fsmtest

import "testing"

// Fuzz makes a machine and its events of the input of a fuzz target.
func Fuzz[M any, S comparable, C, E any](f *testing.F, spec *Spec[C, E], machine *Machine[M, S, C]) {
}
