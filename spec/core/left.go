package core

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/expr"
)

// Left returns for each state in which several regions handle the same event that, as long as some are still to handle it, one of them takes a
// transition without an event. It follows from the transitions: the variable is set only then, and nothing that the others do for the event
// changes it. So a machine at rest has the first value of the variable. Values that a run does not have need not satisfy it.
func (m *Machine) Left() (list []Invariant) {
	for s := range m.States {
		for v := range m.Vars {
			if v := &m.Vars[v]; v.Implied == Pending && v.State == s {
				list = append(list, Invariant{State: s, Expr: m.left(s, v), Implied: true, Span: m.States[s].Span})
			}
		}
	}
	return list
}

// left is Left for a state and its variable.
func (m *Machine) left(state int, v *Var) expr.Expr {
	any := []expr.Expr{&expr.Binary{Op: expr.Eq, X: &expr.Ref{Symbol: v.Symbol}, Y: &expr.Lit{T: v.Type}}}
	var known []string
	for _, t := range m.Always(state) {
		if t.Guard == nil || !expr.Uses(t.Guard, func(s *expr.Symbol) bool { return s == v.Symbol }) {
			continue
		}
		if text := expr.Print(t.Guard, expr.Spec); !slices.Contains(known, text) {
			known, any = append(known, text), append(any, t.Guard)
		}
	}
	return expr.AnyOf(any...)
}
