package expr

import (
	"math"
	"slices"
)

// Simplify returns an expression with the same value in which constant operations
// are evaluated, neutral operands are removed, and x - 1 - 1 is x - 2. Operations that fail, such as a
// division by zero, are kept, and the result fails for the same values: of sums that overflow, x + 1 - 1 is not x.
func Simplify(e Expr) Expr {
	switch e := e.(type) {
	case *Unary:
		x := Simplify(e.X)
		return folded(&Unary{e.Op, x}, x)
	case *Binary:
		x, y := Simplify(e.X), Simplify(e.Y)
		if kept := neutral(e.Op, x, y); kept != nil {
			return kept
		}
		if sum := twice(e.Op, x, y); sum != nil {
			return sum
		}
		return folded(&Binary{e.Op, x, y}, x, y)
	case *Call:
		args := chosen(e)
		if len(args) == 1 {
			return args[0]
		}
		return folded(&Call{e.Op, args}, args...)
	case *Case:
		of := Simplify(e.Of)
		if lit, ok := of.(*Lit); ok {
			return Simplify(e.Values[lit.Value])
		}
		values := make([]Expr, len(e.Values))
		for i, v := range e.Values {
			values[i] = Simplify(v)
		}
		return &Case{of, values}
	}
	return e
}

// twice returns what adds or subtracts two numbers one after the other in one step, or nil. Both have the same sign, so one step
// overflows for the values for which two do.
func twice(op Op, x, y Expr) Expr {
	sum, ok := x.(*Binary)
	if !ok || op != Add && op != Sub || sum.Op != op {
		return nil
	}
	first, ok1 := sum.Y.(*Lit)
	second, ok2 := y.(*Lit)
	if !ok1 || !ok2 || !first.T.Same(second.T) || first.Value < 0 || second.Value < 0 || first.Value > math.MaxInt64-second.Value {
		return nil
	}
	if sum := first.Value + second.Value; sum > math.MaxInt32 && !first.T.Duration {
		return nil // two numbers that fit an int of 32 bits, but their sum does not
	}
	return &Binary{op, sum.X, &Lit{first.T, first.Value + second.Value}}
}

// chosen returns the simplified arguments of min or max, in order and each once. Those of a min inside a min are its own, and of several
// numbers, one is left.
func chosen(e *Call) (args []Expr) {
	var number *Lit
	at := -1
	add := func(a Expr) {
		lit, ok := a.(*Lit)
		switch {
		case !ok || at >= 0 && !lit.T.Same(number.T):
			if !slices.ContainsFunc(args, func(b Expr) bool { return Equal(a, b) }) {
				args = append(args, a)
			}
		case at < 0:
			number, at = lit, len(args)
			args = append(args, lit)
		case e.Op == Max == (lit.Value > number.Value):
			number, args[at] = lit, lit
		}
	}
	for _, a := range e.Args {
		a = Simplify(a)
		if inner, ok := a.(*Call); ok && inner.Op == e.Op {
			for _, b := range inner.Args {
				add(b)
			}
			continue
		}
		add(a)
	}
	return args
}

// folded evaluates e if all its operands are constants.
func folded(e Expr, operands ...Expr) Expr {
	for _, o := range operands {
		if _, ok := o.(*Lit); !ok {
			return e
		}
	}
	v, err := Eval(e, &Env{})
	if err != nil {
		return e
	}
	return &Lit{e.Type(), v}
}

// neutral returns the operand that equals x op y because the other one is neutral, or because
// it decides alone, or nil.
func neutral(op Op, x, y Expr) Expr {
	is := func(e Expr, v int64) bool {
		lit, ok := e.(*Lit)
		return ok && lit.Value == v && (v == 0 || !lit.T.Duration) // a factor of 1ns makes a duration of a number
	}
	switch {
	case (op == Add || op == Sub) && is(y, 0), (op == Mul || op == Quo) && is(y, 1), op == And && is(y, 1), op == Or && is(y, 0),
		op == And && is(x, 0), op == Or && is(x, 1): // y is not evaluated
		return x
	case op == Add && is(x, 0), op == Mul && is(x, 1), op == And && is(x, 1), op == Or && is(x, 0):
		return y
	}
	return nil
}
