package machine

import (
	"fmt"
	"slices"

	"github.com/fsmgen/fsmgen/internal/ident"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify"
)

// Machine is a checked machine with its Go names. It must not be changed.
type Machine struct {
	Core  *core.Machine
	Names *ident.Names
	// Conditions are what proofs assume of a configuration, in addition to what the spec
	// declares.
	Conditions []verify.Condition
}

// Counts reports whether the machine counts its transitions. Typed states, observers, and
// package values use the count to detect a transition.
func (m *Machine) Counts() bool {
	return m.Core.Faces.Typed || m.Core.Faces.Observe || m.Core.Faces.Values
}

// Rejects reports whether the machine can reject an event that its state lists, for another reason than the range of its payload.
func (m *Machine) Rejects() bool {
	return slices.ContainsFunc(m.Core.Transitions, func(t core.Transition) bool { return t.Effect == core.Reject && t.Rule != core.Outside })
}

// Guarded reports whether some transition for an event has a condition.
func (m *Machine) Guarded(event int) bool {
	return slices.ContainsFunc(m.Core.Transitions, func(t core.Transition) bool {
		return t.Event == event && t.Effect == core.Take && t.Guard != nil
	})
}

// Reasons reports whether an event may ask external guards that give reasons.
func (m *Machine) Reasons(event int) bool {
	return slices.ContainsFunc(m.Core.Transitions, func(t core.Transition) bool {
		return t.Event == event && slices.ContainsFunc(m.Questions(t.Guard), func(a int) bool { return m.Core.Guards[m.Core.Asks[a].Guard].Reason })
	})
}

// Enum returns the Go names of a declared enumeration.
func (m *Machine) Enum(e *expr.Enum) *ident.Enum {
	for i := range m.Core.Enums {
		if m.Core.Enums[i] == e {
			return &m.Names.Enums[i]
		}
	}
	panic("unreachable: enum " + e.Name + " of another machine")
}

// External reports whether a symbol is the result of a call of an external guard
// for which the host has a method.
func (m *Machine) External(s *expr.Symbol) bool {
	return s.Index < len(m.Core.Asks) && m.Names.Guards[m.Core.Asks[s.Index].Guard].Method != ""
}

// Questions returns the indices in Asks of the calls of external guards in a
// guard, each as often as it occurs.
func (m *Machine) Questions(guard expr.Expr) []int {
	var out []int
	if guard == nil {
		return nil
	}
	expr.Walk(guard, func(e expr.Expr) {
		if r, ok := e.(*expr.Ref); ok && r.Symbol.Scope == expr.External {
			out = append(out, r.Symbol.Index)
		}
	})
	return out
}

// StepLimit returns an expression that limits the number of transitions: the
// declared bound, or without one the value of the progress function at the start.
// It is nil if there is neither.
func (m *Machine) StepLimit() (expr.Expr, error) {
	if m.Core.Bound != nil || m.Core.Rank != 1 {
		return m.Core.Bound, nil
	}
	missing := ""
	start := expr.Substitute(m.Core.States[m.Core.Initial].Progress[0], func(s *expr.Symbol) expr.Expr {
		if s.Scope != expr.Var {
			return nil
		}
		if m.Core.Vars[s.Index].Init == nil {
			missing = s.Name
		}
		return m.Core.Vars[s.Index].Init
	})
	if missing != "" {
		return nil, fmt.Errorf("progress at the start reads %q, which has no first value", missing)
	}
	return start, nil
}
