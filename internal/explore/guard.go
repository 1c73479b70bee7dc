package explore

import (
	"math"

	"github.com/fsmgen/fsmgen/spec/expr"
)

// kind says how a [test] or an [assign] is computed.
type kind uint8

const (
	inRange  kind = iota // v[a] - lo <= span, unsigned
	outRange             // the opposite
	below                // v[a] <= v[b] + lo
	safe                 // pure
	unsafe               // checked
	linear               // v[a] + lo
	fixed                // lo
)

// test is one conjunct of a guard. The frequent forms are data, which a loop
// interprets faster than it calls a closure.
type test struct {
	kind    kind
	a, b    int32
	lo      int64
	span    uint64
	pure    pure
	checked checked
}

func newTest(n *node) test {
	if !n.safe {
		return test{kind: unsafe, checked: n.checked()}
	}
	switch {
	case n.constant():
		return test{kind: safe, pure: n.pure()}
	case n.op == 0: // a bool variable
		return test{kind: inRange, a: int32(n.v), lo: 1}
	case n.op == expr.Not && n.x.op == 0:
		return test{kind: inRange, a: int32(n.x.v), lo: 0}
	case n.x.op == 0 && n.y != nil && n.y.constant():
		if t, ok := interval(n.op, n.x.v, n.y.lo); ok {
			return t
		}
	case n.y != nil && n.y.op == 0 && n.x.constant():
		if t, ok := interval(mirror(n.op), n.y.v, n.x.lo); ok {
			return t
		}
	case n.x.op == 0 && n.y != nil && n.y.op == 0:
		if t, ok := ordered(n.op, n.x, n.y); ok {
			return t
		}
	}
	return test{kind: safe, pure: n.pure()}
}

// interval returns the test v[a] op k.
func interval(op expr.Op, a int, k int64) (test, bool) {
	lo, hi := int64(math.MinInt64), int64(math.MaxInt64)
	kind := inRange
	switch op {
	case expr.Eq:
		lo, hi = k, k
	case expr.Ne:
		kind, lo, hi = outRange, k, k
	case expr.Le:
		hi = k
	case expr.Ge:
		lo = k
	case expr.Lt:
		kind, lo = outRange, k
	case expr.Gt:
		kind, hi = outRange, k
	default:
		return test{}, false
	}
	return test{kind: kind, a: int32(a), lo: lo, span: uint64(hi) - uint64(lo)}, true
}

// mirror returns the operator that compares the operands the other way round.
func mirror(op expr.Op) expr.Op {
	switch op {
	case expr.Lt:
		return expr.Gt
	case expr.Le:
		return expr.Ge
	case expr.Gt:
		return expr.Lt
	case expr.Ge:
		return expr.Le
	}
	return op
}

// ordered returns the test of two variables for order.
func ordered(op expr.Op, x, y *node) (test, bool) {
	if op == expr.Gt || op == expr.Ge {
		op, x, y = mirror(op), y, x
	}
	switch {
	case op == expr.Le:
		return test{kind: below, a: int32(x.v), b: int32(y.v)}, true
	case op == expr.Lt && y.lo > math.MinInt64:
		return test{kind: below, a: int32(x.v), b: int32(y.v), lo: -1}, true
	}
	return test{}, false
}

// assign gives a variable its next value.
type assign struct {
	v int32
	// enters says that the variable begins to exist with this value.
	enters  bool
	kind    kind
	a       int32
	lo      int64
	pure    pure
	checked checked
}

func newAssign(u update) assign {
	s, n := assign{v: int32(u.v), enters: u.enters}, u.value
	if !n.safe {
		s.kind, s.checked = unsafe, n.checked()
		return s
	}
	s.kind = linear
	switch {
	case n.constant():
		s.kind, s.lo = fixed, n.lo
	case n.op == 0:
		s.a = int32(n.v)
	case n.op == expr.Add && n.x.op == 0 && n.y.constant():
		s.a, s.lo = int32(n.x.v), n.y.lo
	case n.op == expr.Add && n.x.constant() && n.y.op == 0:
		s.a, s.lo = int32(n.y.v), n.x.lo
	case n.op == expr.Sub && n.x.op == 0 && n.y.constant() && n.y.lo > math.MinInt64:
		s.a, s.lo = int32(n.x.v), -n.y.lo
	default:
		s.kind, s.pure = safe, n.pure()
	}
	return s
}
