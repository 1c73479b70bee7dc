package notation

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/certificate"
)

// Neat returns a sum, product, min or max with the same value: without products that
// are 0, and with polynomials written as by [Vocabulary.Expression] if they are linear or
// much shorter then. If the
// result would be longer than x, it is x.
func (v *Vocabulary) Neat(x expr.Expr) expr.Expr {
	if y := v.neat(x); len(expr.Print(y, expr.Spec)) < len(expr.Print(x, expr.Spec)) {
		return y
	}
	return x
}

func (v *Vocabulary) neat(x expr.Expr) expr.Expr {
	if p, ok := v.Polynomial(x); ok {
		y, ok := v.Expression(p)
		if ok && (linear(p) || 6*len(expr.Print(y, expr.Spec)) < 5*len(expr.Print(x, expr.Spec))) {
			return y
		}
		return x
	}
	switch x := x.(type) {
	case *expr.Call:
		args := make([]expr.Expr, len(x.Args))
		for i, a := range x.Args {
			args[i] = v.neat(a)
		}
		return &expr.Call{Op: x.Op, Args: args}
	case *expr.Binary:
		y := &expr.Binary{Op: x.Op, X: v.Neat(x.X), Y: v.Neat(x.Y)}
		a, b := number(y.X), number(y.Y)
		switch {
		case x.Op == expr.Mul && (a == 0 || b == 0):
			return expr.Number(0)
		case x.Op == expr.Mul && a == 1, x.Op == expr.Add && a == 0:
			return y.Y
		case x.Op == expr.Mul && b == 1, x.Op == expr.Add && b == 0:
			return y.X
		case x.Op == expr.Add || x.Op == expr.Mul:
			return y
		}
	}
	return x
}

// linear reports whether p has no products of symbols.
func linear(p certificate.Poly) bool {
	return !slices.ContainsFunc(p, func(t certificate.Term) bool { return len(t.Symbols) > 1 })
}

// number returns the value of a constant, or -1.
func number(x expr.Expr) int64 {
	if lit, ok := x.(*expr.Lit); ok {
		return lit.Value
	}
	return -1
}
