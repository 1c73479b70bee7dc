// Package passtest reads specs for tests of single passes.
package passtest

import (
	"testing"

	"github.com/fsmgen/fsmgen/internal/syntax"
	"github.com/fsmgen/fsmgen/spec/internal/pass"
)

// Read returns the input of the first pass for a spec. The test fails if the text is none.
func Read(t *testing.T, text string) pass.Input {
	t.Helper()
	root, diags := syntax.Read("test.fsm.yaml", []byte(text))
	if root == nil {
		t.Fatal(diags)
	}
	f, more := syntax.Decode(root)
	if diags = append(diags, more...); diags.HasErrors() {
		t.Fatal(diags)
	}
	return pass.New("test.fsm.yaml", f)
}

// Clean reports what passes have found to be wrong so far.
func Clean(t *testing.T, in pass.Input) {
	t.Helper()
	if len(*in.Diags) > 0 {
		t.Fatal(*in.Diags)
	}
}

// Messages lists what passes have found to be wrong so far.
func Messages(in pass.Input) (list []string) {
	for _, d := range *in.Diags {
		list = append(list, d.Message)
	}
	return list
}
