package expr

import (
	"errors"
	"fmt"
	"math"
	"math/bits"
)

// ErrOverflow is returned if a result does not fit in 64 bits.
var ErrOverflow = errors.New("integer overflow")

// ErrDivide is returned if a divisor is zero.
var ErrDivide = errors.New("division by zero")

// Env holds the values of symbols during evaluation, indexed by Symbol.Index. Bools
// are 0 and 1, enum values are their numbers, and strings are the numbers that
// Intern assigns to them.
type Env struct {
	Params, Vars, Fields, Externals []int64
	// Intern returns the number of a string constant. It may be nil if the
	// expressions contain none.
	Intern func(string) int64
}

// Eval evaluates e. The error is ErrOverflow or ErrDivide.
func Eval(e Expr, env *Env) (int64, error) {
	switch e := e.(type) {
	case *Lit:
		return e.Value, nil
	case *Text:
		return env.Intern(e.Value), nil
	case *Ref:
		return env.value(e.Symbol), nil
	case *Unary:
		x, err := Eval(e.X, env)
		switch {
		case err != nil:
			return 0, err
		case e.Op == Not:
			return 1 - x, nil
		case x == math.MinInt64:
			return 0, ErrOverflow
		}
		return -x, nil
	case *Binary:
		return evalBinary(e, env)
	case *Call:
		best, err := Eval(e.Args[0], env)
		for _, a := range e.Args[1:] {
			if err != nil {
				break
			}
			var v int64
			v, err = Eval(a, env)
			if e.Op == Min {
				best = min(best, v)
			} else {
				best = max(best, v)
			}
		}
		return best, err
	case *Case:
		i, err := Eval(e.Of, env)
		if err != nil {
			return 0, err
		}
		return Eval(e.Values[i], env)
	}
	panic(fmt.Sprintf("unreachable: expression %T", e))
}

func (env *Env) value(s *Symbol) int64 {
	switch s.Scope {
	case Param:
		return env.Params[s.Index]
	case Var:
		return env.Vars[s.Index]
	case Field:
		return env.Fields[s.Index]
	}
	return env.Externals[s.Index]
}

func evalBinary(e *Binary, env *Env) (int64, error) {
	x, err := Eval(e.X, env)
	if err != nil {
		return 0, err
	}
	// Like Go, do not evaluate the right operand if the left one decides: this
	// keeps `d != 0 && n/d > 1` safe.
	if e.Op == And && x == 0 || e.Op == Or && x == 1 {
		return x, nil
	}
	y, err := Eval(e.Y, env)
	if err != nil {
		return 0, err
	}
	switch e.Op {
	case And, Or:
		return y, nil
	case Eq:
		return truth(x == y), nil
	case Ne:
		return truth(x != y), nil
	case Lt:
		return truth(x < y), nil
	case Le:
		return truth(x <= y), nil
	case Gt:
		return truth(x > y), nil
	case Ge:
		return truth(x >= y), nil
	}
	return arithmetic(e.Op, x, y)
}

func truth(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// arithmetic computes x op y. The error is ErrOverflow or ErrDivide.
func arithmetic(op Op, x, y int64) (int64, error) {
	switch op {
	case Add:
		if s := x + y; (s > x) == (y > 0) {
			return s, nil
		}
	case Sub:
		if d := x - y; (d < x) == (y > 0) {
			return d, nil
		}
	case Mul:
		hi, lo := bits.Mul64(magnitude(x), magnitude(y))
		negative := (x < 0) != (y < 0)
		if hi == 0 && lo <= math.MaxInt64 {
			if negative {
				return -int64(lo), nil
			}
			return int64(lo), nil
		}
		if hi == 0 && lo == 1<<63 && negative {
			return math.MinInt64, nil
		}
	case Quo, Rem:
		switch {
		case y == 0:
			return 0, ErrDivide
		case op == Rem && y == -1:
			return 0, nil
		case op == Rem:
			return x % y, nil
		case x != math.MinInt64 || y != -1:
			return x / y, nil
		}
	}
	return 0, ErrOverflow
}

func magnitude(x int64) uint64 {
	if x < 0 {
		return -uint64(x)
	}
	return uint64(x)
}
