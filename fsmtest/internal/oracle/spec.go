package oracle

import (
	"time"
)

// Spec is the machine as its spec describes it. The types of this file have the fields of those of the
// same names in package fsmtest, which explains them. Their functions take and return boxes.
type Spec struct {
	Name, Package string
	Was, Removed  []string
	States        []State
	Events        []Event
	Outcomes      []Value
	Timers        []Timer
	Calls         []Callee
	Invocations   []Invocation
	Enums         []Enum
	Places        []Value
	Params        []Param
	Vars          []Var
	Initial       string
	Init          func(m *any)
	Start         func(m any) []Call
	Rows          []Row
	Questions     []Question
	Invariants    []Invariant
	Settles       bool
	Rank          int
	Bound         func(m any) int
	StartCost     func(m any) int
	Size          func(m any) float64
	Together      []string
	Limits        []Limit
	Runs          []Runs
}

// Value is a constant of the generated code, and its name.
type Value struct {
	Value any
	Name  string
}

// Enum is an enumeration.
type Enum struct {
	Values []any
	Names  []string
	Texts  []string
	Was    [][]string
}

// State is a state.
type State struct {
	Value              any
	Name, Outcome, Doc string
	Progress           func(m any) []int
	Was, Removed       []string
	Around             []string
	Text               string
}

// Limit is a proved limit of an amount that adds up in a run.
type Limit struct {
	Name        string
	Unit        time.Duration
	Most        func(m any) float64
	Left        []func(m any) float64
	Transitions bool
	Weights     []Weight
	Timers      []string
}

// Weight is what each start of a call, or each output, adds to an amount.
type Weight struct {
	Call, Output string
	Value        func(m any, with []any) float64
}

// Event is a kind of event.
type Event struct {
	Value             any
	Name, Method, Doc string
	Was               []string
	Fields            []Field
	Environment       bool
	Cancellation      bool
	Deaf              []string
	Internal          bool
	Eventless         bool
}

// Use says what the machine does with a field of an event.
type Use uint8

// The uses of a field.
const (
	Unused Use = iota
	Told
	Decides
)

// Field is a field of an event.
type Field struct {
	Name, Go string
	Use      Use
	Range    func(m any) (least, greatest int)
	Edges    func(m, e any) []any
}

// Param is a parameter.
type Param struct {
	Name                 string
	Range                func(m any) (least, greatest int)
	Default              func(m any) any
	Texts                []string
	Unbounded, Overflows bool
	Was                  []string
}

// xNoMin and xNoMax are the ends of a range that are not declared.
const (
	NoMin = -1 << (IntSize - 1)
	NoMax = 1<<(IntSize-1) - 1

	IntSize = 32 << (^uint(0) >> 63)
)

// Var is a variable, or a datum of a state.
type Var struct {
	Name, Go, Field string
	In              string
	Range           func(m any) (least, greatest int)
	Was             []string
	Pending         bool
	Active          [][]string
}

// Invariant is an invariant.
type Invariant struct {
	In    string
	Text  string
	Holds func(m any) bool
}

// Call is a call of a method of the host: its name, and the arguments.
type Call []any

// Question is a call of an external guard.
type Question struct {
	Text string
	Call func(m, e any) Call
}

// Effect is what a row does with its event.
type Effect uint8

// The effects of a row.
const (
	Take Effect = iota
	Ignore
	Reject
)

// Row is a row of the table.
type Row struct {
	From, On string
	When     string
	To       string
	Doc      string
	Effect   Effect
	Guard    func(m, e any) bool
	Regional bool
	Where    func(m any, rest bool) bool
	Asks     []int
	Set      func(m, e any, next *any)
	Emits    func(m, e any) []Call
	Starts   []string
	Invokes  []string
	Cost     func(m, e any) int
	Leaves   []string
}

// Timer is a timer.
type Timer struct {
	Value    any
	Name     string
	States   []string
	Event    string
	In       func(m any) bool
	Length   time.Duration
	LengthOf func(m any) time.Duration
	Delay    func(m any) Call
	Deaf     []string
	Was      []string
}

// Lasts returns how long the timer takes if the program says a duration, which only counts if the program is asked. Vars are the values
// when it starts.
func (t *Timer) Lasts(vars any, said time.Duration) time.Duration {
	switch {
	case t.LengthOf != nil:
		return t.LengthOf(vars)
	case t.Delay == nil:
		return t.Length
	case t.Length > 0:
		return min(said, t.Length)
	}
	return said
}

// Callee is what states invoke.
type Callee struct {
	Value       any
	Name        string
	Start, Read string
	Child       bool
	Timeout     bool
	Results     []string
}

// Invocation runs a call while a machine is in some states.
type Invocation struct {
	Call   string
	States []string
	In     func(m any) bool
	Args   func(m any) []any
}

// Runs are runs with given parameters.
type Runs struct {
	Params any
	Steps  []RunStep
}

// RunStep is an event in a run, or a step without an event.
type RunStep struct {
	After int
	Row   int
	Event any
}

// String returns the effect as a word, such as "take".
func (e Effect) String() string { return [...]string{"take", "ignore", "reject"}[e] }
