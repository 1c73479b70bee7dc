package expr

// Simplify returns an expression with the same value in which constant operations
// are evaluated and neutral operands are removed. Operations that fail, such as a
// division by zero, are kept.
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
		return folded(&Binary{e.Op, x, y}, x, y)
	case *Call:
		args := make([]Expr, len(e.Args))
		for i, a := range e.Args {
			args[i] = Simplify(a)
		}
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
