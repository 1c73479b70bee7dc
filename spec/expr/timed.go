package expr

import "time"

// withoutUnits returns an expression with ints in place of the constants of type duration.
func withoutUnits(e Expr) Expr {
	return rewrite(e, func(e Expr) Expr {
		if lit, ok := e.(*Lit); ok && lit.T.Duration {
			return Number(lit.Value)
		}
		return nil
	})
}

// rewrite returns e with the results of change in place of parts for which that is not nil.
func rewrite(e Expr, change func(Expr) Expr) Expr {
	if out := change(e); out != nil {
		return out
	}
	list := func(es []Expr) []Expr {
		out := make([]Expr, len(es))
		for i, x := range es {
			out[i] = rewrite(x, change)
		}
		return out
	}
	switch e := e.(type) {
	case *Unary:
		return &Unary{e.Op, rewrite(e.X, change)}
	case *Binary:
		return &Binary{e.Op, rewrite(e.X, change), rewrite(e.Y, change)}
	case *Call:
		return &Call{e.Op, list(e.Args)}
	case *Case:
		return &Case{rewrite(e.Of, change), list(e.Values)}
	}
	return e
}

// mixed reports whether an expression computes with durations as with numbers, which specs cannot: the verifier makes such
// expressions.
func mixed(e Expr) bool {
	bad := false
	Walk(e, func(e Expr) {
		switch e := e.(type) {
		case *Binary:
			a, b := e.X.Type().Duration, e.Y.Type().Duration
			switch e.Op {
			case Mul:
				bad = bad || a && b
			case Quo:
				bad = bad || b && !a
			case Rem:
				bad = bad || a || b
			default:
				bad = bad || a != b
			}
		case *Call:
			for _, x := range e.Args {
				bad = bad || x.Type().Duration != e.Type().Duration
			}
		case *Case:
			for _, x := range e.Values {
				bad = bad || x.Type().Duration
			}
		}
	})
	return bad
}

// AsNumber returns an int expression that specs can contain, with the value of e, in which a duration is the number of its
// nanoseconds: deadline / 1ns. The verifier makes expressions that take durations as numbers.
func AsNumber(e Expr) Expr {
	if !uses(e) || !mixed(e) && !e.Type().Duration {
		return e
	}
	if e.Type().Kind == Int && isDuration(e) && !withNumber(e) {
		if d := AsDuration(e); d != nil {
			return &Binary{Quo, d, Time(time.Nanosecond)}
		}
	}
	switch e := e.(type) {
	case *Lit:
		return Number(e.Value)
	case *Unary:
		return &Unary{e.Op, AsNumber(e.X)}
	case *Binary:
		return numberOf(e)
	case *Call:
		out := &Call{Op: e.Op}
		for _, x := range e.Args {
			out.Args = append(out.Args, AsNumber(x))
		}
		return out
	case *Case:
		out := &Case{Of: AsNumber(e.Of)}
		for _, x := range e.Values {
			out.Values = append(out.Values, AsNumber(x))
		}
		return out
	}
	return e
}

// withNumber reports whether an expression adds a number to a duration, subtracts it, or divides by it.
func withNumber(e Expr) bool {
	b, ok := e.(*Binary)
	number := func(e Expr) bool {
		lit, constant := e.(*Lit)
		return constant && !lit.T.Duration
	}
	return ok && (b.Op == Quo && number(b.Y) || (b.Op == Add || b.Op == Sub) && (number(b.X) || number(b.Y)))
}

// numberOf is [AsNumber] for an operation.
func numberOf(e *Binary) Expr {
	compares := e.Op >= Eq && e.Op <= Ge && e.X.Type().Kind == Int
	if e.Op == Quo || compares && (e.X.Type().Duration || e.Y.Type().Duration) {
		if x, y := AsDuration(e.X), AsDuration(e.Y); x != nil && y != nil {
			return &Binary{e.Op, x, y}
		}
	}
	return &Binary{e.Op, AsNumber(e.X), AsNumber(e.Y)}
}

// AsDuration returns an expression of type duration that specs can contain, with the value of e in nanoseconds, or nil if it
// has a number that is not a constant where specs need a duration.
func AsDuration(e Expr) Expr {
	switch e := e.(type) {
	case *Lit:
		return Time(time.Duration(e.Value))
	case *Ref:
		if e.Symbol.Type.Duration {
			return e
		}
	case *Unary:
		if x := AsDuration(e.X); x != nil && e.Op == Neg {
			return &Unary{Neg, x}
		}
	case *Call:
		out := &Call{Op: e.Op}
		for _, x := range e.Args {
			d := AsDuration(x)
			if d == nil {
				return nil
			}
			out.Args = append(out.Args, d)
		}
		return out
	case *Binary:
		return durationOf(e)
	}
	return nil
}

// durationOf is [AsDuration] for an operation.
func durationOf(e *Binary) Expr {
	x, y := AsDuration(e.X), AsDuration(e.Y)
	switch {
	case (e.Op == Add || e.Op == Sub) && x != nil && y != nil:
		return &Binary{e.Op, x, y}
	case e.Op == Mul && x != nil && !uses(e.Y):
		return &Binary{Mul, x, e.Y}
	case e.Op == Mul && y != nil && !uses(e.X):
		return &Binary{Mul, e.X, y}
	case e.Op == Quo && x != nil && !uses(e.Y):
		return &Binary{Quo, x, e.Y}
	}
	return nil
}

// uses reports whether an expression reads a value of type duration, or has a constant of that type.
func uses(e Expr) bool {
	found := false
	Walk(e, func(e Expr) {
		switch e := e.(type) {
		case *Lit:
			found = found || e.T.Duration
		case *Ref:
			found = found || e.Symbol.Type.Duration
		}
	})
	return found
}

// PrintNumber is [Print] for a number that the verifier has found, such as a bound: durations in it are numbers of nanoseconds.
func PrintNumber(e Expr, style Style) string { return Print(AsNumber(e), style) }
