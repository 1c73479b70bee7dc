package explore

import "github.com/fsmgen/fsmgen/verify/trace"

// Step is one transition that is taken.
type Step = trace.Step

// Run is a path through the machine from its initial configuration.
type Run = trace.Run

// Gap is a configuration and an event that its state lists, with a payload for which none
// of the guards holds. The machine treats the event as illegal.
type Gap struct {
	// Run leads to the configuration.
	Run Run
	// State is the state of the configuration.
	State, Event int
	// Fields and Externals are as in [Step].
	Fields, Externals []int64
}

// Fault is a step that cannot be computed.
type Fault struct {
	// Run leads to the configuration. If Transition is -1, it has no steps and is not a
	// run of the machine, which does not start with these parameters.
	Run Run
	// Transition is the transition whose guard, update or output fails, or -1 if an
	// initial value, the end of a range or an output at the start fails.
	Transition int
	// Var is the variable whose value or range fails, or -1 for a guard or an
	// output.
	Var int
	// Emission is the output that fails, as an index into the transition's
	// Emits or the machine's Start, or -1.
	Emission int
	// Fields and Externals are as in [Step], and nil if Transition is -1.
	Fields, Externals []int64
	// Err is [expr.ErrOverflow] or [expr.ErrDivide].
	Err error
}

// Deadlock is a configuration in a state that is not terminal, in which no event takes a
// transition, for any payload that was tried and any answers of external guards.
type Deadlock struct {
	// Run leads to the configuration.
	Run   Run
	State int
	// Exact reports whether every payload was tried. Otherwise, int or string fields
	// were sampled, and another value may take a transition.
	Exact bool
}

// Violation is a configuration in which a variable is outside the range that
// the spec declares for it.
type Violation struct {
	// Run leads to the configuration.
	Run   Run
	State int
	Var   int
	Value int64
}
