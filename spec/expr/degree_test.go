package expr_test

import (
	"testing"

	"github.com/fsmgen/fsmgen/spec/expr"
)

func TestDegree(t *testing.T) {
	n := &expr.Ref{Symbol: &expr.Symbol{Scope: expr.Param, Name: "n", Type: expr.Type{Kind: expr.Int}}}
	of := func(op expr.Op, x, y expr.Expr) expr.Expr { return &expr.Binary{Op: op, X: x, Y: y} }
	call := func(op expr.Op, args ...expr.Expr) expr.Expr { return &expr.Call{Op: op, Args: args} }
	square := of(expr.Mul, n, n)
	for _, test := range []struct {
		x    expr.Expr
		want int
	}{
		{expr.Number(7), 0},
		{n, 1},
		{&expr.Unary{Op: expr.Neg, X: square}, 2},
		{of(expr.Add, square, n), 2},
		{of(expr.Mul, square, n), 3},
		{of(expr.Quo, square, n), 2},
		{call(expr.Max, n, square, expr.Number(1)), 2},
		{call(expr.Min, square, n), 1},
		{call(expr.Min, square, expr.Number(1), n), 0},
	} {
		if got := expr.Degree(test.x); got != test.want {
			t.Errorf("%s: %d, want %d", expr.Print(test.x, expr.Spec), got, test.want)
		}
	}
}
