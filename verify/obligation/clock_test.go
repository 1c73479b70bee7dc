package obligation

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/fsmgen/fsmgen/spec/expr"
)

// TestDivided divides random expressions by units, and multiplies the quotients again.
func TestDivided(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	p := &expr.Symbol{Name: "p", Scope: expr.Param, Type: expr.Type{Kind: expr.Int}}
	var grow func(depth int) expr.Expr
	grow = func(depth int) expr.Expr {
		if depth == 0 || r.IntN(4) == 0 {
			switch r.IntN(3) {
			case 0:
				return &expr.Ref{Symbol: p}
			case 1:
				return expr.Number(r.Int64N(7) - 3)
			}
			return expr.Number([]int64{60, 120, -60, 3600, 30}[r.IntN(5)] * int64(time.Second))
		}
		x, y := grow(depth-1), grow(depth-1)
		switch r.IntN(6) {
		case 0:
			return &expr.Call{Op: expr.Min, Args: []expr.Expr{x, y}}
		case 1:
			return &expr.Call{Op: expr.Max, Args: []expr.Expr{x, y}}
		case 2:
			return &expr.Unary{Op: expr.Neg, X: x}
		}
		return &expr.Binary{Op: []expr.Op{expr.Add, expr.Sub, expr.Mul, expr.Mul, expr.Quo}[r.IntN(5)], X: x, Y: y}
	}
	seen := 0
	for range 20_000 {
		x, unit := grow(3), []time.Duration{time.Second, time.Minute, time.Hour}[r.IntN(3)]
		y := divided(x, unit)
		if y == nil {
			continue
		}
		seen++
		for n := int64(-3); n <= 3; n++ {
			env := &expr.Env{Params: []int64{n}}
			want, err := expr.Eval(x, env)
			if err != nil {
				continue
			}
			if got, err := expr.Eval(y, env); err != nil || got*int64(unit) != want {
				t.Fatalf("%s for p = %d is %d, and %s times %v is %d, %v", expr.Print(x, expr.Spec), n, want, expr.Print(y, expr.Spec), unit, got*int64(unit), err)
			}
		}
	}
	if seen < 2000 {
		t.Errorf("only %d expressions are divided", seen)
	}
}
