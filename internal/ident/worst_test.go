package ident

import (
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/spec/core"
)

// TestWorst has the names of the face with a prefix, and variables and parameters that have its names.
func TestWorst(t *testing.T) {
	m := machine([]string{"n"}, nil, []string{"Idle"}, []string{"left"})
	if n, diags := Assign(m, "Deep"); n.Worst.Type != "" || diags.HasErrors() {
		t.Errorf("without the face, the names are %+v, and the findings %v", n.Worst, diags)
	}
	m.Faces = core.Faces{Worst: true}
	if _, diags := Assign(m, "Deep"); len(diags) != 1 || !strings.Contains(diags[0].Message, "have the same Go name, `Left`") {
		t.Errorf("the findings are %v", diags)
	}
	m = machine([]string{"worstCase"}, nil, []string{"Idle"}, nil)
	m.Faces = core.Faces{Worst: true}
	n, diags := Assign(m, "Deep")
	if n.Worst.Type != "DeepWorstCase" || n.Worst.OutputSet != "DeepWorstOutputs" || len(n.Worst.Outputs) != len(m.Outputs) {
		t.Errorf("the names are %+v", n.Worst)
	}
	if len(diags) != 1 || !strings.Contains(diags[0].Message, "method WorstCase have the same Go name, `WorstCase`") {
		t.Errorf("the findings are %v", diags)
	}
}
