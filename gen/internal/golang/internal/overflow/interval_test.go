package overflow

import (
	"math/big"
	"testing"

	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// TestIntervals compares intervals with all values that an expression has.
func TestIntervals(t *testing.T) {
	number := expr.Type{Kind: expr.Int}
	ranges := [][2]int64{{0, 4}, {1, 3}, {-3, 2}}
	m := &core.Machine{}
	var leaves []expr.Expr
	for i, r := range ranges {
		s := &expr.Symbol{Scope: expr.Param, Index: i, Name: string(rune('a' + i)), Type: number}
		m.Params = append(m.Params, core.Param{Name: s.Name, Type: number, Symbol: s, Min: expr.Number(r[0]), Max: expr.Number(r[1])})
		leaves = append(leaves, &expr.Ref{Symbol: s})
	}
	leaves = append(leaves, expr.Number(0), expr.Number(1), expr.Number(-2), expr.Number(5))

	r := sample.Rand(t)
	var draw func(depth int) expr.Expr
	draw = func(depth int) expr.Expr {
		if depth == 0 || r.IntN(5) == 0 {
			return leaves[r.IntN(len(leaves))]
		}
		switch op := expr.Op(r.IntN(8)); op {
		case 0:
			return &expr.Unary{Op: expr.Neg, X: draw(depth - 1)}
		case 6:
			return &expr.Call{Op: expr.Min, Args: []expr.Expr{draw(depth - 1), draw(depth - 1)}}
		case 7:
			return &expr.Call{Op: expr.Max, Args: []expr.Expr{draw(depth - 1), draw(depth - 1)}}
		default:
			return &expr.Binary{Op: op, X: draw(depth - 1), Y: draw(depth - 1)}
		}
	}

	bounded, exact := 0, 0
	for range 2000 {
		e := draw(3)
		got := newIntervals(m).of(e)
		low, high, ok := brute(e, ranges)
		if !ok {
			continue
		}
		if got.low != nil && got.low.Cmp(big.NewInt(low)) > 0 || got.high != nil && got.high.Cmp(big.NewInt(high)) < 0 {
			t.Errorf("%s has values from %d to %d, the interval is %v to %v", expr.Print(e, expr.Spec), low, high, got.low, got.high)
		}
		if got.low != nil && got.high != nil {
			bounded++
			if got.low.Int64() == low && got.high.Int64() == high {
				exact++
			}
		}
	}
	// An interval that says nothing would pass as well.
	if bounded < 700 || exact < 400 {
		t.Errorf("%d intervals of 2000 are finite, %d exact", bounded, exact)
	}
}

// TestLongIntervals bounds parameters whose maximum is the square of the one before. Exact
// ends would have 25,000 bits; with more parameters, the test would not end where it should fail.
func TestLongIntervals(t *testing.T) {
	number := expr.Type{Kind: expr.Int}
	m := &core.Machine{}
	last := expr.Expr(expr.Number(3))
	for i := range 14 {
		s := &expr.Symbol{Scope: expr.Param, Index: i, Type: number}
		m.Params = append(m.Params, core.Param{Type: number, Symbol: s, Min: expr.Number(2), Max: &expr.Binary{Op: expr.Mul, X: last, Y: last}})
		last = &expr.Ref{Symbol: s}
	}
	if got := newIntervals(m).of(last); !got.atLeast(2) || got.high != nil {
		t.Errorf("the interval is %v to %v", got.low, got.high)
	}
}

// brute returns the least and the greatest value of e, unless it divides by
// zero somewhere.
func brute(e expr.Expr, ranges [][2]int64) (low, high int64, ok bool) {
	ok = true
	first := true
	for a := ranges[0][0]; a <= ranges[0][1]; a++ {
		for b := ranges[1][0]; b <= ranges[1][1]; b++ {
			for c := ranges[2][0]; c <= ranges[2][1]; c++ {
				v, err := expr.Eval(e, &expr.Env{Params: []int64{a, b, c}})
				if err != nil {
					return 0, 0, false
				}
				if first || v < low {
					low = v
				}
				if first || v > high {
					high = v
				}
				first = false
			}
		}
	}
	return low, high, ok
}
