package explore

import (
	"math"

	"github.com/fsmgen/fsmgen/spec/expr"
)

// pure computes an expression that cannot fail; checked one that can.
type (
	pure    func(v []int64) int64
	checked func(v []int64) (int64, error)
)

// pure compiles a safe node.
func (n *node) pure() pure {
	if n.op == 0 {
		if n.constant() {
			k := n.lo
			return func([]int64) int64 { return k }
		}
		i := n.v
		return func(v []int64) int64 { return v[i] }
	}
	x := n.x.pure()
	switch n.op {
	case expr.Not:
		return func(v []int64) int64 { return 1 - x(v) }
	case expr.Neg:
		return func(v []int64) int64 { return -x(v) }
	}
	if n.y.constant() {
		k := n.y.lo
		switch n.op {
		case expr.Add:
			return func(v []int64) int64 { return x(v) + k }
		case expr.Sub:
			return func(v []int64) int64 { return x(v) - k }
		case expr.Mul:
			return func(v []int64) int64 { return x(v) * k }
		}
	}
	y := n.y.pure()
	switch n.op {
	case expr.Add:
		return func(v []int64) int64 { return x(v) + y(v) }
	case expr.Sub:
		return func(v []int64) int64 { return x(v) - y(v) }
	case expr.Mul:
		return func(v []int64) int64 { return x(v) * y(v) }
	case expr.Quo:
		return func(v []int64) int64 { return x(v) / y(v) }
	case expr.Rem:
		return func(v []int64) int64 { return x(v) % y(v) }
	case expr.And:
		return func(v []int64) int64 { return x(v) & y(v) }
	case expr.Or:
		return func(v []int64) int64 { return x(v) | y(v) }
	}
	f := total(n.op)
	return func(v []int64) int64 { return f(x(v), y(v)) }
}

func truth(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// checked compiles any node.
func (n *node) checked() checked {
	if n.safe {
		f := n.pure()
		return func(v []int64) (int64, error) { return f(v), nil }
	}
	x := n.x.checked()
	if n.y == nil {
		op := n.op
		return func(v []int64) (int64, error) {
			a, err := x(v)
			switch {
			case err != nil:
				return 0, err
			case op == expr.Not:
				return 1 - a, nil
			case a == math.MinInt64:
				return 0, expr.ErrOverflow
			}
			return -a, nil
		}
	}
	y := n.y.checked()
	if n.op == expr.And || n.op == expr.Or {
		enough := truth(n.op == expr.Or)
		return func(v []int64) (int64, error) {
			a, err := x(v)
			if err != nil || a == enough {
				return a, err
			}
			return y(v)
		}
	}
	operate := n.operation()
	return func(v []int64) (int64, error) {
		a, err := x(v)
		if err != nil {
			return 0, err
		}
		b, err := y(v)
		if err != nil {
			return 0, err
		}
		return operate(a, b)
	}
}

// operation returns the operator of n with its checks.
func (n *node) operation() func(a, b int64) (int64, error) {
	switch n.op {
	case expr.Add:
		return func(a, b int64) (int64, error) {
			s := a + b
			if (s > a) != (b > 0) {
				return 0, expr.ErrOverflow
			}
			return s, nil
		}
	case expr.Sub:
		return func(a, b int64) (int64, error) {
			d := a - b
			if (d < a) != (b > 0) {
				return 0, expr.ErrOverflow
			}
			return d, nil
		}
	case expr.Mul:
		return func(a, b int64) (int64, error) {
			if a == 0 || b == 0 {
				return 0, nil
			}
			p := a * b
			if p/b != a || a == -1 && b == math.MinInt64 || b == -1 && a == math.MinInt64 {
				return 0, expr.ErrOverflow
			}
			return p, nil
		}
	case expr.Quo, expr.Rem:
		rest := n.op == expr.Rem
		return func(a, b int64) (int64, error) {
			switch {
			case b == 0:
				return 0, expr.ErrDivide
			case rest:
				return a % b, nil
			case a == math.MinInt64 && b == -1:
				return 0, expr.ErrOverflow
			}
			return a / b, nil
		}
	}
	// What is left cannot fail itself, only its operands can.
	plain := total(n.op)
	return func(a, b int64) (int64, error) { return plain(a, b), nil }
}

// total returns an operator that is defined for all operands.
func total(op expr.Op) func(a, b int64) int64 {
	switch op {
	case expr.Min:
		return func(a, b int64) int64 { return min(a, b) }
	case expr.Max:
		return func(a, b int64) int64 { return max(a, b) }
	case expr.Eq:
		return func(a, b int64) int64 { return truth(a == b) }
	case expr.Ne:
		return func(a, b int64) int64 { return truth(a != b) }
	case expr.Lt:
		return func(a, b int64) int64 { return truth(a < b) }
	case expr.Le:
		return func(a, b int64) int64 { return truth(a <= b) }
	case expr.Gt:
		return func(a, b int64) int64 { return truth(a > b) }
	case expr.Ge:
		return func(a, b int64) int64 { return truth(a >= b) }
	}
	panic("unreachable: unknown operator " + op.String())
}
