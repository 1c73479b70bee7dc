package core

import (
	"time"

	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// Machine is a checked state machine. It and all that it points to must not
// be changed. References between its parts are indices into its slices.
type Machine struct {
	Name string
	Doc  string
	// File is the path of the spec as it was named to the loader.
	File string
	Span diag.Span

	Params []Param
	Enums  []*expr.Enum
	Vars   []Var
	Guards []Guard
	// Asks are the calls of external guards, each once: the symbols of scope
	// [expr.External] are numbered by it.
	Asks   []Ask
	Events []Event
	// Outputs are what the machine tells the world.
	Outputs []Output
	// Delays are the named delays of timers.
	Delays []Delay
	// States are the plain states, in the order of the spec.
	States   []State
	Initial  int
	Outcomes []Outcome
	// Timers raise events when the machine has been in some states for long
	// enough.
	Timers []Timer
	// Start holds the outputs of entering the initial state, over the first
	// values.
	Start []Emission
	// Transitions are ordered by From, then Event, then priority.
	Transitions []Transition
	// Invariants are claims about all configurations, or those of a state.
	Invariants []Invariant

	// Rank is the number of components of the declared progress function: 0
	// without one, 1 for a scalar, more for a lexicographic one.
	Rank int
	// Bound is the claimed worst-case number of transitions, over the
	// parameters; nil without a claim.
	Bound     expr.Expr
	BoundSpan diag.Span

	// Tests are the tests that the spec wants of the generated code.
	Tests Tests
	// Faces are those that the spec wants of the generated code.
	Faces Faces
}

// Faces chooses what is generated beside the machine itself. The zero value is
// for nothing.
type Faces struct {
	// Typed is a type for each state.
	Typed bool
	// Run is what drives the machine with a handler. It needs Typed.
	Run bool
	// Snapshot saves a machine as JSON and restores it.
	Snapshot bool
	// Observe tells observers each step.
	Observe bool
}

// AllFaces returns the faces of a machine whose spec does not choose.
func AllFaces() Faces { return Faces{Typed: true, Run: true, Snapshot: true, Observe: true} }

// Names returns the chosen faces by their names in a spec, in order.
func (f Faces) Names() []string {
	var out []string
	for _, face := range []struct {
		name   string
		chosen bool
	}{{"typed", f.Typed}, {"run", f.Run}, {"snapshot", f.Snapshot}, {"observe", f.Observe}} {
		if face.chosen {
			out = append(out, face.name)
		}
	}
	return out
}

// Tests chooses kinds of tests. The zero value is for none of them.
type Tests struct {
	// Table is a test with a line for each transition, on the standard library
	// alone.
	Table bool
	// Property is a test that makes random runs with gopter.
	Property bool
	// Fuzz is a fuzz target.
	Fuzz bool
}

// Param is a value that is fixed for the life of a machine and symbolic in
// proofs.
type Param struct {
	Name string
	Doc  string
	Type expr.Type
	// Min and Max are nil where the spec gives none; they may refer to
	// earlier parameters.
	Min, Max expr.Expr
	// Default is nil where the spec gives none.
	Default expr.Expr
	Symbol  *expr.Symbol
	// Go is the name in Go where the spec gives another one, or "". So it is
	// in all parts of a machine.
	Go   string
	Span diag.Span
}

// Var is a variable of the machine, or a datum that one state has.
type Var struct {
	Name string
	Doc  string
	Type expr.Type
	// Min and Max claim a range; they are nil where the spec gives none.
	Min, Max expr.Expr
	// Init is the first value. It is nil for data, which every way into
	// the state sets, and for opaque variables, which begin with Go's zero
	// value.
	Init expr.Expr
	// State is the state whose datum this is, or -1.
	State  int
	Symbol *expr.Symbol
	Go     string
	Span   diag.Span
}

// Invariant is a claim that a condition holds wherever the machine can be.
type Invariant struct {
	// State is the state that the claim is about, or -1 for all.
	State int
	Expr  expr.Expr
	Span  diag.Span
}

// Guard is a named condition. Transitions have it expanded; this is what to
// say about the name.
type Guard struct {
	Name, Doc string
	// Text is the condition as written; what its names mean depends on the
	// transition. It is "" for an external guard.
	Text string
	// External marks a guard without a condition: the program answers it,
	// given the arguments. Proofs take every answer as possible.
	External bool
	Args     []Field
	Go       string
	Span     diag.Span
}

// Ask is a call of an external guard with certain arguments. Within one step
// it has one answer; nothing is assumed of the answers of two steps, even with
// equal arguments.
type Ask struct {
	Guard int
	// Args are references and constants, so that they can always be computed:
	// over the values before the step and the payload.
	Args []expr.Expr
	// Symbol stands for the answer in guards. Its name is the call as written.
	Symbol *expr.Symbol
}

// Event is something that can happen to the machine.
type Event struct {
	Name   string
	Doc    string
	Fields []Field
	// Environment marks an event that the world may send as often as it
	// likes. It need not lower the progress function; what is proved is that
	// the machine settles between two of them.
	Environment bool
	// Cancellation marks the event that a cancelled context means, if there is
	// one. It has no payload, or one field of type error.
	Cancellation bool
	Go           string
	Span         diag.Span
}

// Output is something that the machine tells the world.
type Output struct {
	Name, Doc string
	Fields    []Field
	Go        string
	Span      diag.Span
}

// Cause tells why an output is emitted.
type Cause uint8

const (
	// ByTransition is an output of the transition itself.
	ByTransition Cause = iota
	// ByExit is one of leaving a state or a composite state.
	ByExit
	// ByEntry is one of entering a state or a composite state.
	ByEntry
)

// Emission is an output with its values.
type Emission struct {
	Output int
	// Values has one expression a field, over the values before the step and,
	// ByTransition, the payload. In [Machine.Start] they are over the first values.
	Values []expr.Expr
	// Written are the values as the spec has them: the same as Values, but
	// ByEntry over the values after the step.
	Written []expr.Expr
	Cause   Cause
	// State names the state or composite state that is left or entered, or
	// is "".
	State string
	Span  diag.Span
}

// Delay is a named length of time.
type Delay struct {
	Name, Doc string
	// Constant is the length. It is 0 when the program says it, given the
	// arguments, each time a timer with the delay starts.
	Constant time.Duration
	Args     []Field
	Go       string
	Span     diag.Span
}

// Timer raises an event when the machine has been in a state, or in a
// composite state, for a time. It starts when that is entered, and stops when
// it is left.
type Timer struct {
	// Owner names the state or composite state.
	Owner string
	// States are the plain states in which the timer runs: one, or all inside
	// the composite state.
	States []int
	// Constant is the time; it is 0 when Delay says it, which is -1 otherwise.
	Constant time.Duration
	Delay    int
	// Args are references and constants, over the values when the timer starts.
	Args []expr.Expr
	// Event has no payload.
	Event int
	Span  diag.Span
}

// Field is a part of an event's payload.
type Field struct {
	Name   string
	Type   expr.Type
	Symbol *expr.Symbol
	Span   diag.Span
}

// State is a plain state.
type State struct {
	Name string
	Doc  string
	// Composites are the composite states around it, outermost first.
	Composites []string
	// Outcome is the terminal set that the state belongs to, or -1.
	Outcome int
	// Requirements are the tags of what the state realises.
	Requirements []string
	// Progress is the declared value of the progress function here, one
	// expression a component: Machine.Rank of them, all 0 in terminal states.
	Progress []expr.Expr
	// ProgressSpan is the place of the declaration.
	ProgressSpan diag.Span
	Go           string
	Span         diag.Span
}

// Outcome is a named set of terminal states.
type Outcome struct {
	Name   string
	States []int
	Span   diag.Span
}

// Effect is what an alternative does when it is chosen.
type Effect uint8

const (
	// Take takes the transition.
	Take Effect = iota
	// Ignore accepts the event, and nothing happens.
	Ignore
	// Reject refuses the event, and nothing happens.
	Reject
)

// Transition is one alternative of a state and an event.
type Transition struct {
	From, Event, To int
	// Effect is Take but for the alternatives that decide an event without
	// making a step: those stay, set nothing, and do not count as transitions
	// of a run.
	Effect Effect
	// Internal marks a transition that stays without leaving the state: To
	// equals From and the state's data keep their values.
	Internal bool
	// Guard is nil when the transition is always taken.
	Guard expr.Expr
	// Written is the guard as the spec has it, with named guards by name; it
	// is for people, and nil where Guard is.
	Written expr.Expr
	Updates []Update
	// Emits are the outputs, in order: of what is left, from the inside out,
	// of the transition, and of what is entered, from the outside in. They
	// are delivered when the machine is in its new state.
	Emits []Emission
	// Starts are the timers that start, or start again. Those that run in
	// From and not in To stop, and those that start again stop first.
	Starts []int
	// Rule is the rule that made the transition, "limit" or "stall", or "".
	Rule string
	Doc  string
	// Requirements are the tags of what the transition realises.
	Requirements []string
	// Composite is the composite state that declared the transition for all
	// states inside it, or "".
	Composite string
	Span      diag.Span
}

// Update gives a variable the value of an expression over the old values and
// the payload.
type Update struct {
	Var   int
	Value expr.Expr
	// Implied marks an update that a rule has added to what the author wrote.
	Implied bool
	Span    diag.Span
}
