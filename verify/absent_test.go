package verify_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/verify"
)

// TestAbsent verifies the machine of a spec with errors, which has none.
func TestAbsent(t *testing.T) {
	s, diags := spec.Load("door.fsm.yaml", []byte("machine: Door\n"))
	if !diags.HasErrors() || s.Machine != nil {
		t.Fatalf("%+v %v", s, diags)
	}
	r := verify.Machine(t.Context(), s.Machine)
	if r.Proved() || r.Termination != verify.Unknown || len(r.Diagnostics) != 1 || r.Diagnostics[0].Message != "there is no machine to verify" {
		t.Errorf("the report is %+v", r)
	}
	text, err := json.Marshal(r)
	if err != nil || !strings.Contains(string(text), `"unknown"`) {
		t.Errorf("the report is %s (%v)", text, err)
	}
	for _, text := range []string{r.Summary(), r.Brief(), r.Full(), r.Order(), r.Potential(), r.Strategy()} {
		if strings.Contains(text, "proved for") {
			t.Error(text)
		}
	}
}
