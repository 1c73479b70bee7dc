package raise

import (
	"github.com/fsmgen/fsmgen/spec/expr"
)

// equalities notes the variables of which a condition demands that they equal a constant.
func equalities(guard expr.Expr, known map[*expr.Symbol]expr.Expr) {
	b, ok := guard.(*expr.Binary)
	switch {
	case !ok:
	case b.Op == expr.And:
		equalities(b.X, known)
		equalities(b.Y, known)
	case b.Op == expr.Eq:
		ref, isRef := b.X.(*expr.Ref)
		lit, isLit := b.Y.(*expr.Lit)
		if isRef && isLit && ref.Symbol.Scope == expr.Var {
			known[ref.Symbol] = lit
		}
	}
}

// given returns a condition with values in place of variables, simplified, also where one part decides it whatever the others are.
func given(e expr.Expr, value func(*expr.Symbol) expr.Expr) expr.Expr {
	switch e := e.(type) {
	case *expr.Unary:
		if e.Op == expr.Not {
			return negated(given(e.X, value))
		}
	case *expr.Binary:
		if e.Op != expr.And && e.Op != expr.Or {
			break
		}
		x := given(e.X, value)
		if truth, ok := x.(*expr.Lit); ok && (truth.Value != 0) == (e.Op == expr.Or) {
			return x
		}
		return joined(e.Op, x, given(e.Y, value))
	}
	return expr.Simplify(expr.Substitute(e, value))
}

// both, either and negated combine conditions, of which constants do not remain.
func both(x, y expr.Expr) expr.Expr { return joined(expr.And, x, y) }

func either(x, y expr.Expr) expr.Expr { return joined(expr.Or, x, y) }

func joined(op expr.Op, x, y expr.Expr) expr.Expr {
	for _, pair := range [][2]expr.Expr{{x, y}, {y, x}} {
		if truth, ok := pair[0].(*expr.Lit); ok {
			if (truth.Value != 0) == (op == expr.And) {
				return pair[1]
			}
			return truth
		}
	}
	return &expr.Binary{Op: op, X: x, Y: y}
}

func negated(x expr.Expr) expr.Expr {
	if truth, ok := x.(*expr.Lit); ok {
		return expr.Truth(truth.Value == 0)
	}
	return &expr.Unary{Op: expr.Not, X: x}
}
