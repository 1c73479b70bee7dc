package expr

import (
	"errors"
	"go/ast"

	"github.com/fsmgen/fsmgen/spec/diag"
)

var errNames = errors.New("not a constant")

// numeral returns the value of an expression that has no names.
func numeral(e Expr) (int64, error) {
	if Uses(e, func(*Symbol) bool { return true }) {
		return 0, errNames
	}
	return Eval(e, &Env{})
}

// fits returns an expression, unless it is a constant that does not fit in 64
// bits: Go does not compile those.
func (p *typer) fits(n ast.Expr, e Expr) Expr {
	if _, err := numeral(e); errors.Is(err, ErrOverflow) {
		p.errorOn(n, diag.CodeNumber, "`%s` does not fit in 64 bits", p.source(n))
		return invalid
	}
	return e
}
