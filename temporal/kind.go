package temporal

import (
	"encoding/json"
	"time"
)

// Kind is what a workflow needs to know of a state machine. The type Kind that fsmgen generates with the
// faces snapshot, values, and temporal implements it.
//
// M is the machine, P its parameters, I an event with its payload, and O an output. A kind must allow
// concurrent use, and so must the questions (external guards, computed delays) that it contains.
type Kind[M json.Marshaler, P, I, O any] interface {
	// Machine returns the name of the machine in its spec, which is also the type of the workflow.
	Machine() string
	// Create returns a new machine, and the outputs of its initial state.
	Create(p P, now time.Time) (M, []O, error)
	// Restore returns the machine that MarshalJSON of M has written.
	Restore(snapshot []byte) (M, error)
	// Apply sends an event to m. Ignored means that the state ignores the event. After an error, m is
	// unchanged.
	Apply(m M, in I, now time.Time) (outputs []O, ignored bool, err error)
	// Fire sends the event of a timer that runs.
	Fire(m M, timer string, now time.Time) (outputs []O, ignored bool, err error)
	// State returns the texts of the state and of the outcome, which is empty before the end.
	State(m M) (state, outcome string)
	// Due returns when the running timers are due.
	Due(m M) map[string]time.Time
	// Refresh starts the timers of the state of which m does not know when they are due.
	Refresh(m M, now time.Time) error

	EventName(in I) string
	// ReadInput is the inverse of EventName and json.Marshal.
	ReadInput(event string, payload []byte) (I, error)
	OutputName(out O) string
	// ReadOutput is the inverse of OutputName and json.Marshal.
	ReadOutput(output string, payload []byte) (O, error)

	// Possible returns the names of the events that callers can send in the state of m.
	Possible(m M) []string
	// Progress returns the value of the progress function, or nil.
	Progress(m M) []int
	// Left returns the largest number of transitions that m can still make, if it is known.
	Left(m M) (transitions int, ok bool)
	// Cancellation returns the event for a canceled workflow, if the spec has one.
	Cancellation(cause error) (in I, ok bool)
	// Activities returns the names of the outputs and of the calls.
	Activities() (outputs, calls []string)
	// Asks reports whether a step can ask for an external guard or the length of a timer.
	Asks() bool
	// HistoryCost returns numbers that limit the history: see [Workflow.Budget].
	HistoryCost() (start, transition int)
}

// Timed is what a workflow knows, besides [Kind], of a state machine whose time has a proved limit. The type Kind that
// fsmgen generates implements it if the spec has the face worst, too.
type Timed[M any] interface {
	// LeftTime returns the time that m can still take if each timer fires when it is due and steps take no time. It is
	// [math.MaxInt64] if the time does not fit.
	LeftTime(m M) time.Duration
}

// Caller is what a workflow needs to know, besides [Kind], of a state machine that invokes calls. The type
// Kind that fsmgen generates implements it if the spec has calls or child machines.
type Caller[M, O any] interface {
	// Starts returns the starts of the calls that run in m and that the snapshot from which m was made
	// does not know.
	Starts(m M, snapshot []byte) []O
	// Started returns the call that an output starts, and the number of the start. For an output that is
	// not a start, the call is empty.
	Started(out O) (call string, number int)
	// Stale reports whether err, with which m has refused an event, says that the event is the result of a
	// start that m has made, and that no longer runs.
	Stale(m M, err error) bool
}
