package gen_test

import (
	"testing"

	"github.com/fsmgen/fsmgen/gen"
	"github.com/fsmgen/fsmgen/spec"
)

// TestUnwantedErrors asks for a spec that has errors, and so no machine.
func TestUnwantedErrors(t *testing.T) {
	s, diags := spec.Load("door.fsm.yaml", []byte("machine: Door\ninitial: Nowhere\n"))
	if !diags.HasErrors() {
		t.Fatal("the spec has no errors")
	}
	if list := gen.Unwanted(s, nil); list != nil {
		t.Errorf("the files are %v", list)
	}
}
