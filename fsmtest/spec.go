package fsmtest

import (
	"time"

	"github.com/fsmgen/fsmgen/fsmtest/internal/oracle"
)

// Spec is a machine as its spec describes it: a table that a generated test
// prints from the spec, and that shares no code with the generated machine. C is
// the type of a configuration: a struct with a field Params for the parameters and
// one exported field for each variable. E is the type of what events carry: a struct with
// one exported field for each field of an event and, where guards ask the
// program, an array Answers with a bool for each of Questions.
//
// The functions of a Spec have no side effects, except on the target of a pointer argument, and
// panic only if they divide by zero.
type Spec[C, E any] struct {
	// Name is the name of the machine, and Package that of the Go package that it
	// is generated into.
	Name, Package string
	// Was are old names of the machine, which Restore knows. The fields Was of the other types have
	// the same meaning. Removed are parameters and variables whose values Restore drops.
	Was, Removed []string
	// States, Events, Timers, and Calls are in the order of the spec. Outcomes begins with
	// that of a machine that still runs.
	States   []State[C]
	Events   []Event[C, E]
	Outcomes []Value
	Timers   []Timer[C]
	Calls    []Callee
	// Invocations run calls in states, in the order in which they start and stop.
	Invocations []Invocation[C]
	Enums       []Enum
	// Places are what the method Within can be asked for, with the names of the states; "" is never active.
	Places []Value
	// Params has the parameters in the order of the fields of C.Params, and Vars the
	// variables and the data of states in the order of the spec.
	Params []Param[C]
	Vars   []Var[C]
	// Initial is the state in which a machine begins.
	Initial string
	// Init sets the variables whose initial value is not zero; nil: none.
	Init func(m *C)
	// Start returns the calls of outputs when a machine is created; nil: none.
	Start func(m C) []Call
	// Rows are the transitions. Of those for a state and an event, the first
	// whose guard holds is taken.
	Rows []Row[C, E]
	// Questions are the calls of external guards, without duplicates.
	Questions  []Question[C, E]
	Invariants []Invariant[C]
	// Settles says that it is proved that the machine comes to rest after each event. Tests then need not look for chains of steps that do
	// not end.
	Settles bool
	// Rank is the number of components of the progress function; 0: the spec has no progress function.
	Rank int
	// Bound is the maximum number of transitions; nil: the spec has no bound.
	Bound func(m C) int
	// StartCost returns what the child machines that start with the machine can cost; nil: nothing.
	StartCost func(m C) int
	// Size returns the approximate value of Bound, for parameters whose bound overflows an int; nil:
	// there are no such parameters, or the size is unknown.
	Size func(m C) float64
	// Together lists groups of names in a snapshot, such as "params.n vars.left", that occur in
	// the same range or invariant, so that a combination of valid values may be invalid.
	Together []string
	// Limits are what a run does not exceed, as far as it is proved.
	Limits []Limit[C]
	// Runs are runs that exploration found when the test was generated. They take each transition
	// that exploration could take.
	Runs []Runs[C, E]
}

// Value is a constant of the generated code and its name in the spec.
type Value struct {
	Value any
	Name  string
}

// Enum is an enumeration: its constants, their names in the spec, the texts that are stored for them (nil or
// "": the name), and their old names and texts; nil: none has any.
type Enum struct {
	Values []any
	Names  []string
	Texts  []string
	Was    [][]string
}

// State is a state.
type State[C any] struct {
	// Value is the constant of the generated code.
	Value any
	// Name is the name in the spec; Outcome is the outcome, "" for states that are not
	// terminal; and Doc is the doc of the state.
	Name, Outcome, Doc string
	// Progress returns the value of the progress function, with Rank components; nil means
	// zeros.
	Progress func(m C) []int
	// Removed are data whose values Restore drops.
	Was, Removed []string
	// Around are the composite states around the state, outermost first.
	Around []string
	// Text is what is stored for the state; "": the name.
	Text string
}

