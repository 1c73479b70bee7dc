package verify

import (
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/certificate"
	"github.com/fsmgen/fsmgen/verify/trace"
)

// Recurrent is an endless run that never comes back to where it was: a cycle
// leads from a set of configurations into the set again, for ever, as with a
// counter that grows (Gupta, Henzinger, Majumdar, Rybalchenko and Xu, POPL 2008).
// Values are mathematical integers.
type Recurrent struct {
	// Run leads into the set and then takes the cycle once, from step From on.
	// Going on with the same payloads and answers, the same transitions are
	// taken again and again.
	Run  trace.Run
	From int
	// Set holds where the cycle begins, each time.
	Set []expr.Expr
	// Proof holds certificates that in the set each step is taken, and that the
	// last one leads into it again.
	Proof []*certificate.Proof
}

// Decides tells that runs of a machine have no bound in its parameters, because
// an int of a payload decides how long they are: a step stores it, and the step
// behind it can be taken again and again, the more often the larger it is.
type Decides struct {
	// Event and Field are the payload's.
	Event, Field int
	// Run ends with the step that stores the payload and the one that repeats.
	// The payload can be any larger int as well.
	Run trace.Run
	// Proof holds certificates that the last step can be repeated.
	Proof []*certificate.Proof
}

// Overlap is a pair of alternatives of one state and event, and values with
// which the first is chosen although the condition of the second holds too. It
// is no fault: the order decides.
type Overlap struct {
	// First and Second are transitions.
	First, Second int
	// Params, Vars, Fields and Externals are the values, as in [trace.Run]
	// and [trace.Step].
	Params, Vars, Fields, Externals []int64
	// Run leads to the values. It is nil where they satisfy all that is known
	// and exploration did not meet them: the machine may or may not be able to
	// have them.
	Run *trace.Run
}
