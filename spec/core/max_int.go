package core

import (
	"math"

	"github.com/fsmgen/fsmgen/spec/expr"
)

// MaxInt returns the largest value that Go's int has on each platform on which the
// generated code compiles: math.MaxInt32, or math.MaxInt64 if a constant of the spec does
// not fit in 32 bits.
func (m *Machine) MaxInt() int64 {
	most := int64(math.MaxInt32)
	m.Expressions(func(e expr.Expr) {
		expr.Walk(expr.Simplify(e), func(e expr.Expr) {
			if lit, ok := e.(*expr.Lit); ok && int64(int32(lit.Value)) != lit.Value {
				most = math.MaxInt64
			}
		})
	})
	return most
}
