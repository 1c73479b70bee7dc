package obligation

import "github.com/fsmgen/fsmgen/spec/core"

// Obligation is a statement that must hold for all parameter values. It can be compared
// with ==: equal values are the same obligation.
type Obligation struct {
	Kind Kind
	// Transition, State, Event, Var, Invariant, Call, Goal and Cost are indices into the machine, or
	// -1 if the obligation is not about one.
	Transition, State, Event, Var, Invariant, Call, Goal, Cost int
}

// about returns an obligation of a kind with all indices -1.
func about(k Kind) Obligation {
	return Obligation{Kind: k, Transition: -1, State: -1, Event: -1, Var: -1, Invariant: -1, Call: -1, Goal: -1, Cost: -1}
}

// Status is the verdict on a claim: one of three constants.
type Status string

const (
	// Proved: a certificate exists, and the checker has replayed it.
	Proved Status = "proved"
	// Refuted: a concrete run from the initial configuration violates the claim.
	Refuted Status = "refuted"
	// Unknown: the claim is neither proved nor refuted.
	Unknown Status = "unknown"
)

// From returns the source state of an obligation of m: the source of its transition, or
// its state. It returns -1 if the obligation has neither.
func (o Obligation) From(m *core.Machine) int {
	if o.Transition >= 0 {
		return m.Transitions[o.Transition].From
	}
	return o.State
}
