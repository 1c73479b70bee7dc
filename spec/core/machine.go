package core

import (
	"time"

	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// Machine is a checked state machine. Callers must not change it or anything
// that it points to. References between its parts are indices into its slices.
type Machine struct {
	Name string
	// Was are names that the machine had in earlier versions of the spec. The fields Was of
	// its parts have the same meaning. Snapshots may contain them, and no other part of the same
	// kind has or had one of them.
	Was []string
	Doc string
	// File is the name of the spec that was passed to the loader.
	File string
	Span diag.Span

	Params []Param
	Enums  []*expr.Enum
	Vars   []Var
	// Removed are the parameters and variables of earlier versions whose values Restore
	// drops.
	Removed []string
	Guards  []Guard
	// Asks are the distinct calls of external guards. The Index of a symbol with
	// scope [expr.External] refers to this slice.
	Asks   []Ask
	Events []Event
	// Outputs are what the machine tells the program to do.
	Outputs []Output
	// Calls are the work that the machine starts while it is in a state: calls of the program,
	// and child machines.
	Calls []Call
	// Invocations start the calls.
	Invocations []Invocation
	// Delays are the named durations of timers.
	Delays []Delay
	// States are the plain states, in the order of the spec.
	States []State
	// CompositeGo has the Go names of composite states, by their names in the spec: those for which the spec chooses one.
	CompositeGo map[string]string
	// Initial is the index of the initial state.
	Initial  int
	Outcomes []Outcome
	// Timers raise events when the machine has been in a state for some time.
	Timers []Timer
	// Start holds the outputs of entering the initial state. Their values are
	// expressions over the initial values.
	Start []Emission
	// StartRaises are the events that entering the initial state raises.
	StartRaises []Raise
	// StartCost is the Cost of entering the initial state: see [Transition.Cost].
	StartCost expr.Expr
	// Transitions are ordered by From, then Event, then priority.
	Transitions []Transition
	// Invariants are claims about all configurations, or about those in one
	// state.
	Invariants []Invariant

	// Rank is the number of components of the declared progress function: 0
	// without one, 1 for a scalar, more for a lexicographic one.
	Rank int
	// Bound is the claimed maximum number of transitions, an expression over the
	// parameters; nil without a claim.
	Bound     expr.Expr
	BoundSpan diag.Span

	// Longest is the claimed longest time from the start to the end, an expression over the parameters in nanoseconds; nil without a
	// claim. It is not among the [Machine.Expressions], because no program computes it.
	Longest     expr.Expr
	LongestSpan diag.Span

	// Goals are the claims that something stays possible.
	Goals []Goal
	// Costs are what the spec counts of a run, with weights.
	Costs []Cost

	// Tests are the kinds of tests that the spec asks for.
	Tests Tests
	// Faces are those that the spec wants of the generated code.
	Faces Faces
}

// Faces selects what is generated in addition to the machine itself. The zero value is
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
	// Values are events and outputs as values. It needs Snapshot.
	Values bool
	// Columns makes machines from columns of a table, and back.
	Columns bool
	// Temporal is what package temporal needs to know of a machine that runs as a workflow. It
	// needs Values.
	Temporal bool
	// Worst says what a run takes at most, from the start or from where a machine is, as far as that is proved.
	Worst bool
}

// DefaultFaces returns the faces of a machine whose spec does not choose.
func DefaultFaces() Faces { return Faces{Typed: true, Run: true, Snapshot: true, Observe: true} }

// Restores reports whether the generated code makes machines from values that the program
// supplies: snapshots, or columns.
func (f Faces) Restores() bool { return f.Snapshot || f.Columns }

// Names returns the chosen faces by their names in a spec, in order.
func (f Faces) Names() []string {
	var out []string
	for _, face := range []struct {
		name   string
		chosen bool
	}{{"typed", f.Typed}, {"run", f.Run}, {"snapshot", f.Snapshot}, {"observe", f.Observe}, {"values", f.Values}, {"columns", f.Columns}, {"temporal", f.Temporal}, {"worst", f.Worst}} {
		if face.chosen {
			out = append(out, face.name)
		}
	}
	return out
}

// Tests selects kinds of generated tests. The zero value selects none.
type Tests struct {
	// Table is a test with a line for each transition; it needs only package
	// fsmtest.
	Table bool
	// Property is a test that makes random runs with gopter.
	Property bool
	// Fuzz is a fuzz target.
	Fuzz bool
}

