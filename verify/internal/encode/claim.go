package encode

import (
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/obligation"
)

// Claim is a candidate for an inductive invariant: one side of the range of a
// variable, or an invariant, declared or guessed. Claims are equal when they are
// the same claim of the same machine.
type Claim struct {
	// Var is the index of the variable that the claim is about, or -1.
	Var  int
	Side obligation.Side
	// Invariant is the claim if Var is -1. It must not change.
	Invariant *core.Invariant
}

// Claims lists the claims of m: its ranges, that ints fit, and its invariants.
func Claims(m *core.Machine) []Claim {
	var out []Claim
	for i := range m.Vars {
		if m.Vars[i].Type.Kind == expr.Int {
			out = append(append(out, Sides(m, i)...), Claim{Var: i, Side: obligation.FitsInt})
		}
	}
	for i := range m.Invariants {
		out = append(out, Claim{Var: -1, Invariant: &m.Invariants[i]})
	}
	return out
}

// Sides lists the claims that make up the declared range of a variable.
func Sides(m *core.Machine, variable int) []Claim {
	var out []Claim
	if m.Vars[variable].Min != nil {
		out = append(out, Claim{Var: variable, Side: obligation.AtLeastMin})
	}
	if m.Vars[variable].Max != nil {
		out = append(out, Claim{Var: variable, Side: obligation.AtMostMax})
	}
	return out
}

// In reports whether the claim applies to configurations in a state.
func (c Claim) In(m *core.Machine, state int) bool {
	if c.Var >= 0 {
		return m.Exists(c.Var, state)
	}
	return obligation.Speaks(c.Invariant, state)
}

// Breaks reports whether a transition can violate the claim. The ends of ranges read
// only parameters, which never change.
func (c Claim) Breaks(m *core.Machine, transition int) bool {
	if c.Var >= 0 {
		return obligation.Sets(m, transition, c.Var)
	}
	return obligation.Breaks(m, transition, c.Invariant)
}
