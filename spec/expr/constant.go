package expr

import (
	"go/ast"

	"github.com/fsmgen/fsmgen/spec/diag"
)

// Constant computes an integer expression that has no names, and reports false
// for one that has some. The error is ErrOverflow or ErrDivide: Go does not
// compile such a constant, wherever it stands.
func Constant(e Expr) (value int64, ok bool, err error) {
	if Uses(e, func(*Symbol) bool { return true }) {
		return 0, false, nil
	}
	value, err = Eval(e, &Env{})
	return value, true, err
}

// fits returns an integer expression, unless it is a constant that takes more
// than 64 bits.
func (p *typer) fits(n ast.Expr, e Expr) Expr {
	if _, _, err := Constant(e); err != nil {
		p.errorOn(n, diag.CodeNumber, "`%s` does not fit in 64 bits", p.source(n))
		return invalid
	}
	return e
}

// divides reports whether an expression can be a divisor: a constant that
// comes to zero cannot.
func (p *typer) divides(n ast.Expr, e Expr) bool {
	if v, ok, err := Constant(e); ok && err == nil && v == 0 {
		p.errorOn(n, diag.CodeNumber, "division by zero")
		return false
	}
	return true
}
