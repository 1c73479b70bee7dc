package trace

import "github.com/fsmgen/fsmgen/spec/core"

// Step is one transition that is taken. Values are ints as they are, bools as 0
// and 1, enum values by number, and strings as indices into [Strings]. The
// slices belong to the run that holds the step and must not be changed.
type Step struct {
	// Transition is an index into the machine's transitions; it gives the
	// states and the event.
	Transition int
	// Fields is the payload: a value for each field of the event, 0 for
	// those that are opaque or that nothing here reads.
	Fields []int64
	// Externals is what the external guards answered, as 0 or 1, by their index
	// in the machine's Asks; 0 for those that nothing here asks.
	Externals []int64
	// Before and After hold a value for each variable of the machine; 0 for
	// opaque variables and for data of another state.
	Before, After []int64
}

// Run is a path through the machine from its initial configuration. The zero
// value is no run: one without steps has LoopFrom -1.
type Run struct {
	// Params holds a value for each parameter of the machine.
	Params []int64
	// Start holds the initial value of each variable, as in [Step].Before.
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

// End returns the values of the variables after the last step. The result is
// part of the run.
func (r Run) End() []int64 {
	if n := len(r.Steps); n > 0 {
		return r.Steps[n-1].After
	}
	return r.Start
}

// State returns the state after the last step.
func (r Run) State(m *core.Machine) int {
	if n := len(r.Steps); n > 0 {
		return m.Transitions[r.Steps[n-1].Transition].To
	}
	return m.Initial
}
