package edge

import (
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// RewriteEntries rewrites the values of entry outputs, which are over the
// configuration after the step, into values over the one before it. The updates of
// all transitions must be complete.
func RewriteEntries(m *core.Machine) {
	for i := range m.Transitions {
		t := &m.Transitions[i]
		before := func(s *expr.Symbol) expr.Expr {
			if s.Scope == expr.Field {
				return carried(m, t, s)
			}
			return t.Updated(s)
		}
		for j := range t.Emits {
			e := &t.Emits[j]
			if e.Cause != core.ByEntry {
				continue
			}
			e.Values = make([]expr.Expr, len(e.Written))
			for k, v := range e.Written {
				if v != nil {
					e.Values[k] = expr.Substitute(v, before)
				}
			}
		}
	}
}

// carried returns what a transition reads in place of a field of the payload: a variable, if a region takes it after the one that has
// handled the event, or nil for the field itself.
func carried(m *core.Machine, t *core.Transition, field *expr.Symbol) expr.Expr {
	if !m.Events[t.Event].Eventless {
		return nil
	}
	for i := range m.Vars {
		v := &m.Vars[i]
		if v.Carries != nil && v.State == t.From && m.Events[v.Carries.Event].Fields[v.Carries.Field].Symbol == field {
			return &expr.Ref{Symbol: v.Symbol}
		}
	}
	return nil
}