// Param is a parameter: a value that is fixed for the lifetime of a machine, and
// symbolic in proofs.
type Param struct {
	Name string
	Was  []string
	Doc  string
	Type expr.Type
	// Min and Max are nil if the spec gives none. They may refer to earlier
	// parameters.
	Min, Max expr.Expr
	// Default is nil if the spec gives none.
	Default expr.Expr
	Symbol  *expr.Symbol
	// Go is the Go name that the spec chooses, or "". The fields Go of the other
	// types have the same meaning.
	Go   string
	Span diag.Span
}

// Var is a variable of the machine, or a datum of one state.
type Var struct {
	Name string
	Was  []string
	Doc  string
	Type expr.Type
	// Min and Max claim a range; they are nil if the spec gives none.
	Min, Max expr.Expr
	// Init is the initial value. It is nil for data, which every transition into
	// the state sets, and for opaque variables, which start with Go's zero value.
	Init expr.Expr
	// State is the index of the state that has the datum, or -1 for a variable.
	State  int
	Symbol *expr.Symbol
	// Implied says what the loader has added the variable for. It is Declared for those of the spec
	// and for the counters of rules.
	Implied Implied
	// Carries is what a Carried variable has; nil for the others.
	Carries *Payload
	Go      string
	Span    diag.Span
}

// Invariant is a claim that a condition holds in all reachable configurations.
type Invariant struct {
	// State restricts the claim to the configurations in this state; it is -1 for
	// all states.
	State int
	Expr  expr.Expr
	// Text is the claim as written if it is one of the machine that depends on the state, which Expr is for one state; otherwise "".
	Text string
	// Implied marks a claim that the loader has added: a region inside another one is active if and only if the
	// leaf that has it is, or a [Carried] variable has its zero value unless its field is still read.
	Implied bool
	Span    diag.Span
}

// Guard describes a named condition. The guards of transitions contain its
// expansion, not its name.
type Guard struct {
	Name, Doc string
	// Text is the condition as written; the meaning of its names depends on the
	// transition. It is "" for an external guard.
	Text string
	// External marks a guard without a condition: the program answers it, given
	// the arguments. Proofs consider every answer possible.
	External bool
	// Reason marks an external guard that the program answers with an error: nil if it holds, or the reason why not.
	Reason bool
	// Context marks an external guard that receives the context of the call that makes the step.
	Context bool
	Args    []Field
	Go      string
	Span    diag.Span
}

// Ask is a call of an external guard with particular arguments. Within one step,
// it has one answer; the answers in different steps are independent, even for
// equal arguments.
type Ask struct {
	// Guard is an index of Machine.Guards.
	Guard int
	// Args are references and constants, which can always be evaluated. They are
	// over the values before the step and the payload.
	Args []expr.Expr
	// Symbol represents the answer in guards. Its name is the call as written.
	Symbol *expr.Symbol
}

// Event is an event that the machine can receive.
type Event struct {
	Name   string
	Was    []string
	Doc    string
	Fields []Field
	// Environment marks an event that may occur any number of times. It need not
	// decrease the progress function; the proof is that the machine settles
	// between two such events.
	Environment bool
	// Cancellation marks the event that Run sends when its context is canceled.
	// At most one event is marked. It has no payload, or one field of type error.
	Cancellation bool
	// Internal marks an event that no caller can send. It has no payload. Unless it is
	// Eventless, timers or transitions raise it, and only states in which such a timer runs have
	// transitions for it: those for an event that a transition has raised are without an event. If
	// all these timers are limited to leaves of regions, so are the transitions.
	Internal bool
	// Eventless marks the pseudo-event of the transitions under `always`, which is the last one
	// and is internal. See [Machine.Rest].
	Eventless bool
	// Result marks the end of a call. Only states in which an invocation of the call runs have
	// transitions for it, and only while it may run. See [Machine.Caller].
	Result bool
	// Timeout marks the internal event of timers that end a call. Only the invocations of the call that these timers end have
	// transitions for it, each of which stops the call or starts it again. See [Ends].
	Timeout bool
	Go      string
	Span    diag.Span
}

// OfCall reports whether the event is a result of a call or its timeout, which only its invocations handle.
func (e *Event) OfCall() bool { return e.Result || e.Timeout }

