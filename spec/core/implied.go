package core

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/expr"
)

// Implied says what the loader has added a variable for. Readers know what such a variable stands
// for, but not the variable: [Machine.Trigger] and [Transition.Written] say
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

// Before returns the indices of the alternatives that are tried before transition i for what its
// author wrote: the same event, also a raised one, the same leaf if they are in a region, and the same
// values of implied variables.
func (m *Machine) Before(i int) (list []int) {
	t := &m.Transitions[i]
	for j := i - m.Priority(i); j < i; j++ {
		if u := &m.Transitions[j]; u.Handles == t.Handles && u.Done == t.Done && sameLeaf(t.Move, u.Move) && !apart(m, t, u) {
			list = append(list, j)
		}
	}
	return list
}

// sameLeaf reports whether two transitions of a state are of the same leaf, or both of the whole state.
func sameLeaf(a, b *Move) bool {
	return a == nil && b == nil || a != nil && b != nil && a.Region == b.Region && a.From == b.From
}

// apart reports whether the guards of two transitions need different values of an implied variable.
func apart(m *Machine, t, u *Transition) bool {
	for v := range m.Vars {
		if !m.Vars[v].Control() {
			continue
		}
		if !slices.ContainsFunc(allowed(m, t, v), func(x int64) bool { return slices.Contains(allowed(m, u, v), x) }) {
			return true
		}
	}
	return false
}

// allowed returns the values of an implied variable that a guard admits, as far as parts of it that
// read no other variable say.
func allowed(m *Machine, t *Transition, variable int) (values []int64) {
	env := &expr.Env{Vars: make([]int64, len(m.Vars))}
	var parts []expr.Expr
	for _, c := range expr.Conjuncts(t.Guard) {
		if v, alone := m.Place(c); v == variable && alone {
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

// Place returns an implied variable that a condition on where the machine is reads, and whether it is the only one. It is -1 if the
// condition reads anything else.
func (m *Machine) Place(e expr.Expr) (variable int, alone bool) {
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
