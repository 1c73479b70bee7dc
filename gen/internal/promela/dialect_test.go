package promela

import (
	"testing"

	"github.com/fsmgen/fsmgen/internal/dialect/dialecttest"
	"github.com/fsmgen/fsmgen/spec/expr"
)

func TestDialect(t *testing.T) {
	dialecttest.Check(t, printed, map[string]string{
		dialecttest.Arithmetic: "(v_a * (v_b + 2)) - (-3)",
		dialecttest.Division:   "((-v_a) / v_b) % 2",
		dialecttest.Logic:      "(!v_p) && ((v_a <= v_b) || (v_a != 3))",
		dialecttest.Extremes:   "((v_a >= (v_b <= 1 -> v_b : 1) -> v_a : (v_b <= 1 -> v_b : 1)) >= 0 -> (v_a >= (v_b <= 1 -> v_b : 1) -> v_a : (v_b <= 1 -> v_b : 1)) : 0) > 0",
		dialecttest.Constants:  `((v_shade == Shade_Light) && (v_s == "x")) && true`,
		dialecttest.Comparison: "(v_a > 1) == v_p",
	})
}

// TestConditional wants parentheses around the conditional expressions that min and max become, also where
// nothing else is around them.
func TestConditional(t *testing.T) {
	one, two := expr.Number(1), expr.Number(2)
	least := &expr.Call{Op: expr.Min, Args: []expr.Expr{one, two}}
	for _, test := range []struct {
		e    expr.Expr
		want string
	}{
		{least, "(1 <= 2 -> 1 : 2)"},
		{&expr.Call{Op: expr.Max, Args: []expr.Expr{least}}, "(1 <= 2 -> 1 : 2)"},
		{&expr.Call{Op: expr.Max, Args: []expr.Expr{&expr.Binary{Op: expr.Add, X: one, Y: two}}}, "1 + 2"},
	} {
		if got := printed(test.e, nil); got != test.want {
			t.Errorf("got %s, want %s", got, test.want)
		}
	}
}