// Output is something that the machine tells the program to do.
type Output struct {
	Name, Doc string
	// Context marks an output that receives the context of the call that makes the step.
	Context bool
	Fields  []Field
	Go      string
	Span    diag.Span
}

// Cause says why an output is emitted.
type Cause uint8

const (
	// ByTransition: the transition itself emits the output.
	ByTransition Cause = iota
	// ByExit: the exit from a state or composite state emits the output.
	ByExit
	// ByEntry: the entry to a state or composite state emits the output.
	ByEntry
)

// Emission is an output with its values.
type Emission struct {
	// Output is an index of Machine.Outputs.
	Output int
	// Values has one expression for each field, over the values before the step
	// and, for ByTransition, the payload. In [Machine.Start], the expressions are
	// over the initial values.
	Values []expr.Expr
	// Written are the values as the spec writes them: the same as Values, except
	// that they are over the values after the step for ByEntry, and over the payload where Values
	// are over [Carried] variables.
	Written []expr.Expr
	Cause   Cause
	// State is the name of the state or composite state that is left or entered,
	// or "" for ByTransition.
	State string
	Span  diag.Span
}

// Delay is a named duration.
type Delay struct {
	Name, Doc string
	// Constant is the duration. It is 0 for an external delay, which the program
	// computes from the arguments each time a timer with the delay starts.
	Constant time.Duration
	// Max is the longest duration of an external delay: the generated code shortens a longer one to it. It is 0 if there is none.
	Max  time.Duration
	Args []Field
	Go   string
	Span diag.Span
}

// Timer raises an event when the machine has been in a state or composite state
// for some time. It starts when that state is entered, and stops when it is left or when
// the machine ends.
type Timer struct {
	// Owner is the name of the state or composite state.
	Owner string
	// States are the indices of the plain states in which the timer runs: one, or
	// all states inside the composite state that are not terminal.
	States []int
	// Within limits the timer to leaves of a region of its only state; nil: it has no limits.
	Within *Within
	// Constant is the duration; it is 0 if the program computes it, or Length does.
	Constant time.Duration
	// Length is the duration if it depends on parameters and variables, an expression of type duration over the values when the timer
	// starts. They do not change as long as it runs. It is nil for any other timer. Where all values are in their declared ranges, it is
	// positive, and nothing in it overflows.
	Length expr.Expr
	// Delay is the index of the named delay, or -1.
	Delay int
	// Args are the arguments of the delay: references and constants, over the
	// values when the timer starts.
	Args []expr.Expr
	// Event is the index of the event that the timer raises. It has no payload.
	Event int
	// Was are the texts that the timer had in earlier versions, such as "Waiting.Again". The
	// machine has no timer with one of these texts.
	Was  []string
	Span diag.Span
}

// Field is a field of a payload or an output, or an argument of an external guard
// or delay.
type Field struct {
	Name string
	Type expr.Type
	// Min and Max are the range of an int of a payload, over the parameters; nil: it has no limit there. In
	// each state with alternatives for the event, the first one rejects values outside: see [Outside].
	Min, Max expr.Expr
	Symbol   *expr.Symbol
	Span     diag.Span
}

// State is a plain state.
type State struct {
	Name string
	// Text is what is stored in place of the name, or "".
	Text string
	// Was are names and texts of earlier versions. A machine that was stored in one of those states
	// continues in this one.
	Was []string
	// Removed are the data of earlier versions of the state whose values Restore drops.
	Removed []string
	Doc     string
	// Composites are the composite states around it, outermost first.
	Composites []string
	// Regions are the parts of the state that run side by side. They are empty for most states.
	Regions []Region
	// Outcome is the index of the outcome of a terminal state, or -1.
	Outcome int
	// Requirements are the tags of the requirements that the state implements.
	Requirements []string
	// Progress is the declared value of the progress function in this state, with
	// one expression for each component: Machine.Rank expressions, all 0 in
	// terminal states.
	Progress []expr.Expr
	// ProgressSpan is the position of that declaration.
	ProgressSpan diag.Span
	Go           string
	Span         diag.Span
}

// Stored returns the text that is stored for the state: its Text, or its name.
func (s *State) Stored() string {
	if s.Text != "" {
		return s.Text
	}
	return s.Name
}

