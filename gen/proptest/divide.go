package proptest

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/spec/core"
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

// paramsDivide reports whether the range of a parameter divides so.
func (p *printer) paramsDivide() bool {
	return slices.ContainsFunc(p.m.Params, func(q core.Param) bool { return divides(q.Min) || divides(q.Max) })
}

// claimsDivide reports whether the range of a variable or an invariant divides so.
func (p *printer) claimsDivide() bool {
	return slices.ContainsFunc(p.m.Vars, func(v core.Var) bool { return divides(v.Min) || divides(v.Max) }) ||
		slices.ContainsFunc(p.m.Invariants, func(i core.Invariant) bool { return divides(i.Expr) })
}

// returns writes the result and the body of a function. If it may divide by 0, as
// tests use it where no machine can be, it returns there what it has so far.
func returns(result *jen.Statement, name string, may bool, body ...jen.Code) *jen.Statement {
	if !may {
		return result.Block(body...)
	}
	catch := jen.Defer().Func().Params().Block(jen.Id("_").Op("=").Recover()).Call().Comment("from a division by 0")
	return jen.Params(jen.Id(name).Add(result)).Block(append([]jen.Code{catch}, body...)...)
}
