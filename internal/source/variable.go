package source

import (
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// field returns the symbol of the field that a variable carries, or nil.
func field(m *core.Machine, v int) *expr.Symbol {
	if from := m.Vars[v].Carries; from != nil {
		return m.Events[from.Event].Fields[from.Field].Symbol
	}
	return nil
}

// Shown returns an expression in the words of its author, who wrote fields of the payload where it reads [core.Carried] variables. It
// is for people, and nil for nil.
func Shown(m *core.Machine, e expr.Expr) expr.Expr {
	if e == nil {
		return nil
	}
	return expr.Substitute(e, func(s *expr.Symbol) expr.Expr {
		if s.Scope != expr.Var {
			return nil
		}
		if f := field(m, s.Index); f != nil {
			return &expr.Ref{Symbol: f}
		}
		return nil
	})
}

// Variable returns how the author of the spec refers to a variable: by its name, or as in event.amount for what is [core.Carried]. ok is
// false if the variable is none of the author's business.
func Variable(m *core.Machine, v int) (name string, ok bool) {
	if f := field(m, v); f != nil {
		return expr.Print(&expr.Ref{Symbol: f}, expr.Spec), true
	}
	return m.Vars[v].Name, !m.Vars[v].Hidden()
}
