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
				list = append(list, Invariant{State: s, Expr: left(m, s, v), Implied: true, Span: m.States[s].Span})
			}
		}
	}
	return list
}

// left is Left for a state and its variable.
func left(m *Machine, state int, v *Var) expr.Expr {
	any := []expr.Expr{&expr.Binary{Op: expr.Eq, X: &expr.Ref{Symbol: v.Symbol}, Y: &expr.Lit{T: v.Type}}}
	var kept [][]string // the parts of each, as text
	var guards []expr.Expr
	for _, t := range m.Always(state) {
		if t.Guard == nil || !expr.Uses(t.Guard, func(s *expr.Symbol) bool { return s == v.Symbol }) {
			continue
		}
		var parts []string
		for _, x := range expr.Conjuncts(t.Guard) {
			parts = append(parts, expr.Print(x, expr.Spec))
		}
		implies := func(of, other []string) bool {
			return !slices.ContainsFunc(other, func(part string) bool { return !slices.Contains(of, part) })
		}
		if slices.ContainsFunc(kept, func(other []string) bool { return implies(parts, other) }) {
			continue
		}
		for i := len(kept) - 1; i >= 0; i-- { // one that holds only where this one does adds nothing
			if implies(kept[i], parts) {
				kept, guards = slices.Delete(kept, i, i+1), slices.Delete(guards, i, i+1)
			}
		}
		kept, guards = append(kept, parts), append(guards, t.Guard)
	}
	return expr.AnyOf(append(any, guards...)...)
}
