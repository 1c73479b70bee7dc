package property

import (
	"testing"

	"github.com/fsmgen/fsmgen/fsmtest"
)

// Test makes random runs of random machines.
func Test[M any, S comparable, C, E any](t *testing.T, spec *fsmtest.Spec[C, E], machine *fsmtest.Machine[M, S, C]) {
}
