package obligation

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// Sets reports whether a transition is one that gives a variable a value which
// is still there after the step.
func Sets(m *core.Machine, transition, variable int) bool {
	t := &m.Transitions[transition]
	return t.Effect == core.Take && m.Exists(variable, t.To) && sets(t, variable)
}

func sets(t *core.Transition, variable int) bool {
	return slices.ContainsFunc(t.Updates, func(u core.Update) bool { return u.Var == variable })
}

// Speaks reports whether an invariant is about the configurations of a state.
func Speaks(i *core.Invariant, state int) bool { return i.State < 0 || i.State == state }

// Breaks reports whether a transition can break an invariant: it sets what the
// invariant reads, or enters a state where the invariant begins to be claimed.
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

// Initially gives the first value of a variable, and nil for any other symbol.
func Initially(m *core.Machine) func(*expr.Symbol) expr.Expr {
	return func(s *expr.Symbol) expr.Expr {
		if s.Scope != expr.Var {
			return nil
		}
		return m.Vars[s.Index].Init
	}
}

// AtStart is the first component of the progress function at the start, as an
// expression over the parameters. The machine must have a progress function.
func AtStart(m *core.Machine) expr.Expr {
	return expr.Simplify(expr.Substitute(m.States[m.Initial].Progress[0], Initially(m)))
}

// Limit is the expression over the parameters that the generated Params.Validate
// computes with care, and refuses parameters for which it does not fit in an
// int: the bound, or else the progress function at the start. It is nil when m
// declares neither.
func Limit(m *core.Machine) expr.Expr {
	if m.Bound == nil && m.Rank == 1 {
		return AtStart(m)
	}
	return m.Bound
}
