package verify_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/verify"
)

// TestManyVariables proves a machine that rotates the values of many variables. All of
// its obligations assume hundreds of facts, of which they need few.
func TestManyVariables(t *testing.T) {
	const n = 250
	var vars, sets strings.Builder
	for i := range n {
		fmt.Fprintf(&vars, "  v%d: {type: int, min: 0, max: 9, init: %d}\n", i, i%10)
		fmt.Fprintf(&sets, "v%d: v%d, ", i, (i+1)%n)
	}
	r := verify.Machine(context.Background(), parse(t, `machine: Rotate
vars:
`+vars.String()+`  left: {type: int, min: 0, max: 3, init: 3}
events: {E: {}}
initial: S
terminal: {done: [T]}
states:
  S: {on: {E: [{if: left > 0, set: {`+sets.String()+`left: left - 1}}, {to: T}]}}
  T: {}
progress: {S: left + 1}
bound: 4
`))
	if !r.Proved() {
		t.Errorf("not proved: %s", r.Summary())
	}
}
