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

// TestManyPayloads verifies a machine with 65,536 configurations, in each of which an
// event can arrive in 4,096 ways. Exploration stops before it tries all of them, and says
// so; the proofs do not need it.
func TestManyPayloads(t *testing.T) {
	var vars, fields, differ strings.Builder
	for i := range 12 {
		fmt.Fprintf(&vars, "  g%d: bool\n", i)
		fmt.Fprintf(&fields, "b%d: bool, ", i)
		fmt.Fprintf(&differ, "event.b%d != g%d || ", i, i)
	}
	r := verify.Machine(context.Background(), parse(t, `machine: Payloads
vars:
`+vars.String()+`  c: {type: int, min: 0, max: 65535}
events: {E: {`+strings.TrimSuffix(fields.String(), ", ")+`}, F: {}}
initial: S
terminal: {done: [T]}
states:
  S:
    on:
      E: [{if: "c < 65535 && (`+strings.TrimSuffix(differ.String(), " || ")+`)", set: {c: c + 1}}, {otherwise: ignore}]
      F: T
  T: {}
progress: {S: 65536 - c}
bound: 65536
`))
	if !r.Proved() || !r.OutOfWork || r.OutOfMemory {
		t.Errorf("out of work: %t\n%s", r.OutOfWork, r.Summary())
	}
	if !strings.Contains(r.Summary(), "exploration  cut short at ") {
		t.Errorf("no note: %s", r.Summary())
	}
	if e := r.Explored[0]; e.Configs > 1<<10 || e.Configs < 1<<7 || e.Exact || e.Longest >= 0 {
		t.Errorf("explored: %+v", e)
	}
}
