package trace

import (
	"math"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// Step is one transition that is taken. Values are ints as they are, bools as 0
// and 1, enum values by number, and strings as indices into [Strings]. The
// slices belong to the run that holds the step and must not be changed.
type Step struct {
	// Transition is an index into the machine's transitions; it gives the
	// states and the event.
	Transition int
	// Fields is the payload: a value for each field of the event, which is 0 if the
	// field is opaque or nothing in the step reads it.
	Fields []int64
	// Externals holds the answers of the external guards as 0 or 1, by index into the
	// machine's Asks; an answer is 0 if nothing in the step reads it.
	Externals []int64
	// Before and After hold a value for each variable of the machine; 0 for
	// opaque variables and for data of another state.
	Before, After []int64
}

// Run is a path through the machine from its initial configuration. The zero value is
// not a valid run: a run without steps has LoopFrom -1.
type Run struct {
	// Params holds a value for each parameter of the machine.
	Params []int64
	// Start holds the initial value of each variable, as in [Step].Before.
	Start []int64
	Steps []Step
	// LoopFrom is -1 for a run that ends. Otherwise the run is a lasso:
	// after the last step, the configuration equals the one before
	// Steps[LoopFrom], and no step from there on is one of an environment event.
	LoopFrom int
}

// Attempt is an event that arrives after a run and takes no transition. Values are as in [Step].
type Attempt struct {
	Event int
	// Fields is the payload, and Externals holds the answers of the external guards, as in [Step].
	Fields, Externals []int64
}

// Counted returns the steps that a bound limits: those after the last environment event,
// or all steps if there is no such event. The result shares memory with the run.
func (r Run) Counted(m *core.Machine) []Step {
	from := len(r.Steps)
	for from > 0 && !m.Events[m.Transitions[r.Steps[from-1].Transition].Event].Environment {
		from--
	}
	return r.Steps[from:]
}

// Length returns the number of transitions that a bound limits: the counted steps, and the
// greatest number of transitions of the child machines that the start, the environment event
// before them, or these steps start. A child machine whose bound cannot be computed does not start.
// It is math.MaxInt64 if the number does not fit.
func (r Run) Length(m *core.Machine) int64 {
	counted := r.Counted(m)
	from := len(r.Steps) - len(counted)
	length := int64(len(counted))
	costs := func(invocations []int, vars []int64) {
		cost := m.ChildCost(invocations)
		if cost == nil {
			return
		}
		if v, err := expr.Eval(cost, &expr.Env{Params: r.Params, Vars: vars}); err == nil {
			length += min(max(v, 0), math.MaxInt64-length)
		}
	}
	if from == 0 {
		costs(m.Invoked(), r.Start)
	}
	for _, s := range r.Steps[max(from-1, 0):] {
		costs(m.Transitions[s.Transition].Invokes, s.After)
	}
	return length
}

// End returns the values of the variables after the last step. The result shares memory
// with the run.
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
