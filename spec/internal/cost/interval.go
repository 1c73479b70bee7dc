package cost

import (
	"math/big"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// interval contains the values of an expression. An end that is nil is not known. It is never changed.
type interval struct{ low, high *big.Int }

func exactly(n int64) interval { return interval{big.NewInt(n), big.NewInt(n)} }

// and returns the values that are in both intervals.
func (x interval) and(y interval) interval {
	return interval{pick(x.low, y.low, 1, true), pick(x.high, y.high, -1, true)}
}

// pick returns the larger of two ends if sign is 1, and the smaller one if it is -1. With an end that is not known, it returns the other
// one if either is enough, and otherwise nil.
func pick(a, b *big.Int, sign int, either bool) *big.Int {
	switch {
	case a == nil && b == nil:
		return nil
	case a == nil || b == nil:
		if !either {
			return nil
		}
		if a == nil {
			return b
		}
		return a
	case a.Cmp(b)*sign >= 0:
		return a
	}
	return b
}

// ranges are those that a machine declares.
type ranges struct{ machine *core.Machine }

// of returns the declared range of a parameter, a variable, or a field of a payload. What is not declared is not known.
func (r ranges) of(s *expr.Symbol) interval {
	var least, most expr.Expr
	switch s.Scope {
	case expr.Param:
		least, most = r.machine.Params[s.Index].Min, r.machine.Params[s.Index].Max
	case expr.Var:
		least, most = r.machine.Vars[s.Index].Min, r.machine.Vars[s.Index].Max
	case expr.Field: // a payload outside is refused
		for i := range r.machine.Events {
			if fields := r.machine.Events[i].Fields; s.Index < len(fields) && fields[s.Index].Symbol == s {
				least, most = fields[s.Index].Min, fields[s.Index].Max
			}
		}
	}
	var out interval
	if least != nil {
		out.low = r.value(least).low
	}
	if most != nil {
		out.high = r.value(most).high
	}
	return out
}

// value encloses an expression of the machine.
func (r ranges) value(x expr.Expr) interval { return enclose(x, r.of) }

// enclose returns an interval with all values of an int expression, given those of its symbols. What divides does so by constants.
func enclose(x expr.Expr, of func(*expr.Symbol) interval) interval {
	switch x := x.(type) {
	case *expr.Lit:
		return exactly(x.Value)
	case *expr.Ref:
		if x.Symbol.Type.Kind == expr.Int {
			return of(x.Symbol)
		}
	case *expr.Unary:
		if x.Op == expr.Neg {
			return exactly(0).minus(enclose(x.X, of))
		}
	case *expr.Binary:
		return binary(x.Op, enclose(x.X, of), enclose(x.Y, of))
	case *expr.Call:
		out := enclose(x.Args[0], of)
		for _, arg := range x.Args[1:] {
			y := enclose(arg, of)
			if x.Op == expr.Max {
				out = interval{pick(out.low, y.low, 1, true), pick(out.high, y.high, 1, false)}
			} else {
				out = interval{pick(out.low, y.low, -1, false), pick(out.high, y.high, -1, true)}
			}
		}
		return out
	case *expr.Case:
		out := enclose(x.Values[0], of)
		for _, value := range x.Values[1:] {
			y := enclose(value, of)
			out = interval{pick(out.low, y.low, -1, false), pick(out.high, y.high, 1, false)}
		}
		return out
	}
	return interval{}
}

func binary(op expr.Op, x, y interval) interval {
	switch op {
	case expr.Add:
		return interval{plus(x.low, y.low), plus(x.high, y.high)}
	case expr.Sub:
		return x.minus(y)
	case expr.Mul:
		return x.times(y)
	case expr.Quo, expr.Rem:
		if x.low == nil || x.low.Sign() < 0 || op == expr.Quo && (y.low == nil || y.low.Sign() < 0) {
			return interval{}
		}
		return interval{new(big.Int), x.high} // neither is larger than what is divided
	}
	return interval{}
}

func plus(a, b *big.Int) *big.Int {
	if a == nil || b == nil {
		return nil
	}
	return new(big.Int).Add(a, b)
}

func negated(a *big.Int) *big.Int {
	if a == nil {
		return nil
	}
	return new(big.Int).Neg(a)
}

func (x interval) minus(y interval) interval {
	return interval{plus(x.low, negated(y.high)), plus(x.high, negated(y.low))}
}

func (x interval) times(y interval) interval {
	if x.low == nil || y.low == nil || x.high == nil || y.high == nil {
		if x.low == nil || y.low == nil || x.low.Sign() < 0 || y.low.Sign() < 0 {
			return interval{}
		}
		return interval{low: new(big.Int).Mul(x.low, y.low)}
	}
	var out interval
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
	return out
}
