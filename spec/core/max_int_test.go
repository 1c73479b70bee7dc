package core_test

import (
	"math"
	"testing"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

func TestMaxInt(t *testing.T) {
	n := &expr.Ref{Symbol: &expr.Symbol{Scope: expr.Param, Name: "n", Type: expr.Type{Kind: expr.Int}}}
	number := expr.Number
	for _, test := range []struct {
		bound expr.Expr
		want  int64
	}{
		{nil, math.MaxInt32},
		{number(math.MaxInt32), math.MaxInt32},
		{number(math.MinInt32), math.MaxInt32},
		{&expr.Unary{Op: expr.Neg, X: number(1 << 31)}, math.MaxInt32},
		{&expr.Binary{Op: expr.Sub, X: number(1 << 40), Y: number(1<<40 - 1)}, math.MaxInt32},
		{number(1 << 31), math.MaxInt64},
		{number(-1<<31 - 1), math.MaxInt64},
		{number(1<<32 + 1), math.MaxInt64},
		{&expr.Binary{Op: expr.Mul, X: number(1 << 16), Y: number(1 << 16)}, math.MaxInt64},
		{&expr.Binary{Op: expr.Sub, X: &expr.Binary{Op: expr.Add, X: n, Y: number(1 << 40)}, Y: number(1 << 40)}, math.MaxInt64},
	} {
		m := &core.Machine{Bound: test.bound}
		if got := m.MaxInt(); got != test.want {
			t.Errorf("%v: %d, want %d", test.bound, got, test.want)
		}
	}
}
