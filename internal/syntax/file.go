package syntax

import "github.com/fsmgen/fsmgen/spec/diag"

// Text is a piece of the spec that is still text: a name, a type, an
// expression, a doc.
type Text struct {
	Value string
	Span  diag.Span
}

// Given reports whether the text is there at all. A text that is there and
// empty has been reported as wrong.
func (t Text) Given() bool { return t.Span.File != "" }

// File is a spec as it is written.
type File struct {
	Span    diag.Span
	Machine Text
	Doc     Text
	Package Text
	Prefix  Text
	// Faces are the faces of the generated code, each one of [Faces] and there
	// once. They are nil where the spec does not say, and empty for none.
	Faces []Text
	// Tests are the kinds of tests to generate, each one of [Tests] and there
	// once; none where the spec does not say.
	Tests    []Text
	Params   []Decl
	Enums    []Enum
	Vars     []Decl
	Guards   []Guard
	Delays   []Delay
	Events   []Event
	Outputs  []Output
	Initial  Text
	Terminal []Outcome
	// On holds the transitions declared for all states, Ignore the events
	// that all states ignore.
	On     []Handler
	Ignore []Text
	// Unlisted is "error" when each state must decide each event.
	Unlisted Text
	// Invariants are conditions that hold in all states.
	Invariants []Text
	States     []*State
	Progress   []Progress
	Bound      Text
	// Limit and Stall are nil where the spec has no such rule.
	Limit, Stall *Rule
}

// Guard names a condition. Without one, the program answers it.
type Guard struct {
	Name, If, Doc, Go Text
	Args              []Field
}

// Delay names a length of time. Without one, the program says it.
type Delay struct {
	Name, After, Doc, Go Text
	Args                 []Field
}

// Rule ends a machine when a count reaches a value: of all transitions
// (limit), or of those in a row that stay and set nothing (stall).
type Rule struct {
	Span diag.Span
	At   Text
	To   Text
}

// Decl declares a parameter, a variable or a datum.
type Decl struct {
	Name, Type, Doc, Go Text
	// Min, Max and Init are expressions; Init is a parameter's default.
	Min, Max, Init Text
}

// Enum declares an enumeration.
type Enum struct {
	Name, Doc, Go Text
	Values        []Text
}

// Event declares an event and its payload.
type Event struct {
	Name, Doc, Go Text
	Fields        []Field
	Environment   bool
	// Cancellation is the `true` of `cancellation: true`, if it is given.
	Cancellation Text
}

// Output declares an output and its fields.
type Output struct {
	Name, Doc, Go Text
	Fields        []Field
}

// Emit says that an output is emitted, with values for its fields.
type Emit struct {
	Output Text
	Values []Assignment
}

// Timer raises an event after a delay: a constant, a name, or a name with
// arguments.
type Timer struct{ Delay, Event Text }

// Field is one part of a payload, of an output, or one argument.
type Field struct{ Name, Type Text }

// Outcome names a set of terminal states.
type Outcome struct {
	Name   Text
	States []Text
}

// State declares a plain or, when it has States, a composite state.
type State struct {
	Name, Doc, Go Text
	// Initial is the substate in which a composite state begins.
	Initial Text
	Data    []Decl
	// Entry and Exit are the outputs of entering and leaving.
	Entry, Exit []Emit
	After       []Timer
	On          []Handler
	// Ignore names events that the state accepts and does nothing about.
	Ignore []Text
	// Invariants are conditions that hold in the state.
	Invariants   []Text
	Requirements []Text
	States       []*State
}

// Handler lists the alternatives of an event in one state.
type Handler struct {
	Event        Text
	Alternatives []Alternative
}

// Alternative is one way to handle an event.
type Alternative struct {
	Span        diag.Span
	If, To, Doc Text
	Set         []Assignment
	Clear       []Text
	Emit        []Emit
	// Otherwise is "ignore" or "reject", in place of all the rest.
	Otherwise    Text
	Requirements []Text
	// Wrong marks an alternative that has been reported, and says nothing
	// that can be trusted.
	Wrong bool
}

// Assignment gives a variable the value of an expression.
type Assignment struct{ Name, Value Text }

// Progress gives the components of the progress function in one state.
type Progress struct {
	State      Text
	Components []Text
}
