package obligation

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// Sets reports whether a transition assigns to a variable that exists after the step.
func Sets(m *core.Machine, transition, variable int) bool {
	t := &m.Transitions[transition]
	return t.Effect == core.Take && m.Exists(variable, t.To) && sets(t, variable)
}

func sets(t *core.Transition, variable int) bool {
	return slices.ContainsFunc(t.Updates, func(u core.Update) bool { return u.Var == variable })
}

// Speaks reports whether an invariant applies to the configurations of a state.
func Speaks(i *core.Invariant, state int) bool { return i.State < 0 || i.State == state }

// Breaks reports whether a transition can violate an invariant: it assigns to a variable
// that the invariant reads, or leads from a state to which the invariant does not apply
// to one to which it does.
func Breaks(m *core.Machine, transition int, i *core.Invariant) bool {
	t := &m.Transitions[transition]
	switch {
	case t.Effect != core.Take || !Speaks(i, t.To):
		return false
	case !Speaks(i, t.From):
		return true
	}
	return expr.Uses(i.Expr, func(s *expr.Symbol) bool { return s.Scope == expr.Var && sets(t, s.Index) })
}

// Initially returns a function that maps a variable to its initial value, and any other
// symbol to nil.
func Initially(m *core.Machine) func(*expr.Symbol) expr.Expr {
	return func(s *expr.Symbol) expr.Expr {
		if s.Scope != expr.Var {
			return nil
		}
		return m.Vars[s.Index].Init
	}
}

// AtStart returns the value of the first component of the progress function at the
// start, as an expression over the parameters. If the function has one component, the cost of the
// child machines that start there is added. The machine must have a progress function.
func AtStart(m *core.Machine) expr.Expr {
	progress := m.States[m.Initial].Progress[0]
	if m.Rank == 1 {
		progress = plus(progress, m.ChildCost(m.Invoked()))
	}
	return expr.Simplify(expr.Substitute(progress, Initially(m)))
}

// plus returns the sum of two expressions, the second of which may be nil.
func plus(x, y expr.Expr) expr.Expr {
	if y == nil {
		return x
	}
	return &expr.Binary{Op: expr.Add, X: x, Y: y}
}

// Limit returns the expression over the parameters whose value must fit in an int: the
// bound or, without a bound, the progress function at the start. The generated
// Params.Validate computes it with overflow checks and rejects parameters for which it
// does not fit. Limit returns nil if m declares neither, or declares no bound and a
// lexicographic progress function.
func Limit(m *core.Machine) expr.Expr {
	if m.Bound == nil && m.Rank == 1 {
		return AtStart(m)
	}
	return m.Bound
}
