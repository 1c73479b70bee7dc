package verify_test

import (
	"fmt"
	"math/big"
	"slices"

	"github.com/fsmgen/fsmgen/spec/expr"
)

// value computes e. The second result is what Go's int makes of it.
func (w *witness) value(e expr.Expr, s scene) (exact *big.Int, wrapped int64, err error) {
	if v, ok := w.quick(e, s); ok {
		return big.NewInt(v), v, nil
	}
	switch e := e.(type) {
	case *expr.Unary:
		x, y, err := w.value(e.X, s)
		if err != nil {
			return nil, 0, err
		}
		if e.Op == expr.Not {
			return new(big.Int).Sub(big.NewInt(1), x), 1 - y, nil
		}
		return x.Neg(x), w.wrap(-y), nil
	case *expr.Call:
		var best *big.Int
		var least int64
		for i, a := range e.Args {
			x, y, err := w.value(a, s)
			if err != nil {
				return nil, 0, err
			}
			sign := 1
			if e.Op == expr.Min {
				sign = -1
			}
			if i == 0 || x.Cmp(best) == sign {
				best = x
			}
			if i == 0 || (y > least) == (sign > 0) {
				least = y
			}
		}
		return best, least, nil
	case *expr.Binary:
		x, a, err := w.value(e.X, s)
		if err != nil {
			return nil, 0, err
		}
		if e.Op == expr.And && x.Sign() == 0 || e.Op == expr.Or && x.Sign() != 0 {
			// Go may have taken the other branch, which is the concern of
			// whoever compares the two.
			return x, a, nil
		}
		y, b, err := w.value(e.Y, s)
		if err != nil {
			return nil, 0, err
		}
		is := func(exact, wrapped bool) (*big.Int, int64, error) {
			return big.NewInt(number01(exact)), number01(wrapped), nil
		}
		switch e.Op {
		case expr.And, expr.Or:
			return y, b, nil
		case expr.Eq:
			return is(x.Cmp(y) == 0, a == b)
		case expr.Ne:
			return is(x.Cmp(y) != 0, a != b)
		case expr.Lt:
			return is(x.Cmp(y) < 0, a < b)
		case expr.Le:
			return is(x.Cmp(y) <= 0, a <= b)
		case expr.Gt:
			return is(x.Cmp(y) > 0, a > b)
		case expr.Ge:
			return is(x.Cmp(y) >= 0, a >= b)
		case expr.Add:
			return new(big.Int).Add(x, y), w.wrap(a + b), nil
		case expr.Sub:
			return new(big.Int).Sub(x, y), w.wrap(a - b), nil
		case expr.Mul:
			return new(big.Int).Mul(x, y), w.wrap(a * b), nil
		}
		if y.Sign() == 0 {
			return nil, 0, errDivide
		}
		if b == 0 {
			return nil, 0, errWrapped
		}
		if e.Op == expr.Quo {
			return new(big.Int).Quo(x, y), w.wrap(a / b), nil
		}
		return new(big.Int).Rem(x, y), a % b, nil
	case *expr.Case:
		_, of, err := w.value(e.Of, s)
		if err != nil {
			return nil, 0, err
		}
		var exact *big.Int
		var wrapped int64
		for i, v := range e.Values { // Go computes them all
			x, y, err := w.value(v, s)
			if err != nil {
				return nil, 0, err
			}
			if int64(i) == of {
				exact, wrapped = x, y
			}
		}
		return exact, wrapped, nil
	}
	panic(fmt.Sprintf("unreachable: %T", e))
}

func number01(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// quick computes e as long as all is small.
func (w *witness) quick(e expr.Expr, s scene) (int64, bool) {
	small := int64(1) << (w.bits/2 - 2)
	fits := func(v int64) bool { return -small < v && v < small }
	switch e := e.(type) {
	case *expr.Lit:
		return e.Value, true
	case *expr.Text:
		return int64(slices.Index(w.texts, e.Value)), true
	case *expr.Ref:
		switch e.Symbol.Scope {
		case expr.Param:
			return s.params[e.Symbol.Index], true
		case expr.Var:
			return s.vars[e.Symbol.Index], true
		case expr.External:
			return s.answers[e.Symbol.Index], true
		}
		return s.fields[e.Symbol.Index], true
	case *expr.Unary:
		x, ok := w.quick(e.X, s)
		if e.Op == expr.Not {
			return 1 - x, ok
		}
		return -x, ok && fits(x)
	case *expr.Call:
		best, ok := w.quick(e.Args[0], s)
		for _, a := range e.Args[1:] {
			x, good := w.quick(a, s)
			if ok = ok && good; e.Op == expr.Min && x < best || e.Op == expr.Max && x > best {
				best = x
			}
		}
		return best, ok
	case *expr.Binary:
		x, ok := w.quick(e.X, s)
		if !ok {
			return 0, false
		}
		if e.Op == expr.And && x == 0 || e.Op == expr.Or && x == 1 {
			return x, true
		}
		y, ok := w.quick(e.Y, s)
		if !ok {
			return 0, false
		}
		switch e.Op {
		case expr.And, expr.Or:
			return y, true
		case expr.Eq:
			return number01(x == y), true
		case expr.Ne:
			return number01(x != y), true
		case expr.Lt:
			return number01(x < y), true
		case expr.Le:
			return number01(x <= y), true
		case expr.Gt:
			return number01(x > y), true
		case expr.Ge:
			return number01(x >= y), true
		}
		if !fits(x) || !fits(y) {
			return 0, false
		}
		switch e.Op {
		case expr.Add:
			return x + y, true
		case expr.Sub:
			return x - y, true
		case expr.Mul:
			return x * y, true
		case expr.Quo:
			if y != 0 {
				return x / y, true
			}
		case expr.Rem:
			if y != 0 {
				return x % y, true
			}
		}
	}
	return 0, false
}

func (w *witness) holds(e expr.Expr, s scene) bool {
	v, _, err := w.value(e, s)
	return err == nil && v.Sign() != 0
}
