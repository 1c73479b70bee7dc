package history

import (
	"math/big"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// Upper returns a number that an expression over the parameters does not exceed, for all parameters in their
// ranges. The bool is false if no such number is found.
func Upper(m *core.Machine, e expr.Expr) (*big.Int, bool) {
	i, ok := interval(m, e, 0)
	if !ok || i.high == nil {
		return nil, false
	}
	return i.high, true
}

// span is a range of integers; nil has no limit.
type span struct{ low, high *big.Int }

func exactly(n int64) span { return span{big.NewInt(n), big.NewInt(n)} }

// interval returns a range that contains all values of e. Parameters refer to earlier ones only, so depth
// stays small.
func interval(m *core.Machine, e expr.Expr, depth int) (span, bool) {
	if depth > len(m.Params) {
		return span{}, false
	}
	switch e := e.(type) {
	case *expr.Lit:
		return exactly(e.Value), e.T.Kind == expr.Int
	case *expr.Ref:
		return parameter(m, e.Symbol, depth)
	case *expr.Unary:
		x, ok := interval(m, e.X, depth)
		return span{negated(x.high), negated(x.low)}, ok && e.Op == expr.Neg
	case *expr.Binary:
		x, okX := interval(m, e.X, depth)
		y, okY := interval(m, e.Y, depth)
		if !okX || !okY {
			return span{}, false
		}
		switch e.Op {
		case expr.Add:
			return span{sum(x.low, y.low), sum(x.high, y.high)}, true
		case expr.Sub:
			return span{sum(x.low, negated(y.high)), sum(x.high, negated(y.low))}, true
		case expr.Mul:
			return product(x, y)
		}
	}
	return span{}, false
}

// parameter returns the range that the spec gives for a parameter.
func parameter(m *core.Machine, s *expr.Symbol, depth int) (span, bool) {
	if s.Scope != expr.Param || s.Type.Kind != expr.Int {
		return span{}, false
	}
	var out span
	if low := m.Params[s.Index].Min; low != nil {
		if i, ok := interval(m, low, depth+1); ok {
			out.low = i.low
		}
	}
	if high := m.Params[s.Index].Max; high != nil {
		if i, ok := interval(m, high, depth+1); ok {
			out.high = i.high
		}
	}
	return out, true
}

func sum(x, y *big.Int) *big.Int {
	if x == nil || y == nil {
		return nil
	}
	return new(big.Int).Add(x, y)
}

func negated(x *big.Int) *big.Int {
	if x == nil {
		return nil
	}
	return new(big.Int).Neg(x)
}

// product multiplies ranges that have both limits.
func product(x, y span) (span, bool) {
	if x.low == nil || x.high == nil || y.low == nil || y.high == nil {
		return span{}, false
	}
	var out span
	for _, a := range []*big.Int{x.low, x.high} {
		for _, b := range []*big.Int{y.low, y.high} {
			p := new(big.Int).Mul(a, b)
			if out.low == nil || p.Cmp(out.low) < 0 {
				out.low = p
			}
			if out.high == nil || p.Cmp(out.high) > 0 {
				out.high = p
			}
		}
	}
	return out, true
}
