package machine

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// AcceptedIf returns what must be active in the regions of a state, so that the state accepts an event: that some alternative may
// do more than reject it, whatever the other parts of guards say. It is nil if nothing has to be, and the constant false if the
// state never accepts the event.
func (m *Machine) AcceptedIf(state, event int) expr.Expr {
	out := expr.Expr(expr.Truth(false))
	asked := func(*core.Machine, *core.Transition) bool { return false } // also during a step, before what is left has stopped
	for _, t := range slices.Backward(possible(m, state, event, asked)) {
		guard := expr.Simplify(t.Guard)
		if t.Effect == core.Reject {
			out = joined(expr.And, may(m.Core.Vars, guard, false), out)
		} else {
			out = joined(expr.Or, may(m.Core.Vars, guard, true), out)
		}
	}
	return anyTerm(m.Core, state, out)
}

// joined returns the conjunction or disjunction of two conditions, of which none fails.
func joined(op expr.Op, x, y expr.Expr) expr.Expr {
	for _, pair := range [][2]expr.Expr{{x, y}, {y, x}} {
		if lit, constant := pair[0].(*expr.Lit); constant {
			if (lit.Value != 0) == (op == expr.And) {
				return pair[1]
			}
			return lit
		}
	}
	return &expr.Binary{Op: op, X: x, Y: y}
}

// may returns the condition on active leaves that a guard can have a value. A guard that is nil is true.
func may(vars []core.Var, guard expr.Expr, value bool) expr.Expr {
	switch e := guard.(type) {
	case nil:
		return expr.Truth(value)
	case *expr.Lit:
		return expr.Truth((e.Value != 0) == value)
	case *expr.Unary:
		if e.Op == expr.Not {
			return may(vars, e.X, !value)
		}
	case *expr.Binary:
		if e.Op == expr.And || e.Op == expr.Or {
			op := expr.Or
			if (e.Op == expr.And) == value {
				op = expr.And
			}
			return joined(op, may(vars, e.X, value), may(vars, e.Y, value))
		}
	}
	if !decides(vars, guard) {
		return expr.Truth(true)
	}
	if !value {
		return &expr.Unary{Op: expr.Not, X: guard}
	}
	return guard
}

// decides reports whether what is active in regions decides a condition.
func decides(vars []core.Var, condition expr.Expr) bool {
	decides := true
	expr.Walk(condition, func(e expr.Expr) {
		switch e := e.(type) {
		case *expr.Text:
			decides = false
		case *expr.Ref:
			decides = decides && e.Symbol.Scope == expr.Var && vars[e.Symbol.Index].Implied == core.Active
		}
	})
	return decides
}

// leaves returns the leaves of the only region that a condition reads for which it holds; of is nil if it reads several.
func leaves(condition expr.Expr) (of *expr.Symbol, holds []bool) {
	if expr.Uses(condition, func(s *expr.Symbol) bool {
		other := of != nil && of != s
		of = s
		return other
	}) || of == nil {
		return nil, nil
	}
	for leaf := range of.Type.Enum.Values {
		value := expr.Substitute(condition, func(*expr.Symbol) expr.Expr { return &expr.Lit{T: of.Type, Value: int64(leaf)} })
		truth, err := expr.Eval(value, &expr.Env{})
		holds = append(holds, err == nil && truth != 0)
	}
	return of, holds
}
