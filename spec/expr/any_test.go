package expr_test

import (
	"testing"

	"github.com/fsmgen/fsmgen/spec/expr"
)

func TestAnyOf(t *testing.T) {
	a, b, c := &expr.Ref{Symbol: &expr.Symbol{Name: "a"}}, &expr.Ref{Symbol: &expr.Symbol{Name: "b"}}, &expr.Ref{Symbol: &expr.Symbol{Name: "c"}}
	or := func(x, y expr.Expr) expr.Expr { return &expr.Binary{Op: expr.Or, X: x, Y: y} }
	if x := expr.AnyOf(); x != nil {
		t.Errorf("of nothing: %v", x)
	}
	for want, list := range map[string][]expr.Expr{
		"a":           {a, a},
		"a || b":      {a, or(b, a)},
		"a || b || c": {or(a, b), or(b, or(c, a))},
		"b || a":      {b, a, b},
	} {
		if got := expr.Print(expr.AnyOf(list...), expr.Spec); got != want {
			t.Errorf("%v gives %s, want %s", list, got, want)
		}
	}
}