// Texts returns all texts that mean the state in what is stored. The first one is that of
// [State.Stored]; the others are from earlier versions of the spec, or from before it had a Text.
func (s *State) Texts() []string {
	texts := []string{s.Stored()}
	if s.Text != "" {
		texts = append(texts, s.Name)
	}
	return append(texts, s.Was...)
}

// Outcome is a named set of terminal states.
type Outcome struct {
	Name string
	Kind OutcomeKind
	// States are the indices of the terminal states.
	States []int
	// Longest is the claimed longest time from the start to this outcome, as Machine.Longest is that to any; nil without a claim.
	Longest     expr.Expr
	LongestSpan diag.Span
	Span        diag.Span
}

// OutcomeKind is what an outcome means to people. It has no effect on the machine.
type OutcomeKind string

const (
	// Neutral outcomes are neither successes nor failures.
	Neutral OutcomeKind = ""
	Success OutcomeKind = "success"
	Failure OutcomeKind = "failure"
)

// Effect is the effect of an alternative that is chosen.
type Effect uint8

const (
	// Take takes the transition.
	Take Effect = iota
	// Ignore accepts the event without effect.
	Ignore
	// Reject rejects the event without effect.
	Reject
)

// Transition is one alternative for a state and an event.
type Transition struct {
	// From, Event, and To are indices of the source state, the event, and the
	// target state.
	From, Event, To int
	// Effect is Take, unless the alternative ignores or rejects the event. Such
	// alternatives stay in the state, update nothing, and do not count as
	// transitions of a run.
	Effect Effect
	// Internal marks a transition that does not leave the state: To equals From,
	// and the data of the state keep their values.
	Internal bool
	// Move is what the transition does inside a region, or nil if it is one of the whole state; for an
	// ignored or rejected event, the leaf that lists it, if it is in a region. The
	// condition that the leaf is active is part of Guard.
	Move *Move
	// Guard is nil if the transition has no condition. Only the last alternative for a state and an event may
	// have none.
	Guard expr.Expr
	// Written is the guard as the spec writes it, with the names of named guards and without
	// conditions on implied variables. It reads the payload also where the guard
	// reads [Carried] variables. It is for people, and nil if the author wrote no condition.
	Written expr.Expr
	// Places are the conditions of the author on where the machine is, such as in(Packed): the parts of the expanded guard that read
	// implied variables alone. Nil: the author wrote none.
	Places  []expr.Expr
	Updates []Update
	// Emits are the outputs in order: those of the states that are left, from the
	// inside out; those of the transition; and those of the states that are
	// entered, from the outside in. They are delivered when the machine is in its
	// new configuration.
	Emits []Emission
	// Starts are the indices of the timers that start or restart. See
	// [Machine.Stops] for those that stop, and [Machine.Begins] for those that
	// start with the machine.
	Starts []int
	// Invokes are the indices of the invocations that start or restart, after the timers. See
	// [Machine.Cancels] for those that stop, and [Machine.Invoked] for those that start with the
	// machine.
	Invokes []int
	// Cost is the greatest number of transitions that the child machines can take that the
	// transition starts, as an expression over the values before the step and the payload. It is
	// nil if there are none.
	Cost expr.Expr
	// Raises are the events that the transition raises, in order: like Emits, those of states that
	// are left, its own, and those of states that are entered. Its update of the variable `raised`,
	// an enum that the loader adds, says what is pending then.
	Raises []Raise
	// Handles is the name of the raised event that a transition without an event handles, or "".
	Handles string
	// Done marks a transition that applies when all regions of its state are in final states.
	Done bool
	// Returns says to whose history the transition leads. To is then one of the states that may be
	// remembered.
	Returns Return
	// Rule is the rule that caused the transition, "limit" or "stall", or "". It is "parallel" for
	// the alternative that rejects an event that no active leaf of a region lists, and [Outside] for the one that
	// rejects a payload.
	Rule string
	Doc  string
	// Requirements are the tags of the requirements that the transition implements.
	Requirements []string
	// Composite is the composite state that declared the transition for all states
	// inside it, "the machine" for a top-level transition, or "".
	Composite string
	Span      diag.Span
}

// Update assigns an expression over the old values and the payload to a variable.
type Update struct {
	// Var is an index of Machine.Vars.
	Var   int
	Value expr.Expr
	// Implied marks an update that the loader has added: of the counter of a rule, or of an
	// implied variable.
	Implied bool
	Span    diag.Span
}
