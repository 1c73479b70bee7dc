package expr

import "slices"

// Equal reports whether two expressions are the same tree: the same operators and constants of the same types, and the same symbols. An
// expression is not equal to one that has the same value in another form, such as a + b and b + a. Nil is equal to nil alone.
func Equal(x, y Expr) bool {
	switch x := x.(type) {
	case nil:
		return y == nil
	case *Lit:
		y, ok := y.(*Lit)
		return ok && x.Value == y.Value && x.T.Same(y.T)
	case *Text:
		y, ok := y.(*Text)
		return ok && *x == *y
	case *Ref:
		y, ok := y.(*Ref)
		return ok && x.Symbol.Scope == y.Symbol.Scope && x.Symbol.Index == y.Symbol.Index
	case *Unary:
		y, ok := y.(*Unary)
		return ok && x.Op == y.Op && Equal(x.X, y.X)
	case *Binary:
		y, ok := y.(*Binary)
		return ok && x.Op == y.Op && Equal(x.X, y.X) && Equal(x.Y, y.Y)
	case *Call:
		y, ok := y.(*Call)
		return ok && x.Op == y.Op && slices.EqualFunc(x.Args, y.Args, Equal)
	case *Case:
		y, ok := y.(*Case)
		return ok && Equal(x.Of, y.Of) && slices.EqualFunc(x.Values, y.Values, Equal)
	}
	return false
}
