package expr

// Degree returns the degree of an expression as a polynomial in what it reads. A max has that of its largest argument, a min that of
// its smallest one, and a quotient that of its dividend.
func Degree(e Expr) (most int) {
	switch e := e.(type) {
	case *Ref:
		return 1
	case *Unary:
		return Degree(e.X)
	case *Binary:
		a, b := Degree(e.X), Degree(e.Y)
		switch e.Op {
		case Mul:
			return a + b
		case Quo, Rem:
			return a
		}
		return max(a, b)
	case *Call:
		for i, a := range e.Args {
			if d := Degree(a); e.Op == Min && i > 0 {
				most = min(most, d)
			} else {
				most = max(most, d)
			}
		}
	}
	return most
}
