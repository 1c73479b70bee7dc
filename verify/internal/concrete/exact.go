package concrete

import (
	"math/big"
	"slices"

	"github.com/fsmgen/fsmgen/internal/explore"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// exact evaluates expressions over mathematical integers, and records whether a value that
// matters (see [obligation.Demands]) does not fit in 64 bits. Intermediate sums and
// products need not fit.
type exact struct {
	env     *expr.Env
	escapes bool
}

// value computes an expression; ok is false when a divisor is zero.
func (x *exact) value(e expr.Expr) (v *big.Int, ok bool) {
	switch e := e.(type) {
	case *expr.Unary:
		if v, ok = x.value(e.X); !ok {
			return nil, false
		}
		if e.Op == expr.Not {
			return new(big.Int).Sub(big.NewInt(1), v), true
		}
		return new(big.Int).Neg(v), true
	case *expr.Call:
		return x.extreme(e)
	case *expr.Binary:
		return x.binary(e)
	case *expr.Case:
		i, ok := x.value(e.Of)
		if !ok {
			return nil, false
		}
		for k, each := range e.Values {
			n, ok := x.value(each)
			if !ok {
				return nil, false
			}
			if int64(k) == i.Int64() {
				v = n
			}
		}
		return v, true
	}
	n, err := expr.Eval(e, x.env) // a constant or a value that is there
	return big.NewInt(n), err == nil
}

// matters computes an operand whose value must fit in Go's int.
func (x *exact) matters(e expr.Expr) (v *big.Int, ok bool) {
	v, ok = x.value(e)
	x.escapes = x.escapes || ok && !v.IsInt64()
	return v, ok
}

func (x *exact) extreme(e *expr.Call) (best *big.Int, ok bool) {
	for _, a := range e.Args {
		v, ok := x.matters(a)
		if !ok {
			return nil, false
		}
		if best == nil || (v.Cmp(best) < 0) == (e.Op == expr.Min) {
			best = v
		}
	}
	return best, true
}

func (x *exact) binary(e *expr.Binary) (*big.Int, bool) {
	operand := x.value
	if e.Op >= expr.Quo {
		operand = x.matters
	}
	a, ok := operand(e.X)
	if !ok {
		return nil, false
	}
	if e.Op == expr.And && a.Sign() == 0 || e.Op == expr.Or && a.Sign() != 0 {
		return a, true
	}
	b, ok := operand(e.Y)
	if !ok {
		return nil, false
	}
	out := new(big.Int)
	switch e.Op {
	case expr.Add:
		return out.Add(a, b), true
	case expr.Sub:
		return out.Sub(a, b), true
	case expr.Mul:
		return out.Mul(a, b), true
	case expr.Quo, expr.Rem:
		if b.Sign() == 0 {
			return nil, false
		}
		if e.Op == expr.Quo {
			return out.Quo(a, b), true
		}
		return out.Rem(a, b), true
	case expr.And, expr.Or:
		return b, true
	}
	holds := map[expr.Op][]int{
		expr.Eq: {0}, expr.Ne: {-1, 1}, expr.Lt: {-1}, expr.Le: {-1, 0}, expr.Gt: {1}, expr.Ge: {0, 1},
	}[e.Op]
	if slices.Contains(holds, a.Cmp(b)) {
		return big.NewInt(1), true
	}
	return out, true
}

// emission computes the values of an output.
func (x *exact) emission(e core.Emission) {
	for _, value := range e.Values {
		if value.Type().Scalar() {
			_, _ = x.matters(value)
		}
	}
}

// Escapes reports whether the fault is an overflow of a value that matters, and not only of
// an intermediate sum or product.
func Escapes(m *core.Machine, f explore.Fault) bool {
	env := Env(m, f.Run.Params, f.Run.End())
	env.Fields, env.Externals = f.Fields, f.Externals
	x := exact{env: env}
	if f.Transition < 0 {
		x.emission(m.Start[f.Emission])
		return x.escapes
	}
	t := &m.Transitions[f.Transition]
	if f.Emission >= 0 {
		x.emission(t.Emits[f.Emission])
		return x.escapes
	}
	if f.Var < 0 {
		_, _ = x.value(t.Guard)
		return x.escapes
	}
	for _, u := range t.Updates {
		if u.Var == f.Var {
			_, _ = x.matters(u.Value)
		}
	}
	return x.escapes
}
