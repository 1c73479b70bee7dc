package core

import (
	"math"

	"github.com/fsmgen/fsmgen/spec/expr"
)

// MaxInt returns the largest value that Go's int has on each platform on which the
// generated code compiles: math.MaxInt32, or math.MaxInt64 if a constant of the spec does
// not fit in 32 bits, or the spec computes with durations, which are numbers of 64 bits.
func (m *Machine) MaxInt() int64 {
	most := int64(math.MaxInt32)
	m.Expressions(func(e expr.Expr) {
		expr.Walk(expr.Simplify(e), func(e expr.Expr) {
			lit, constant := e.(*expr.Lit)
			ref, read := e.(*expr.Ref)
			if constant && (lit.T.Duration || int64(int32(lit.Value)) != lit.Value) || read && ref.Symbol.Type.Duration {
				most = math.MaxInt64
			}
		})
	})
	return most
}
