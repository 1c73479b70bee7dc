package proptest

import (
	"github.com/fsmgen/fsmgen/spec/expr"
)

// divides reports whether an expression divides by something that may be 0.
func divides(e expr.Expr) (may bool) {
	if e == nil {
		return false
	}
	expr.Walk(e, func(e expr.Expr) {
		if b, ok := e.(*expr.Binary); ok && (b.Op == expr.Quo || b.Op == expr.Rem) {
			l, constant := b.Y.(*expr.Lit)
			may = may || !constant || l.Value == 0
		}
	})
	return may
}
