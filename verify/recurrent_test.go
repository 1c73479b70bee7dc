package verify_test

import (
	"context"
	"os"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/verify"
)

// TestOverwrittenDivision checks that a cycle is no endless run if a step of it can
// divide by zero, even when a later step overwrites the quotient.
func TestOverwrittenDivision(t *testing.T) {
	sample.Turn(t)
	text, err := os.ReadFile("testdata/adversarial/overwritten_division.fsm.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for divisor, want := range map[string]verify.Status{"y": verify.Unknown, "(y - y)": verify.Unknown, "2": verify.Refuted} {
		s, diags := spec.Load("division.fsm.yaml", []byte(strings.Replace(string(text), "10 / y", "n / "+divisor, 1)))
		if s.Machine == nil {
			t.Fatal(diags)
		}
		if r := verify.Machine(context.Background(), s.Machine); r.Termination != want {
			t.Errorf("division by %s: termination is %s, want %s\n%v", divisor, r.Termination, want, r.Diagnostics)
		}
	}
}
