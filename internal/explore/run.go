package explore

import "github.com/fsmgen/fsmgen/spec/core"

// Step is one transition that is taken. The slices belong to the graph or the
// run that holds the step and must not be changed.
type Step struct {
	// Transition is an index into the machine's transitions; it gives the
	// states and the event.
	Transition int
	// Fields is the payload: a value for each field of the event, 0 for
	// those that are opaque or that nothing here reads.
	Fields []int64
	// Externals is what the external guards answered, by symbol index; 0
	// for those that nothing here asks.
	Externals []int64
	// Before and After hold a value for each variable of the machine; 0 for
	// opaque variables and for data of another state. Strings are indices
	// into [Strings].
	Before, After []int64
}

// Run is a path through the machine from its initial configuration.
type Run struct {
	// Params holds a value for each parameter of the machine.
	Params []int64
	// Start holds the initial value of each variable, as in [Step.Before].
	Start []int64
	Steps []Step
	// LoopFrom is -1 for a run that ends. Otherwise the run is a lasso:
	// after the last step the configuration is again the one before
	// Steps[LoopFrom]. No step from there on is one of an environment event.
	LoopFrom int
}

// Counted returns the steps that a bound is about: those after the last
// environment event, which are all in a machine without such events. The
// result is part of the run.
func (r Run) Counted(m *core.Machine) []Step {
	from := len(r.Steps)
	for from > 0 && !m.Events[m.Transitions[r.Steps[from-1].Transition].Event].Environment {
		from--
	}
	return r.Steps[from:]
}

// End returns the values of the variables after the last step.
func (r Run) End() []int64 {
	if n := len(r.Steps); n > 0 {
		return r.Steps[n-1].After
	}
	return r.Start
}

// Gap is a configuration and an event that its state lists, but none of whose
// guards holds. The machine answers as it does to an illegal event.
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
	// Run leads to the configuration.
	Run Run
	// Transition is the one whose guard, update or output fails, or -1 when
	// an initial value, the end of a range or an output of the start does.
	Transition int
	// Var is the variable whose value or range fails, or -1 for a guard or an
	// output.
	Var int
	// Emission is the output that fails, as an index into the transition's
	// Emits or the machine's Start, or -1.
	Emission int
	// Fields and Externals are as in [Step]; nil when Transition is -1.
	Fields, Externals []int64
	// Err is [expr.ErrOverflow] or [expr.ErrDivide].
	Err error
}

// Deadlock is a configuration in a state that is not terminal, where no event
// is taken whatever its payload is and the external guards say.
type Deadlock struct {
	// Run leads to the configuration.
	Run   Run
	State int
	// Exact says that every payload was tried. Otherwise int or string
	// fields were sampled, and another value may lead on.
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
