package overflow

import (
	"math/big"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// interval holds the possible values of an expression over parameters and variables in their
// ranges. A nil end is infinite.
type interval struct{ low, high *big.Int }

// atLeast reports whether no value is below n.
func (i interval) atLeast(n int64) bool { return i.low != nil && i.low.Cmp(big.NewInt(n)) >= 0 }

// intervals bounds expressions over parameters and variables by interval arithmetic. It
// caches its results.
type intervals struct {
	m *core.Machine
	// word holds the values of an int, or is infinite if its size is left open.
	word  interval
	known map[expr.Expr]interval
}

func newIntervals(m *core.Machine) *intervals {
	return &intervals{m, interval{}, map[expr.Expr]interval{}}
}

// newIntervalsOf returns intervals for an int of a number of bits.
func newIntervalsOf(m *core.Machine, bits uint) *intervals {
	end := new(big.Int).Lsh(big.NewInt(1), bits-1)
	return &intervals{m, interval{new(big.Int).Neg(end), new(big.Int).Sub(end, big.NewInt(1))}, map[expr.Expr]interval{}}
}

func (is *intervals) of(e expr.Expr) interval {
	if i, ok := is.known[e]; ok {
		return i
	}
	i := is.compute(e).short()
	is.known[e] = i
	return i
}

// maxBits limits the ends of intervals. Each of a chain of parameters whose maximum is the
// square of the one before doubles their length.
const maxBits = 1024

// short returns an interval that contains i and whose ends are not long.
func (i interval) short() interval {
	far := new(big.Int).Lsh(big.NewInt(1), maxBits)
	if i.low != nil && i.low.CmpAbs(far) > 0 {
		if i.low.Sign() > 0 {
			i.low = far
		} else {
			i.low = nil
		}
	}
	if i.high != nil && i.high.CmpAbs(far) > 0 {
		if i.high.Sign() < 0 {
			i.high = far.Neg(far)
		} else {
			i.high = nil
		}
	}
	return i
}

func (is *intervals) compute(e expr.Expr) interval {
	switch e := e.(type) {
	case *expr.Lit:
		return interval{big.NewInt(e.Value), big.NewInt(e.Value)}
	case *expr.Ref:
		return is.declared(e.Symbol)
	case *expr.Unary:
		x := is.of(e.X)
		return interval{combine((*big.Int).Sub, new(big.Int), x.high), combine((*big.Int).Sub, new(big.Int), x.low)}
	case *expr.Binary:
		return rangeOfBinary(e.Op, is.of(e.X), is.of(e.Y))
	case *expr.Call:
		out := is.of(e.Args[0])
		for _, a := range e.Args[1:] {
			x := is.of(a)
			if e.Op == expr.Min {
				out = interval{below(out.low, x.low), sooner(out.high, x.high)}
			} else {
				out = interval{later(out.low, x.low), above(out.high, x.high)}
			}
		}
		return out
	case *expr.Case:
		out := is.of(e.Values[0])
		for _, v := range e.Values[1:] {
			x := is.of(v)
			out = interval{below(out.low, x.low), above(out.high, x.high)}
		}
		return out
	}
	return interval{}
}

// declared returns the range of a parameter or a variable.
func (is *intervals) declared(s *expr.Symbol) (out interval) {
	var low, high expr.Expr
	switch s.Scope {
	case expr.Param:
		low, high = is.m.Params[s.Index].Min, is.m.Params[s.Index].Max
	case expr.Var:
		low, high = is.m.Vars[s.Index].Min, is.m.Vars[s.Index].Max
	}
	out = is.word
	if low != nil {
		out.low = later(out.low, is.of(low).low)
	}
	if high != nil {
		out.high = sooner(out.high, is.of(high).high)
	}
	return out
}

func rangeOfBinary(op expr.Op, x, y interval) interval {
	switch {
	case op == expr.Add:
		return interval{combine((*big.Int).Add, x.low, y.low), combine((*big.Int).Add, x.high, y.high)}
	case op == expr.Sub:
		return interval{combine((*big.Int).Sub, x.low, y.high), combine((*big.Int).Sub, x.high, y.low)}
	case op == expr.Mul && x.atLeast(0) && y.atLeast(0):
		return interval{combine((*big.Int).Mul, x.low, y.low), combine((*big.Int).Mul, x.high, y.high)}
	case op == expr.Quo && x.atLeast(0) && y.atLeast(1):
		low := new(big.Int)
		if y.high != nil {
			low.Quo(x.low, y.high)
		}
		return interval{low, combine((*big.Int).Quo, x.high, y.low)}
	case op == expr.Rem && x.atLeast(0) && y.atLeast(1):
		return interval{new(big.Int), sooner(x.high, combine((*big.Int).Sub, y.high, big.NewInt(1)))}
	}
	return interval{}
}

// combine returns an infinite end if either operand is infinite.
func combine(op func(z, x, y *big.Int) *big.Int, x, y *big.Int) *big.Int {
	if x == nil || y == nil {
		return nil
	}
	return op(new(big.Int), x, y)
}

// below and above return the lesser and the greater of two ends, either of
// which may be infinite in that direction.
func below(x, y *big.Int) *big.Int {
	if x == nil || y == nil {
		return nil
	}
	if x.Cmp(y) < 0 {
		return x
	}
	return y
}

func above(x, y *big.Int) *big.Int {
	if x == nil || y == nil {
		return nil
	}
	if x.Cmp(y) > 0 {
		return x
	}
	return y
}

// sooner and later return the lesser and the greater of two ends, either of
// which may be infinite in the other direction.
func sooner(x, y *big.Int) *big.Int {
	if x == nil {
		return y
	}
	if y == nil {
		return x
	}
	return below(x, y)
}

func later(x, y *big.Int) *big.Int {
	if x == nil {
		return y
	}
	if y == nil {
		return x
	}
	return above(x, y)
}