// Event is a kind of event.
type Event[C, E any] struct {
	// Value is the constant of the generated code.
	Value any
	// Name is the name in the spec, Method the name of the methods in the generated code, and
	// Doc the doc of the event.
	Name, Method, Doc string
	Was               []string
	// Fields are the payload, in the order of the method's parameters.
	Fields []Field[C, E]
	// Environment marks an event that may occur any number of times: progress and the bound do
	// not count it.
	Environment bool
	// Cancellation marks the event that Run sends when its context is canceled. Deaf lists the
	// states that ignore it.
	Cancellation bool
	Deaf         []string
	// Internal marks an event that only timers raise. It has no Method.
	Internal bool
	// Eventless marks the event of the transitions without an event, which the machine takes by
	// itself until it is at rest: before it handles an event, and after that. It is internal.
	Eventless bool
}

// Use says what the machine does with a field of an event.
type Use uint8

const (
	// Unused is a field that no transition reads.
	Unused Use = iota
	// Told is a field that is passed to the host, and that no guard or update reads.
	Told
	// Decides is a field that a guard or an update reads.
	Decides
)

// Field is a field of an event.
type Field[C, E any] struct {
	// Name is the name in the spec, and Go that of the field in E; "": the same but for
	// its first letter, which is a capital.
	Name, Go string
	Use      Use
	// Range is the declared range of an int, as that of a [Param]: an event with another value is refused.
	Range func(m C) (least, greatest int)
	// Edges returns the values at which a guard changes its result, given the configuration and
	// the fields before this one; nil: none are known.
	Edges func(m C, e E) []any
}

// Param is a parameter.
type Param[C any] struct {
	// Name is the name in the spec.
	Name string
	// Range returns the declared range of an int, including both ends, given the parameters
	// before it. [NoMin] and [NoMax] mean that an end is not declared. Nil: no range is declared.
	Range func(m C) (least, greatest int)
	// Default returns the default, given those of the parameters before it; nil: the parameter
	// has no default, and is zero in DefaultParams.
	Default func(m C) any
	// Texts are the strings that guards compare the parameter with.
	Texts []string
	// Unbounded marks an int for which the bound can overflow. Overflows marks one for which it
	// does so at the largest value, for any values of the others.
	Unbounded, Overflows bool
	Was                  []string
}

// NoMin and NoMax are the ends of a range that are not declared.
const (
	NoMin = oracle.NoMin
	NoMax = oracle.NoMax
)

// Var is a variable, or a datum of a state. Data of several states with one name and
// one type share a field.
type Var[C any] struct {
	// Name is the name in the spec. Go is that of the field in C and of the method of
	// the machine that reads the variable; "": the same but for its first
	// letter, which is a capital. Field is the field of the machine; "": Name.
	Name, Go, Field string
	// In is the state whose datum it is, or "".
	In string
	// Range is the declared range of an int, as that of a [Param].
	Range func(m C) (least, greatest int)
	Was   []string
	// Pending marks what a machine is still to do before it is at rest. No method reads it, and
	// snapshots contain it only if it is not the first value of its type.
	Pending bool
	// Active lists, for a region of the state In, the active states inside the region for each value
	// of its type, outermost first; nil: the variable is not a region.
	Active [][]string
}

// Invariant is an invariant of all configurations, or of those in one state.
type Invariant[C any] struct {
	In    string // "": all states
	Text  string // as the spec writes it
	Holds func(m C) bool
}

// Call is a call of a method of the host: its name, and the arguments.
type Call []any

// String returns the call as text. Arguments of Go types are written as their types.
func (c Call) String() string { return oracle.Call(c).String() }

// Question is a call of an external guard.
type Question[C, E any] struct {
	// Text is the call as the spec writes it.
	Text string
	// Call returns the call, given the payload of the event.
	Call func(m C, e E) Call
}

// Effect is what a row does with its event.
type Effect uint8

const (
	// Take is a transition.
	Take Effect = iota
	// Ignore leaves the machine as it is.
	Ignore
	// Reject leaves the machine as it is, and returns an error.
	Reject
)

// String returns the effect as a word, such as "take".
func (e Effect) String() string { return oracle.Effect(e).String() }

