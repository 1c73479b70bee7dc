package explore

import (
	"math"

	"github.com/fsmgen/fsmgen/spec/expr"
)

// node is an expression in which parameters, payload and external guards have
// become constants: only variables are left. It knows the interval of its
// value and whether its evaluation can fail, so that most of what remains
// compiles to code without checks.
type node struct {
	op   expr.Op // 0 for a leaf
	v    int     // a leaf: the variable, or -1 for the constant lo
	x, y *node   // the operands; y is nil for a unary operator
	// lo and hi enclose the value. safe says that evaluation cannot fail.
	lo, hi int64
	safe   bool
}

func constant(k int64) *node { return &node{v: -1, lo: k, hi: k, safe: true} }

func (n *node) constant() bool { return n.op == 0 && n.v < 0 }

// is reports whether n is the constant k.
func (n *node) is(k int64) bool { return n.constant() && n.lo == k }

// fold replaces every symbol but variables by its value in env and computes
// what can be computed. low and high enclose the values of the variables.
func fold(e expr.Expr, env *expr.Env, low, high []int64) *node {
	switch e := e.(type) {
	case *expr.Lit:
		return constant(e.Value)
	case *expr.Text:
		return constant(env.Intern(e.Value))
	case *expr.Ref:
		s := e.Symbol
		switch s.Scope {
		case expr.Param:
			return constant(env.Params[s.Index])
		case expr.Field:
			return constant(env.Fields[s.Index])
		case expr.External:
			return constant(env.Externals[s.Index])
		}
		return &node{v: s.Index, lo: low[s.Index], hi: high[s.Index], safe: true}
	case *expr.Unary:
		return combine(e.Op, fold(e.X, env, low, high), nil)
	case *expr.Binary:
		return combine(e.Op, fold(e.X, env, low, high), fold(e.Y, env, low, high))
	case *expr.Call:
		n := fold(e.Args[0], env, low, high)
		for _, a := range e.Args[1:] {
			n = combine(e.Op, n, fold(a, env, low, high))
		}
		return n
	case *expr.Case:
		// Truth is 0 or 1, so the sum has one term that is not 0.
		of, sum := fold(e.Of, env, low, high), constant(0)
		for i, v := range e.Values {
			is := combine(expr.Eq, of, constant(int64(i)))
			sum = combine(expr.Add, sum, combine(expr.Mul, is, fold(v, env, low, high)))
		}
		return sum
	}
	panic("unreachable: unknown expression")
}

// combine returns the node for x op y, simplified.
func combine(op expr.Op, x, y *node) *node {
	switch {
	case op == expr.And && (x.is(0) || y.is(1)), op == expr.Or && (x.is(1) || y.is(0)):
		return x
	case op == expr.And && (x.is(1) || y.is(0) && x.safe), op == expr.Or && (x.is(0) || y.is(1) && x.safe):
		return y
	}
	n := &node{op: op, x: x, y: y}
	n.lo, n.hi, n.safe = enclose(op, x, y)
	n.safe = n.safe && x.safe && (y == nil || y.safe)
	if n.safe && n.lo == n.hi {
		return constant(n.lo)
	}
	return n
}

// enclose returns an interval that holds x op y whenever x and y are computed,
// and whether the operation itself cannot fail.
func enclose(op expr.Op, x, y *node) (lo, hi int64, safe bool) {
	switch op {
	case expr.Not:
		return 1 - x.hi, 1 - x.lo, true
	case expr.Neg:
		if x.lo == math.MinInt64 {
			return math.MinInt64, math.MaxInt64, false
		}
		return -x.hi, -x.lo, true
	case expr.Min:
		return min(x.lo, y.lo), min(x.hi, y.hi), true
	case expr.Max:
		return max(x.lo, y.lo), max(x.hi, y.hi), true
	case expr.Add, expr.Sub, expr.Mul:
		return corners(op, x, y)
	case expr.Quo:
		if y.lo <= 0 && y.hi >= 0 {
			return math.MinInt64, math.MaxInt64, false
		}
		return corners(op, x, y)
	case expr.Rem:
		lo, hi = min(x.lo, 0), max(x.hi, 0)
		if y.lo > math.MinInt64 {
			most := max(y.hi, -y.lo, 1) - 1
			lo, hi = max(lo, -most), min(hi, most)
		}
		return lo, hi, y.lo > 0 || y.hi < 0
	}
	lo, hi = compare(op, x, y)
	return lo, hi, true
}

// corners computes x op y at the ends of both intervals, which enclose all
// values of an operation that is monotone in each operand.
func corners(op expr.Op, x, y *node) (lo, hi int64, safe bool) {
	lo, hi = math.MaxInt64, math.MinInt64
	left, right := &expr.Lit{T: expr.Type{Kind: expr.Int}}, &expr.Lit{T: expr.Type{Kind: expr.Int}}
	both := &expr.Binary{Op: op, X: left, Y: right}
	for i, a := range [2]int64{x.lo, x.hi} {
		if i == 1 && a == x.lo {
			break
		}
		for k, b := range [2]int64{y.lo, y.hi} {
			if k == 1 && b == y.lo {
				break
			}
			left.Value, right.Value = a, b
			v, err := expr.Eval(both, nil)
			if err != nil {
				return math.MinInt64, math.MaxInt64, false
			}
			lo, hi = min(lo, v), max(hi, v)
		}
	}
	return lo, hi, true
}

// compare returns the interval of a comparison or connective: [0, 0], [1, 1]
// or [0, 1].
func compare(op expr.Op, x, y *node) (lo, hi int64) {
	always, never := false, false
	switch op {
	case expr.Eq:
		always, never = x.lo == y.hi && x.hi == y.lo, x.hi < y.lo || y.hi < x.lo
	case expr.Ne:
		always, never = x.hi < y.lo || y.hi < x.lo, x.lo == y.hi && x.hi == y.lo
	case expr.Lt:
		always, never = x.hi < y.lo, x.lo >= y.hi
	case expr.Le:
		always, never = x.hi <= y.lo, x.lo > y.hi
	case expr.Gt:
		always, never = x.lo > y.hi, x.hi <= y.lo
	case expr.Ge:
		always, never = x.lo >= y.hi, x.hi < y.lo
	}
	switch {
	case always:
		return 1, 1
	case never:
		return 0, 0
	}
	return 0, 1
}

// variables calls add for every variable in n.
func (n *node) variables(add func(int)) {
	switch {
	case n == nil || n.constant():
	case n.op == 0:
		add(n.v)
	default:
		n.x.variables(add)
		n.y.variables(add)
	}
}

// size returns the number of operators and operands of n.
func (n *node) size() int {
	if n == nil {
		return 0
	}
	return 1 + n.x.size() + n.y.size()
}
