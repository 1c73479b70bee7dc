package obligation

import "github.com/fsmgen/fsmgen/spec/core"

// Obligation is one thing that must hold for all parameter values. Obligations
// are equal when they are about the same.
type Obligation struct {
	Kind Kind
	// Transition, State, Event, Var and Invariant are indices into the
	// machine, and -1 where the obligation is not about one.
	Transition, State, Event, Var, Invariant int
}

// about returns an obligation of a kind that is not yet about anything.
func about(k Kind) Obligation {
	return Obligation{Kind: k, Transition: -1, State: -1, Event: -1, Var: -1, Invariant: -1}
}

// Status is a verdict. There is no fourth one.
type Status string

const (
	// Proved: a certificate exists, and the checker has replayed it.
	Proved Status = "proved"
	// Refuted: a concrete run from the initial state shows the contrary.
	Refuted Status = "refuted"
	// Unknown: neither.
	Unknown Status = "unknown"
)

// From is the state in whose configurations an obligation of m begins, or -1
// when it is about none: the source of its transition, or its own state.
func (o Obligation) From(m *core.Machine) int {
	if o.Transition >= 0 {
		return m.Transitions[o.Transition].From
	}
	return o.State
}
