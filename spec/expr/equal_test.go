package expr_test

import (
	"testing"

	"github.com/fsmgen/fsmgen/spec/expr"
)

// TestEqual compares each two of some expressions that differ, and each with a copy.
func TestEqual(t *testing.T) {
	integer, color, shade := expr.Type{Kind: expr.Int}, &expr.Enum{Name: "Color", Values: []string{"Red", "Blue"}}, &expr.Enum{Name: "Shade", Values: []string{"Red", "Blue"}}
	symbol := func(scope expr.Scope, index int) expr.Expr {
		return &expr.Ref{Symbol: &expr.Symbol{Scope: scope, Index: index, Name: "n", Type: integer}}
	}
	enumerated := func(e *expr.Enum, value int64) expr.Expr {
		return &expr.Lit{T: expr.Type{Kind: expr.Enumerated, Enum: e}, Value: value}
	}
	all := func() []expr.Expr {
		n, k := symbol(expr.Var, 0), symbol(expr.Var, 1)
		sum := &expr.Binary{Op: expr.Add, X: n, Y: k}
		return []expr.Expr{
			nil, expr.Number(0), expr.Number(1), expr.Truth(false), expr.Truth(true),
			enumerated(color, 0), enumerated(color, 1), enumerated(shade, 1),
			&expr.Text{Value: "a"}, &expr.Text{Value: ""},
			n, k, symbol(expr.Param, 0), symbol(expr.Field, 0), symbol(expr.External, 0),
			&expr.Unary{Op: expr.Neg, X: n}, &expr.Unary{Op: expr.Neg, X: k}, &expr.Unary{Op: expr.Not, X: expr.Truth(true)},
			sum, &expr.Binary{Op: expr.Add, X: k, Y: n}, &expr.Binary{Op: expr.Sub, X: n, Y: k}, &expr.Binary{Op: expr.Add, X: n, Y: n},
			&expr.Binary{Op: expr.Add, X: sum, Y: n}, &expr.Binary{Op: expr.Add, X: n, Y: sum},
			&expr.Call{Op: expr.Min, Args: []expr.Expr{n, k}}, &expr.Call{Op: expr.Max, Args: []expr.Expr{n, k}},
			&expr.Call{Op: expr.Min, Args: []expr.Expr{n}}, &expr.Call{Op: expr.Min, Args: []expr.Expr{n, n}},
			&expr.Case{Of: n, Values: []expr.Expr{n, k}}, &expr.Case{Of: k, Values: []expr.Expr{n, k}}, &expr.Case{Of: n, Values: []expr.Expr{k, n}},
		}
	}
	for i, x := range all() {
		for j, y := range all() {
			if got := expr.Equal(x, y); got != (i == j) {
				t.Errorf("Equal(%#v, %#v) is %t", x, y, got)
			}
		}
	}
}