// Row is a row of the table: an alternative for an event in a state.
type Row[C, E any] struct {
	// From and To are states, and On is an event.
	From, On string
	// When is the guard as the spec writes it.
	When string
	To   string
	// Doc is the doc of the transition.
	Doc    string
	Effect Effect
	// Guard is the guard; nil: always.
	Guard func(m C, e E) bool
	// Regional says that the guard is about nothing but what is active in regions. Where is what a guard says about that which is
	// about more: its other conditions, or their negations where the guard negates them, have the value rest. So the guard
	// can hold if Where is true for true, and does hold if it is true for false; nil: the guard says nothing about regions.
	Regional bool
	Where    func(m C, rest bool) bool
	// Asks are the external guards that the guard may call, as indices of Spec.Questions.
	Asks []int
	// Set assigns variables of next, which is a copy of m; nil: none.
	Set func(m C, e E, next *C)
	// Emits returns the calls of outputs; nil: none.
	Emits func(m C, e E) []Call
	// Starts are the names of the timers that start.
	Starts []string
	// Invokes are the names of the calls that start, in order.
	Invokes []string
	// Cost returns what the child machines among them can cost: the sum of their bounds; nil: nothing.
	Cost func(m C, e E) int
	// Leaves are the names of the parts that it leaves, and perhaps enters again, without a change of what is active.
	Leaves []string
}

// Timer is a timer, which runs in some states and raises an event.
type Timer[C any] struct {
	// Value is the constant of the generated code, and Name its text.
	Value  any
	Name   string
	States []string
	Event  string
	// In reports whether the timer runs in one of the states, which depends on where a region is; nil: always.
	In func(m C) bool
	// Length is the duration of the timer if the spec declares it. Otherwise, Delay returns the
	// call of the host that returns it, and Length is the longest one, or 0 if there is none.
	Length time.Duration
	Delay  func(m C) Call
	// LengthOf returns the duration if it depends on parameters and variables. Length is then the shortest one, or 0 if there is none.
	LengthOf func(m C) time.Duration
	// Deaf lists the states that ignore its event.
	Deaf []string
	Was  []string
}

// Callee is what states invoke: a call of the program, or a child machine.
type Callee struct {
	// Value is the constant of the generated code, and Name its text.
	Value any
	Name  string
	// Start is the method of the host that starts the call, and Read that of the machine that returns the call that
	// runs.
	Start, Read string
	// Child marks a child machine.
	Child bool
	// Timeout marks a call that has a timeout wherever it is invoked: in a run, its context has a deadline.
	Timeout bool
	// Results are the names of the events that are its results: for a call of the program, that it is done, and its
	// error; for a child machine, one for each outcome. Each is sent with the number of the call as the first parameter
	// of its method.
	Results []string
}

// Invocation runs a call while a machine is in some states. No two run the same call in one state.
type Invocation[C any] struct {
	Call   string
	States []string
	// In reports whether the call runs in one of the states, which depends on where a region is; nil: always.
	In func(m C) bool
	// Args returns the arguments, after the host has been told the outputs; nil: none.
	Args func(m C) []any
}

// Limit is a proved limit of an amount that adds up in a run: transitions, the time, or starts and outputs by weights.
type Limit[C any] struct {
	// Name is the field of the generated WorstCase, such as "Calls.Model".
	Name string
	// Unit is the time that counts as 1; 0: the amount is not a time.
	Unit time.Duration
	// Most returns the limit for a run from the start.
	Most func(m C) float64
	// Left returns for each state, in the order of Spec.States, the limit from there on; a nil function: 0. If Left is nil as a whole, it is Most in
	// each state that is not terminal.
	Left []func(m C) float64
	// Transitions marks the limit of the transitions.
	Transitions bool
	// Weights are what starts and outputs add.
	Weights []Weight[C]
	// Timers are the names of timers for which Left pays: when one fires that runs, Left falls by its length.
	Timers []string
}

// Weight is what each start of a call, or each output, adds to an amount.
type Weight[C any] struct {
	// Call is the name of the call, or Output the method of the output.
	Call, Output string
	// Value returns what is added, given the arguments; nil: 1.
	Value func(m C, with []any) float64
}

// Runs are runs with given parameters. They form a tree, in which each step comes after its
// predecessor.
type Runs[C, E any] struct {
	// Params contains the parameters, in its field Params.
	Params C
	Steps  []RunStep[E]
}

// RunStep is an event in a run, or a step without an event.
type RunStep[E any] struct {
	// After is the index of the preceding step, or -1.
	After int
	// Row is the index of the row of the table that the step takes.
	Row   int
	Event E
}
