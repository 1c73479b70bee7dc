package promela_test

import (
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/internal/explore"
	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/internal/spectest"
	"github.com/fsmgen/fsmgen/spec"
)

// TestPayloadInRegions counts the configurations of a machine with SPIN that carries payloads with few values.
func TestPayloadInRegions(t *testing.T) {
	sample.Turn(t)
	needTools(t)
	few := strings.NewReplacer("degrees: int", "degrees: bool", "event.degrees > 5", "event.degrees", "min(event.degrees, 9)", "3")
	s, diags := spec.Load("oven.fsm.yaml", []byte(few.Replace(spectest.Payload)))
	if s.Machine == nil {
		t.Fatal(diags)
	}
	g := explore.Explore(t.Context(), s.Machine, nil, 1<<20)
	if samples(s.Machine) || !g.Complete || !g.Exact || g.Configs() < 20 {
		t.Fatalf("%d configurations, not all", g.Configs())
	}
	compare(t, s.Machine, g)
}
