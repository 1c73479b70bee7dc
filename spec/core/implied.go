package core

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/expr"
)

// Implied says what the loader has added a variable for. Readers know what such a variable stands
// for, but not the variable: [Machine.Trigger], [Transition.Written], and [Machine.Actions] say
// what the author wrote in its place.
type Implied uint8

const (
	// Declared is a variable of the spec, or the counter of a rule, which a spec can read.
	Declared Implied = iota
	// Pending lists the raised events, or those of regions, that are still to be handled.
	Pending
	// Remembered is where the machine was when it left a composite state.
	Remembered
	// Active is the active state of a region.
	Active
	// Carried is a field of the payload of an event that regions are still to handle: see [Var.Carries]. At rest, and while
	// nothing is still to read it, it has the zero value of its type. It is not an enum unless the field is.
	Carried
)

// Payload is a field of an event, as indices of Machine.Events and of its Fields.
type Payload struct{ Event, Field int }

// field returns the symbol of the field that a variable carries, or nil.
func (m *Machine) field(v int) *expr.Symbol {
	if from := m.Vars[v].Carries; from != nil {
		return m.Events[from.Event].Fields[from.Field].Symbol
	}
	return nil
}

// Shown returns an expression in the words of its author, who wrote fields of the payload where it reads [Carried] variables. It
// is for people, and nil for nil.
func (m *Machine) Shown(e expr.Expr) expr.Expr {
	if e == nil {
		return nil
	}
	return expr.Substitute(e, func(s *expr.Symbol) expr.Expr {
		if s.Scope != expr.Var {
			return nil
		}
		if f := m.field(s.Index); f != nil {
			return &expr.Ref{Symbol: f}
		}
		return nil
	})
}

// ShownVar returns how the author of the spec refers to a variable: by its name, or as in event.amount for what is [Carried]. ok is
// false if the variable is none of the author's business.
func (m *Machine) ShownVar(v int) (name string, ok bool) {
	if f := m.field(v); f != nil {
		return expr.Print(&expr.Ref{Symbol: f}, expr.Spec), true
	}
	return m.Vars[v].Name, !m.Vars[v].Hidden()
}

// Hidden reports whether a variable is an implementation detail that reports omit. The active state of a region is not hidden.
func (v *Var) Hidden() bool { return v.Pending() || v.Implied == Remembered }

// Pending reports whether a variable says what the machine is still to do before it is at rest, or with which data. At
// rest, it has the zero value of its type.
func (v *Var) Pending() bool { return v.Implied == Pending || v.Implied == Carried }

// Control reports whether a variable says where the machine is, and not with what it computes: an enum that the loader has
// added, and sets to constants.
func (v *Var) Control() bool {
	return v.Implied == Pending || v.Implied == Remembered || v.Implied == Active
}

// Raise is an event that a transition raises.
type Raise struct {
	// Event is an index of Machine.Events.
	Event int
	// Cause and State are those of [Emission].
	Cause Cause
	State string
}

// Return is a return to the history of a composite state. The zero value is for none.
type Return struct {
	// Composite is the name of the composite state, or "".
	Composite string
	// Deep marks a return to the innermost state.
	Deep bool
}

// String returns "history of Name" or "deep history of Name", or "" for none.
func (r Return) String() string {
	switch {
	case r.Composite == "":
		return ""
	case r.Deep:
		return "deep history of " + r.Composite
	}
	return "history of " + r.Composite
}

// parts divides the guard of a transition into the conditions on where the machine is, and the others. Each is nil if there are
// none.
func (m *Machine) parts(t *Transition) (implied, own expr.Expr) {
	for _, c := range conjuncts(t.Guard) {
		if v, _ := m.implied(c); v >= 0 {
			implied = expr.Both(implied, c)
		} else {
			own = expr.Both(own, c)
		}
	}
	return implied, own
}

// PlacesIn returns the parts of an expanded condition that read implied variables alone.
func (m *Machine) PlacesIn(condition expr.Expr) (places []expr.Expr) {
	for _, c := range conjuncts(condition) {
		if v, _ := m.implied(c); v >= 0 {
			places = append(places, c)
		}
	}
	return places
}

// Implied returns the conditions of a transition on implied variables, or nil.
func (m *Machine) Implied(t *Transition) expr.Expr {
	implied, _ := m.parts(t)
	return implied
}

// Own returns the guard of a transition without the conditions on implied variables that no author wrote, or nil. Unlike
// Written, it has the expansions of named guards.
func (m *Machine) Own(t *Transition) expr.Expr {
	_, own := m.parts(t)
	for _, p := range t.Places { // also those of which the loader knows that they hold
		own = expr.Both(own, p)
	}
	return own
}

