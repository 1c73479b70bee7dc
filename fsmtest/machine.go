package fsmtest

import (
	"time"
)

// Machine gives the tests access to the generated code. M is a pointer to the machine, S is the
// type of the steps that observers get, and C is the type of a configuration, as in [Spec]. If
// the generated code leaves out a face, the fields of that face are nil or empty, and its tests
// are skipped.
//
// The fields of type any are functions of the generated package, which the tests call by
// reflection.
type Machine[M any, S any, C any] struct {
	// New creates a machine from parameters and, if the machine has a host, a host.
	New any
	// Host returns an implementation of the machine's host that forwards all calls to h; nil: the
	// machine has no host.
	Host func(h *Host) any
	// State, Outcome and Progress read the machine; Progress is nil without a
	// progress function. Can is the method of that name.
	State, Outcome func(m M) int
	Progress       func(m M) []int
	Can            func(m M, event int) bool
	// Read returns the parameters and variables, read with the machine's methods. Has reports for
	// each datum, in the order of the fields of C, whether the machine has it; nil: the machine has
	// no data.
	Read func(m M) C
	Has  func(m M) []bool
	// Configuration lists the active states; nil: the machine has no regions.
	Configuration func(m M) []string
	// Within is the method of that name, for Spec.Places; nil: there are none.
	Within func(m M, place any) bool
	// MaxTransitions returns the bound for the machine's parameters; nil: there is no bound.
	MaxTransitions func(m M) int
	// WorstCase and Left return the limits of Spec.Limits; nil: there are none.
	WorstCase, Left func(m M) []int64
	// StateList, EventList, TransitionList and DefaultParams are the functions that list
	// states, events and transitions, and return the default parameters; nil: there
	// are no defaults.
	StateList, EventList, TransitionList, DefaultParams any
	// Send is the name of the method that takes an event as a value, or "".
	Send string
	// Errors are the error types of the generated code.
	Errors Errors

	// Restore creates a machine from a snapshot; nil: there are no snapshots.
	Restore any
	// Restart starts the timers of a restored machine again; nil: there are no timers.
	Restart func(m M)

	// ReadInput and ReadOutput read events and outputs as values, and Kind returns a value of the
	// type of that name, whose questions h answers; nil: there are none.
	ReadInput, ReadOutput any
	Kind                  func(h *Host) any
	// Inputs contains the zero value of each event as a value, which observers are told; nil for
	// internal events.
	Inputs []any

	// FromValues creates a machine from its values; nil: there are no columns.
	FromValues any

	// Observe and ObserveRefusals are the methods of these names; nil: there are no observers.
	Observe         func(m M, clock func() time.Time, observer func(S))
	ObserveRefusals any

	// In returns the typed state of the machine; nil: there are no typed states.
	In func(m M) any
	// Typed contains the zero value of each typed state.
	Typed []any
	// Begin creates a machine like New, and returns its typed state.
	Begin any

	// Run, Resume, and Continue drive a machine, and WithObserver and WithCheckpoint return options
	// of them; nil: the code does not contain them.
	Run, Resume, Continue, WithObserver, WithCheckpoint any
	// WithInbox returns an option with an inbox; nil: events from outside are not tested.
	WithInbox any
	// RunHost returns an implementation of the host of Run that forwards all calls to h, for a machine with calls; nil: Run
	// takes a Host, or none.
	RunHost func(h *Host) any
	// Handler returns an implementation of the generated handler interface that forwards all
	// calls to h.
	Handler func(h *Handler) any
	// Parts are those of states with regions that the handler has methods for, in the order of the spec.
	Parts []Part
}

// Errors contains a value of each error type of the generated code; nil: the code does not
// contain the type.
type Errors struct {
	Illegal, Rejected, Payload, Reentrant, StaleTimer, StaleCall, NilContext error
	StaleState                                                               error
	Run, NoEvent, Fired, Ended, StateLeft                                    error
}

// Part is what waits for events by itself in a state with regions: a leaf, or the state as a whole. The handler of Run has a method for it.
type Part struct {
	// Zero is the zero value of what the method receives, and Name the name of the leaf or of the state.
	Zero any
	Name string
	// In is the state with the regions.
	In string
	// Events are the names of the events that the method can return.
	Events []string
}

// Datum returns the first result of a method that reads a datum: its value.
func Datum[T any](v T, _ bool) T { return v }

// HasDatum returns the second result of a method that reads a datum: whether the machine has it.
func HasDatum[T any](_ T, ok bool) bool { return ok }
