package verify_test

import (
	"testing"

	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/internal/spectest"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify"
)

// TestPayloadInRegions proves a machine in which later regions read payloads, with what it carries among the claims. Without the
// update that empties a variable, that claim is not proved, and neither is the range of what a region stores with another payload.
func TestPayloadInRegions(t *testing.T) {
	sample.Turn(t)
	load := func() *core.Machine {
		s, diags := spec.Load("oven.fsm.yaml", []byte(spectest.Payload))
		if s.Machine == nil {
			t.Fatal(diags)
		}
		return s.Machine
	}
	r := verify.Machine(t.Context(), load())
	if r.Termination != verify.Proved || r.Bound.Status != verify.Proved {
		t.Errorf("termination %s, bound %s", r.Termination, r.Bound.Status)
	}
	claims := 0
	for _, o := range r.Obligations {
		if o.Status != verify.Proved {
			t.Errorf("%v of transition %d: %s", o.Kind, o.Transition, o.Status)
		}
		if o.Kind == verify.KindInvariant {
			claims++
		}
	}
	if claims == 0 {
		t.Error("nothing is claimed of what is carried")
	}
	m := load()
	for i := range m.Transitions {
		x := &m.Transitions[i]
		for j := range x.Updates {
			u := &x.Updates[j]
			if v := &m.Vars[u.Var]; v.Implied == core.Carried && x.Handles != "" {
				u.Value = &expr.Ref{Symbol: v.Symbol}
			}
		}
	}
	for _, o := range verify.Machine(t.Context(), m).Obligations {
		if o.Kind == verify.KindInvariant && o.Status != verify.Proved {
			return
		}
	}
	t.Error("proved, but payloads stay")
}
