package source

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// parts divides the guard of a transition into the conditions on where the machine is, and the others. Each is nil if there are
// none.
func parts(m *core.Machine, t *core.Transition) (implied, own expr.Expr) {
	for _, c := range expr.Conjuncts(t.Guard) {
		if v, _ := m.Place(c); v >= 0 {
			implied = expr.Both(implied, c)
		} else {
			own = expr.Both(own, c)
		}
	}
	return implied, own
}

// Places returns the parts of an expanded condition that read implied variables alone.
func Places(m *core.Machine, condition expr.Expr) (places []expr.Expr) {
	for _, c := range expr.Conjuncts(condition) {
		if v, _ := m.Place(c); v >= 0 {
			places = append(places, c)
		}
	}
	return places
}

// Implied returns the conditions of a transition on implied variables, or nil.
func Implied(m *core.Machine, t *core.Transition) expr.Expr {
	implied, _ := parts(m, t)
	return implied
}

// Own returns the guard of a transition without the conditions on implied variables that no author wrote, or nil. Unlike
// Written, it has the expansions of named guards.
func Own(m *core.Machine, t *core.Transition) expr.Expr {
	_, own := parts(m, t)
	for _, p := range t.Places { // also those of which the loader knows that they hold
		own = expr.Both(own, p)
	}
	return own
}

// Condition returns the whole guard of a transition, in which the author's part is as written.
func Condition(m *core.Machine, t *core.Transition) expr.Expr {
	return expr.Both(Implied(m, t), t.Written)
}

// Divided reports whether two transitions come from the same alternative in the spec, of one state:
// the loader has divided it by the values of implied variables.
func Divided(m *core.Machine, t, u *core.Transition) bool {
	return t.From == u.From && t.Event == u.Event && t.Handles == u.Handles && t.Rule == u.Rule && t.Span == u.Span && t.Span.Start.IsValid()
}

// Otherwise reports whether the author wrote no condition for transition i, and others for
// alternatives before it. Those of rules do not count.
func Otherwise(m *core.Machine, i int) bool {
	return m.Transitions[i].Written == nil && slices.ContainsFunc(m.Before(i), func(j int) bool {
		return m.Transitions[j].Written != nil && m.Transitions[j].Rule == ""
	})
}
