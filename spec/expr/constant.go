package expr

import (
	"go/ast"

	"github.com/fsmgen/fsmgen/spec/diag"
)

// Constant evaluates an integer expression without names; ok is false for one that
// has names. The error is ErrOverflow or ErrDivide; Go rejects such constants.
func Constant(e Expr) (value int64, ok bool, err error) {
	if Uses(e, func(*Symbol) bool { return true }) {
		return 0, false, nil
	}
	value, err = Eval(e, &Env{})
	return value, true, err
}

// fits returns an integer expression, but reports a constant that does not fit in
// 64 bits.
func (p *typer) fits(n ast.Expr, e Expr) Expr {
	if _, _, err := Constant(e); err != nil {
		p.errorOn(n, diag.CodeNumber, "`%s` does not fit in 64 bits", p.source(n))
		return invalid
	}
	return e
}

// divides reports whether an expression can be a divisor, and adds a diagnostic
// for a constant that is 0.
func (p *typer) divides(n ast.Expr, e Expr) bool {
	if v, ok, err := Constant(e); ok && err == nil && v == 0 {
		p.errorOn(n, diag.CodeNumber, "division by zero")
		return false
	}
	return true
}
