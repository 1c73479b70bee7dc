package smtlib

import (
	"testing"

	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/internal/spectest"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/verify"
)

// TestPayloadInRegions redoes the proofs of a machine with z3 that carries payloads.
func TestPayloadInRegions(t *testing.T) {
	sample.Turn(t)
	needSolver(t)
	s, diags := spec.Load("oven.fsm.yaml", []byte(spectest.Payload))
	if s.Machine == nil {
		t.Fatal(diags)
	}
	r := verify.Machine(t.Context(), s.Machine)
	all := scripts(t, r)
	var c tally
	c.compare(r, all, ask(t, r.Machine, all))
	if len(c.disagreements) > 0 || c.agreed != len(all) || c.agreed < 40 {
		t.Errorf("%d of %d agreed, %v", c.agreed, len(all), c.disagreements)
	}
}
