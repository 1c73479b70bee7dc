package store

import (
	"encoding/json"
	"time"
)

// Kind is what a store needs to know of a state machine. The type Kind that fsmgen generates
// with the face values implements it, so that programs do not name the type parameters:
//
//	orders, err := store.Open(ctx, db, store.SQLite, order.Kind{})
//
// M is the machine, P its parameters, I an event with its payload, and O an output. A kind
// must allow concurrent use, and so must the questions (external guards, computed delays) that
// it contains.
type Kind[M json.Marshaler, P, I, O any] interface {
	// Machine returns the name of the machine in its spec.
	Machine() string
	// Create returns a new machine, and the outputs of its initial state.
	Create(p P, now time.Time) (M, []O, error)
	// Restore returns the machine that MarshalJSON of M has written.
	Restore(snapshot []byte) (M, error)
	// Apply sends an event to m. Ignored means that the state ignores the event. After an
	// error, m is unchanged.
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
	// TimerEvent returns the event that a timer raises, which may be given by the name that it had
	// in an earlier version of the spec.
	TimerEvent(timer string) (event string, ok bool)
	// ReadInput is the inverse of EventName and json.Marshal.
	ReadInput(event string, payload []byte) (I, error)

	OutputName(out O) string
	// ReadOutput is the inverse of OutputName and json.Marshal.
	ReadOutput(output string, payload []byte) (O, error)
}
