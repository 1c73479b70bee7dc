package verify

import (
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/certificate"
	"github.com/fsmgen/fsmgen/verify/trace"
)

// Recurrent is an endless run that never returns to a configuration, for example
// because a counter grows. It is given by a recurrent set: a cycle of transitions leads
// from each configuration of the set to another one in the set (Gupta, Henzinger,
// Majumdar, Rybalchenko and Xu, POPL 2008). Values are mathematical integers.
type Recurrent struct {
	// Run leads into the set and then takes the cycle once, starting at step From,
	// which is an index into its steps. With the same answers, and the same payloads or those
	// of Payloads, the same transitions are taken forever.
	Run  trace.Run
	From int
	// Set is the list of conditions that define the set. They hold each time the cycle
	// starts.
	Set []expr.Expr
	// Proof holds the certificates: in the set, each step of the cycle is taken, and
	// the last one leads back into the set.
	Proof []*certificate.Proof
	// Payloads is nil if each payload stays the same. Otherwise, it has a list for each step of the
	// cycle, with an expression for each field of its event, over the parameters and over the values
	// of the variables when the cycle starts, or nil for a field that stays the same. These values
	// are mathematical integers, too.
	Payloads [][]expr.Expr
}

// Decides shows that the runs of a machine have no bound over its parameters, because
// an int in a payload decides how long they are: one step stores it, and the next step
// can be repeated more often the larger it is.
type Decides struct {
	// Event and Field identify the payload field.
	Event, Field int
	// Run ends with the step that stores the payload and the one that repeats.
	// The same step is possible with any larger payload.
	Run trace.Run
	// Proof holds certificates that the last step can be repeated.
	Proof []*certificate.Proof
}

// Overlap is a pair of alternatives of one state and event, with example values for
// which the conditions of both hold. The first one is chosen, so their order decides.
// This is not an error.
type Overlap struct {
	// First and Second are indices of transitions.
	First, Second int
	// Params, Vars, Fields and Externals are the values, as in [trace.Run]
	// and [trace.Step].
	Params, Vars, Fields, Externals []int64
	// Run leads to the values. It is nil if exploration did not reach them: they
	// satisfy all known facts, but the machine may or may not be able to reach them.
	Run *trace.Run
}
