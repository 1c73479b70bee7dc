// Package interval encloses the values of expressions, given the ranges that a machine declares.
package interval

import (
	"math/big"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// Interval contains the values of an expression. An end that is nil is not known. It is never changed.
type Interval struct{ Low, High *big.Int }

func exactly(n int64) Interval { return Interval{big.NewInt(n), big.NewInt(n)} }

// And returns the values that are in both intervals.
func (x Interval) And(y Interval) Interval {
	return Interval{pick(x.Low, y.Low, 1, true), pick(x.High, y.High, -1, true)}
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

// Ranges are those that a machine declares.
type Ranges struct{ Machine *core.Machine }

// Of returns the declared range of a parameter, a variable, or a field of a payload. What is not declared is not known.
func (r Ranges) Of(s *expr.Symbol) Interval {
	var least, most expr.Expr
	switch s.Scope {
	case expr.Param:
		least, most = r.Machine.Params[s.Index].Min, r.Machine.Params[s.Index].Max
	case expr.Var:
		least, most = r.Machine.Vars[s.Index].Min, r.Machine.Vars[s.Index].Max
	case expr.Field: // a payload outside is refused
		for i := range r.Machine.Events {
			if fields := r.Machine.Events[i].Fields; s.Index < len(fields) && fields[s.Index].Symbol == s {
				least, most = fields[s.Index].Min, fields[s.Index].Max
			}
		}
	}
	var out Interval
	if least != nil {
		out.Low = r.Value(least).Low
	}
	if most != nil {
		out.High = r.Value(most).High
	}
	return out
}

// Value encloses an expression of the machine.
func (r Ranges) Value(x expr.Expr) Interval { return Enclose(x, r.Of) }

// Enclose returns an interval with all values of an int expression, given those of its symbols. What divides does so by constants.
func Enclose(x expr.Expr, of func(*expr.Symbol) Interval) Interval {
	switch x := x.(type) {
	case *expr.Lit:
		return exactly(x.Value)
	case *expr.Ref:
		if x.Symbol.Type.Kind == expr.Int {
			return of(x.Symbol)
		}
	case *expr.Unary:
		if x.Op == expr.Neg {
			return exactly(0).minus(Enclose(x.X, of))
		}
	case *expr.Binary:
		return binary(x.Op, Enclose(x.X, of), Enclose(x.Y, of))
	case *expr.Call:
		out := Enclose(x.Args[0], of)
		for _, arg := range x.Args[1:] {
			y := Enclose(arg, of)
			if x.Op == expr.Max {
				out = Interval{pick(out.Low, y.Low, 1, true), pick(out.High, y.High, 1, false)}
			} else {
				out = Interval{pick(out.Low, y.Low, -1, false), pick(out.High, y.High, -1, true)}
			}
		}
		return out
	case *expr.Case:
		out := Enclose(x.Values[0], of)
		for _, value := range x.Values[1:] {
			y := Enclose(value, of)
			out = Interval{pick(out.Low, y.Low, -1, false), pick(out.High, y.High, 1, false)}
		}
		return out
	}
	return Interval{}
}

func binary(op expr.Op, x, y Interval) Interval {
	switch op {
	case expr.Add:
		return Interval{plus(x.Low, y.Low), plus(x.High, y.High)}
	case expr.Sub:
		return x.minus(y)
	case expr.Mul:
		return x.times(y)
	case expr.Quo, expr.Rem:
		if x.Low == nil || x.Low.Sign() < 0 || op == expr.Quo && (y.Low == nil || y.Low.Sign() < 0) {
			return Interval{}
		}
		if op == expr.Quo && y.High != nil && y.Low.Sign() > 0 && y.Low.Cmp(y.High) == 0 {
			out := Interval{Low: new(big.Int).Quo(x.Low, y.Low)}
			if x.High != nil {
				out.High = new(big.Int).Quo(x.High, y.Low)
			}
			return out
		}
		return Interval{new(big.Int), x.High} // neither is larger than what is divided
	}
	return Interval{}
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

func (x Interval) minus(y Interval) Interval {
	return Interval{plus(x.Low, negated(y.High)), plus(x.High, negated(y.Low))}
}

func (x Interval) times(y Interval) Interval {
	if x.Low == nil || y.Low == nil || x.High == nil || y.High == nil {
		if x.Low == nil || y.Low == nil || x.Low.Sign() < 0 || y.Low.Sign() < 0 {
			return Interval{}
		}
		return Interval{Low: new(big.Int).Mul(x.Low, y.Low)}
	}
	var out Interval
	for _, a := range []*big.Int{x.Low, x.High} {
		for _, b := range []*big.Int{y.Low, y.High} {
			p := new(big.Int).Mul(a, b)
			if out.Low == nil || p.Cmp(out.Low) < 0 {
				out.Low = p
			}
			if out.High == nil || p.Cmp(out.High) > 0 {
				out.High = p
			}
		}
	}
	return out
}