// Condition returns the whole guard of a transition, in which the author's part is as written.
func (m *Machine) Condition(t *Transition) expr.Expr {
	return expr.Both(m.Implied(t), t.Written)
}

// Actions returns what a transition itself does through implied variables, in the words of its
// author: "Checking to Held" in a region, "raise Next" for each event, and "to deep history of Playing".
func (m *Machine) Actions(t *Transition) (list []string) {
	if text := m.MoveText(t); text != "" {
		list = append(list, text)
	}
	for _, r := range t.Raises {
		if r.Cause == ByTransition {
			list = append(list, m.RaiseText(r))
		}
	}
	if to := t.Returns.String(); to != "" {
		list = append(list, "to "+to)
	}
	return list
}

// RaiseText returns "raise Next" for a raised event.
func (m *Machine) RaiseText(r Raise) string { return "raise " + m.Events[r.Event].Name }

// Raised reports whether a transition or the start raises an event.
func (m *Machine) Raised(event int) bool {
	is := func(r Raise) bool { return r.Event == event }
	return slices.ContainsFunc(m.StartRaises, is) ||
		slices.ContainsFunc(m.Transitions, func(t Transition) bool { return slices.ContainsFunc(t.Raises, is) })
}

// Divided reports whether two transitions come from the same alternative in the spec, of one state:
// the loader has divided it by the values of implied variables.
func (m *Machine) Divided(t, u *Transition) bool {
	return t.From == u.From && t.Event == u.Event && t.Handles == u.Handles && t.Rule == u.Rule && t.Span == u.Span && t.Span.Start.IsValid()
}

// Before returns the indices of the alternatives that are tried before transition i for what its
// author wrote: the same event, also a raised one, the same leaf if they are in a region, and the same
// values of implied variables.
func (m *Machine) Before(i int) (list []int) {
	t := &m.Transitions[i]
	for j := i - m.Priority(i); j < i; j++ {
		if u := &m.Transitions[j]; u.Handles == t.Handles && u.Done == t.Done && sameLeaf(t.Move, u.Move) && !m.apart(t, u) {
			list = append(list, j)
		}
	}
	return list
}

// sameLeaf reports whether two transitions of a state are of the same leaf, or both of the whole state.
func sameLeaf(a, b *Move) bool {
	return a == nil && b == nil || a != nil && b != nil && a.Region == b.Region && a.From == b.From
}

// Otherwise reports whether the author wrote no condition for transition i, and others for
// alternatives before it. Those of rules do not count.
func (m *Machine) Otherwise(i int) bool {
	return m.Transitions[i].Written == nil && slices.ContainsFunc(m.Before(i), func(j int) bool {
		return m.Transitions[j].Written != nil && m.Transitions[j].Rule == ""
	})
}

// apart reports whether the guards of two transitions need different values of an implied variable.
func (m *Machine) apart(t, u *Transition) bool {
	for v := range m.Vars {
		if !m.Vars[v].Control() {
			continue
		}
		if !slices.ContainsFunc(m.allowed(t, v), func(x int64) bool { return slices.Contains(m.allowed(u, v), x) }) {
			return true
		}
	}
	return false
}

// allowed returns the values of an implied variable that a guard admits, as far as parts of it that
// read no other variable say.
func (m *Machine) allowed(t *Transition, variable int) (values []int64) {
	env := &expr.Env{Vars: make([]int64, len(m.Vars))}
	var parts []expr.Expr
	for _, c := range conjuncts(t.Guard) {
		if v, alone := m.implied(c); v == variable && alone {
			parts = append(parts, c)
		}
	}
	for x := range m.Vars[variable].Type.Enum.Values {
		env.Vars[variable] = int64(x)
		if !slices.ContainsFunc(parts, func(c expr.Expr) bool {
			holds, err := expr.Eval(c, env)
			return err == nil && holds == 0
		}) {
			values = append(values, int64(x))
		}
	}
	return values
}

// implied returns an implied variable that a condition reads, if it reads nothing else than such
// variables, and whether it is the only one. Otherwise, it returns -1.
func (m *Machine) implied(e expr.Expr) (variable int, alone bool) {
	variable, alone = -1, true
	others := expr.Uses(e, func(s *expr.Symbol) bool {
		if s.Scope != expr.Var || !m.Vars[s.Index].Control() {
			return true
		}
		alone = alone && (variable < 0 || variable == s.Index)
		variable = s.Index
		return false
	})
	if others {
		return -1, false
	}
	return variable, alone
}

// conjuncts returns the parts of a conjunction; none for nil.
func conjuncts(e expr.Expr) []expr.Expr {
	if e == nil {
		return nil
	}
	if and, ok := e.(*expr.Binary); ok && and.Op == expr.And {
		return append(conjuncts(and.X), conjuncts(and.Y)...)
	}
	return []expr.Expr{e}
}
