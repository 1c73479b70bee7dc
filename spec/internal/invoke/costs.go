package invoke

import (
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// Costs adds to each transition what the child machines that it starts can cost. The updates of all
// transitions must be complete.
func Costs(m *core.Machine) {
	sum := func(invocations []int, after func(*expr.Symbol) expr.Expr) expr.Expr {
		if cost := m.ChildCost(invocations); cost != nil {
			return expr.Simplify(expr.Substitute(cost, after))
		}
		return nil
	}
	for i := range m.Transitions {
		t := &m.Transitions[i]
		t.Cost = sum(t.Invokes, t.Updated)
	}
	if len(m.States) > 0 {
		m.StartCost = sum(m.Invoked(), func(s *expr.Symbol) expr.Expr {
			if s.Scope != expr.Var {
				return nil
			}
			return m.Vars[s.Index].Init
		})
	}
}
