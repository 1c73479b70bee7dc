package syntax

import "github.com/fsmgen/fsmgen/spec/diag"

// Text is a part of the spec that is still text, such as a name, a type, an
// expression, or a doc, with its position.
type Text struct {
	Value string
	Span  diag.Span
}

// Given reports whether the spec contains the text. A text that is given but empty
// has been reported as wrong.
func (t Text) Given() bool { return t.Span.File != "" }

// File is a spec as written.
type File struct {
	Span    diag.Span
	Machine Text
	// Was are names that the machine had in earlier versions. The fields Was of the other
	// types have the same meaning.
	Was     []Text
	Doc     Text
	Package Text
	Prefix  Text
	// Faces are the faces of the generated code, a subset of [Faces]; nil if the spec
	// does not say, and empty for none.
	Faces []Text
	// Tests are the kinds of tests to generate, a subset of [Tests]; none if the
	// spec does not say.
	Tests  []Text
	Params []Decl
	Enums  []Enum
	Vars   []Decl
	// Removed are the parameters and variables of earlier versions that snapshots may
	// contain.
	Removed  []Text
	Guards   []Guard
	Delays   []Delay
	Events   []Event
	Calls    []Call
	Uses     []Use
	Outputs  []Output
	Initial  Text
	Terminal []Outcome
	// On holds the transitions of all states, those without an event first, and Ignore the
	// events that all states ignore.
	On     []Handler
	Ignore []Text
	// Unlisted is "error" if every state must decide every event.
	Unlisted Text
	// Invariants are conditions that hold in all states.
	Invariants []Text
	States     []*State
	Progress   []Progress
	Bound      Text
	// Within is the claimed time of a run.
	Within Text
	// Possible are the claims that some run leads on to a state.
	Possible []Possible
	// Costs are what the spec counts of a run, with weights.
	Costs []Cost
	// Limit and Stall are nil if the spec has no such rule.
	Limit, Stall *Rule
}

// Guard declares a named condition. Without a condition, the guard is external.
type Guard struct {
	Name, If, Doc, Go Text
	Args              []Field
	// Reason is `true` of a guard whose answer is an error.
	Reason bool
	// Context is `true` of a guard that receives the context of the call that made the step, and else not given.
	Context Text
}

// Delay declares a named duration. Without a duration, the delay is external, and Max may limit it.
type Delay struct {
	Name, After, Max, Doc, Go Text
	Args                      []Field
}

// Rule goes to a state when a count reaches a value: the count of all transitions
// (limit), or of consecutive internal transitions that set nothing (stall).
type Rule struct {
	Span diag.Span
	At   Text
	To   Text
}

// Decl declares a parameter, a variable, or a datum.
type Decl struct {
	Name, Type, Doc, Go Text
	Was                 []Text
	// Min, Max and Init are expressions; Init is a parameter's default.
	Min, Max, Init Text
}

// Enum declares an enumeration.
type Enum struct {
	Name, Doc, Go Text
	Values        []Text
	Texts         []ValueText
	Was           []Was
}

// ValueText is the text that is stored for a value of an enum.
type ValueText struct{ Value, Text Text }

// Was lists the names that a value of an enum had in earlier versions.
type Was struct {
	Value Text
	Names []Text
}

// Event declares an event and its payload.
type Event struct {
	Name, Doc, Go Text
	Was           []Text
	Fields        []Field
	Environment   bool
	// Cancellation and Internal are the texts of `cancellation: true` and `internal: true`, if they
	// are given.
	Cancellation, Internal Text
}

// Output declares an output and its fields.
type Output struct {
	Name, Doc, Go Text
	Fields        []Field
	// Context is `true` of an output that receives the context of the call that made the step, and else not given.
	Context Text
}

// Call declares work that the machine asks the program for.
type Call struct {
	Name, Doc, Go Text
	With, Done    []Field
	Was           []Text
}

// Use names the spec of a child machine.
type Use struct {
	Name, Path Text
	Was        []Text
}

// Invocation starts a call or a child machine when a state is entered.
type Invocation struct {
	Span diag.Span
	// Call or Machine is given, but not both, unless that has been reported.
	Call, Machine Text
	With          []Assignment
	// Timeout is how long it may run, in the forms of a timer's delay.
	Timeout Text
	// On holds the transitions for each result.
	On []Handler
}

// Timer raises an event after a delay: a duration, a name, or a name with arguments.
type Timer struct{ Delay, Event Text }

// Field declares a field of a payload or an output, or an argument. Only a field of a payload can have a range.
type Field struct{ Name, Type, Min, Max Text }

// Possible claims that some run leads to one of several states: from each configuration in the state
// From, or from each of them if From is not given.
type Possible struct {
	From Text
	// To are names of states and outcomes.
	To   []Text
	Span diag.Span
}

// Cost declares what each start of a call or child machine, and each output, costs, and what a run costs at most.
type Cost struct {
	Name, Max, Doc Text
	// Weights assign an expression to the name of a call, a child machine, or an output.
	Weights []Assignment
}

// Outcome names a set of terminal states.
type Outcome struct {
	Name Text
	// Kind is the kind that the spec gives, or else the [DefaultKind]; it may be "".
	Kind   string
	States []Text
	// Within is the claimed time of a run to the outcome.
	Within Text
}

// Progress declares the components of the progress function in one state.
type Progress struct {
	State      Text
	Components []Text
}
