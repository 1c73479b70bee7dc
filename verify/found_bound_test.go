package verify_test

import (
	"testing"

	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify"
)

// TestFoundBounds finds bounds that no range of a parameter makes worse, and proves claimed ones that are minima.
func TestFoundBounds(t *testing.T) {
	for file, want := range map[string]string{
		"retry_per_step":   "steps + 2 * steps * retries + 2 * operator + 1",
		"min_bound":        "min(a, b) + 1",
		"budget_and_retry": "min(budget, retry + 1)",
		"tens":             "(goal + 19) / 10",
		"known/by_two":     "max(0, n + 1) / 2 + 1",
		"its/cars":         "max(0, m - n + 1) / 2 + 1",
		"known/quiz":       "36", // as exploration finds
	} {
		r := verify.Machine(t.Context(), load(t, "testdata/"+file+".fsm.yaml"))
		if got := expr.Print(r.Bound.Expr, expr.Spec); r.Bound.Status != verify.Proved || got != want {
			t.Errorf("%s: %s (%s), want %s", file, got, r.Bound.Status, want)
		}
	}
}
