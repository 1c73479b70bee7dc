package fsmtest

import "time"

// Spec is a machine as its spec describes it: a table that a generated test
// prints from the spec, and that shares no code with the generated machine. C is
// the type of a configuration: a struct with a field Params for the parameters and
// one exported field for each variable. E is the type of what events carry: a struct with
// one exported field for each field of an event and, where guards ask the
// program, an array Answers with a bool for each of Questions.
//
// The functions of a Spec have no side effects but on what they are given a pointer to, and
// may panic only by dividing by zero.
type Spec[C, E any] struct {
	// Name is the name of the machine, and Package that of the Go package that it
	// is generated into.
	Name, Package string
	// States, Events and Timers are in the order of the spec. Outcomes begins with
	// that of a machine that still runs.
	States   []State[C]
	Events   []Event[C, E]
	Outcomes []Value
	Timers   []Timer[C]
	Enums    []Enum
	// Params has the parameters in the order of the fields of C.Params, and Vars the
	// variables and the data of states in the order of the spec.
	Params []Param[C]
	Vars   []Var[C]
	// Initial is the state in which a machine begins.
	Initial string
	// Init sets the variables that do not begin with their zero value; nil: none.
	Init func(m *C)
	// Start is what the host is told when a machine begins, but for timers; nil:
	// nothing.
	Start func(m C) []Call
	// Rows are the transitions. Of those for a state and an event, the first
	// whose guard holds is taken.
	Rows []Row[C, E]
	// Questions are the calls of the program's guards, each once.
	Questions  []Question[C, E]
	Invariants []Invariant[C]
	// Rank is the number of components of the progress function; 0: there is none.
	Rank int
	// Bound is the greatest number of transitions; nil: the spec gives none.
	Bound func(m C) int
	// Size is about the value of Bound, for parameters with which that overflows an
	// int; nil: there are none, or it is not known.
	Size func(m C) float64
	// Together lists names of a snapshot, such as "params.n vars.left", that one
	// claim is about: only together may their values be wrong.
	Together []string
	// Runs are runs that a search has found when the test was generated. They
	// take each transition that it could take.
	Runs []Runs[C, E]
}

// Value is a constant of the generated code and its name in the spec.
type Value struct {
	Value any
	Name  string
}

// Enum is an enumeration: its constants, and their names in the spec.
type Enum struct {
	Values []any
	Names  []string
}

// State is a state.
type State[C any] struct {
	// Value is the constant of the generated code.
	Value any
	// Name is the name in the spec, Outcome that of the terminal set, "" for
	// states that are not terminal, and Doc what the spec says of the state.
	Name, Outcome, Doc string
	// Progress is the value of the progress function, Rank components long; nil
	// stands for zeros.
	Progress func(m C) []int
}

// Event is a kind of event.
type Event[C, E any] struct {
	// Value is the constant of the generated code.
	Value any
	// Name is the name in the spec, Method that of the methods in the generated code,
	// and Doc what the spec says of the event.
	Name, Method, Doc string
	// Fields are what the event carries, in the order of the method's parameters.
	Fields []Field[C, E]
	// Environment marks an event that the world may send as often as it likes:
	// progress and the bound do not count it.
	Environment bool
	// Cancellation marks the event that a cancelled context means, and Deaf are the
	// states that list it and in which it does nothing.
	Cancellation bool
	Deaf         []string
}

// Use says what the machine does with a field of an event.
type Use uint8

const (
	// Unused is a field that no transition looks at.
	Unused Use = iota
	// Told is a field that the host is told, and that no guard or update reads.
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
	// Edges are the values at which a guard changes its mind, given the
	// configuration and the fields before this one; nil: none are known.
	Edges func(m C, e E) []any
}

// Param is a parameter.
type Param[C any] struct {
	// Name is the name in the spec.
	Name string
	// Range is the declared range of an int, both ends included, given the
	// parameters before it. [NoMin] and [NoMax] stand for an end that is not
	// declared. Nil: there is no range.
	Range func(m C) (least, greatest int)
	// Default is the default, given those of the parameters before it; nil: none, so
	// that it is zero among the defaults.
	Default func(m C) any
	// Texts are the texts that guards compare a string with.
	Texts []string
	// Unbounded marks an int that can make the bound greater than an int is.
	// Overflows marks one that does so at its greatest value, whatever the others are.
	Unbounded, Overflows bool
}

// Ends of a range that are not declared.
const (
	NoMin = -1 << (intSize - 1)
	NoMax = 1<<(intSize-1) - 1

	intSize = 32 << (^uint(0) >> 63)
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
}

// Invariant is a claim about all configurations, or about those in one state.
type Invariant[C any] struct {
	In    string // "": all states
	Holds func(m C) bool
}

// Call is a call of a method of the host: its name, and the arguments.
type Call []any

// Question is a call of a guard that the program answers.
type Question[C, E any] struct {
	// Text is the call as the spec writes it.
	Text string
	// Call is the call; the payload is that of the event whose guards ask it.
	Call func(m C, e E) Call
}

// Effect is what a row does with its event.
type Effect uint8

const (
	// Take is a transition.
	Take Effect = iota
	// Ignore leaves the machine as it is.
	Ignore
	// Reject leaves the machine as it is, and the sender learns it.
	Reject
)

// String returns a word for the effect.
func (e Effect) String() string { return [...]string{"take", "ignore", "reject"}[e] }

// Row is an alternative for an event in a state.
type Row[C, E any] struct {
	// From and To are states, and On is an event.
	From, On string
	// When is the guard as the spec writes it.
	When string
	To   string
	// Doc is what the spec says of the transition.
	Doc    string
	Effect Effect
	// Guard is the guard; nil: always.
	Guard func(m C, e E) bool
	// Asks are the questions that the guard may ask, as indices of
	// Spec.Questions.
	Asks []int
	// Set gives new values to variables of next, which begins as m; nil: none.
	Set func(m C, e E, next *C)
	// Emits is what the host is told, but for timers; nil: nothing.
	Emits func(m C, e E) []Call
	// Starts are the timers that start, by their names.
	Starts []string
}

// Timer is a timer. It runs in some states, and raises an event.
type Timer[C any] struct {
	// Value is the constant of the generated code, and Name its text.
	Value  any
	Name   string
	States []string
	Event  string
	// Length is how long the timer takes, if the spec says it. If it does not,
	// Delay is the call of the host that says it.
	Length time.Duration
	Delay  func(m C) Call
	// Deaf are the states in which its event does nothing.
	Deaf []string
}

// Runs are runs with some parameters: a tree, whose steps come after those that
// they go on from.
type Runs[C, E any] struct {
	// Params has the parameters, in its field of that name.
	Params C
	Steps  []RunStep[E]
}

// RunStep is an event in a run.
type RunStep[E any] struct {
	// After is the step that it goes on from, or -1.
	After int
	// Row is the row of the table that it takes, whose event it is.
	Row   int
	Event E
}
