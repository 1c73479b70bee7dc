package verify_test

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify"
)

// TestPeaks bounds machines that go on as long as one of several variables is positive.
func TestPeaks(t *testing.T) {
	sample.Turn(t)
	const text = `machine: Peaks
params: {a: {type: int, min: 0, max: 1000}, b: {type: int, min: 0, max: 1000}}
vars: {x: {type: int, max: 2000, init: a}, y: {type: int, max: 2000, init: b}}
events: {Step: {}}
initial: Loop
terminal: {done: [Done]}
states:
  Loop: {on: {Step: [{if: x > 0 || y > 0, set: {x: x - 1, y: y - 1}}, Done]}}
  Done: {}
`
	tests := []struct{ name, text, bound, tight string }{
		{"both fall", text, "max(0, a, b) + 1", "proved"},
		{"exchanged", strings.Replace(text, "{x: x - 1, y: y - 1}", "{x: y - 1, y: x - 1}", 1), "max(0, a, b) + 1", "false"},
		{"one after the other", strings.Replace(text, "[{if: x > 0 || y > 0, set: {x: x - 1, y: y - 1}}", "[{if: x > 0 && y > 0, set: {x: x - 1, y: y - 1}}, {if: x > 0, set: {x: x - 1}}, {if: y > 0, set: {y: y - 1}}", 1), "max(0, a, b) + 1", "proved"},
		{"any steps", strings.NewReplacer("Step: {}", "Step: {p: int, q: int}", "if: x > 0 || y > 0", "if: (x > 0 || y > 0) && event.p > 0 && event.p < 9 && event.q > 0 && event.q < 9", "x - 1", "x - event.p", "y - 1", "y - event.q").Replace(text), "max(0, a, b) + 1", "proved"},
		{"only the larger falls", strings.Replace(text, "[{if: x > 0 || y > 0, set: {x: x - 1, y: y - 1}}", "[{if: x > y && x > 0, set: {x: x - 1}}, {if: y > 0, set: {y: y - 1}}", 1), "a + b + 1", "proved"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m := parse(t, tt.text)
			r := verify.Machine(context.Background(), m)
			got := ""
			if r.Bound.Expr != nil {
				got = expr.Print(r.Bound.Expr, expr.Spec)
			}
			if got != tt.bound || tightness(r) != tt.tight {
				t.Errorf("%q, tight: %s, want %q, tight: %s\n%s%v", got, tightness(r), tt.bound, tt.tight, r.Summary(), r.Diagnostics)
			}
			for _, fault := range faultsOf(r, rand.New(rand.NewPCG(7, 8))) {
				t.Error(fault)
			}
			if _, pasted, ok := strings.Cut(r.Summary(), "to add to the spec:\n"); !ok {
				t.Error("no progress function is found that a spec can declare")
			} else if again := verify.Machine(context.Background(), parse(t, tt.text+pasted)); again.Synthesized != nil || again.Termination != r.Termination {
				t.Errorf("pasted:\n%s%v", again.Summary(), again.Diagnostics)
			}
		})
	}
}
