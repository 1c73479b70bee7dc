package fsmtest

import (
	"reflect"
	"time"
)

// Machine says how the tests reach the generated code. M is a pointer to the machine, S that of
// the steps that observers are told, and C that of a configuration as in [Spec].
// A face that the generated code does not have leaves its fields nil or empty, and the
// tests of it are left out.
//
// The fields of type any are functions of the generated package, which the
// tests call by reflection.
type Machine[M any, S comparable, C any] struct {
	// New makes a machine, of parameters and, where the machine has a host, a host.
	New any
	// Host returns an implementation of the machine's host that hands all calls to h;
	// nil: the machine has no host.
	Host func(h *Host) any
	// State, Outcome and Progress read the machine; Progress is nil without a
	// progress function. Can is the method of that name.
	State, Outcome func(m M) int
	Progress       func(m M) []int
	Can            func(m M, event int) bool
	// Read returns what the machine's methods say of parameters and variables. Has
	// reports for each datum, in the order of the fields of C, whether the
	// machine has it. Has is nil for a machine without data.
	Read func(m M) C
	Has  func(m M) []bool
	// MaxTransitions is the bound that the machine's parameters have; nil without a bound.
	MaxTransitions func(m M) int
	// StateList, EventList, TransitionList and DefaultParams are the functions that list
	// states, events and transitions, and return the default parameters; nil: there
	// are no defaults.
	StateList, EventList, TransitionList, DefaultParams any
	// Send is the method that takes an event as a value, or "".
	Send string
	// Errors are the error types of the generated code.
	Errors Errors

	// Restore makes a machine of a snapshot; nil: machines have none.
	Restore any
	// Restart starts the timers of a restored machine again; nil: it has none.
	Restart func(m M)
	// Values are how snapshots hold values of Go types, if there are any.
	Values Values

	// Observe adds an observer, and returns the machine as it is observed; nil:
	// machines have no observers.
	Observe func(m M, clock func() time.Time, observer func(S)) any

	// In returns the typed state of the machine; nil: there are none.
	In func(m M) any
	// Typed has the zero value of the type of each state.
	Typed []any
	// Begin makes a machine as New does, and returns its typed state.
	Begin any

	// Run and Resume drive a machine; nil: there are none.
	Run, Resume any
	// Handler returns an implementation of the interface of handlers that hands all
	// calls to h.
	Handler func(h *Handler) any
}

// Values are the methods of the generated machine that save and restore values of Go types.
type Values struct {
	// Restorable reports whether encoding/json gives back what it writes of a type.
	Restorable func(t reflect.Type, within map[reflect.Type]bool) bool
	// Write adds a value to those of a snapshot, and Read reads one into a variable.
	Write func(values map[string]any, name string, value any) error
	Read  func(name string, text []byte, into any) error
}

// Errors has a value of each error type of the generated code; nil: there is none.
type Errors struct {
	Illegal, Rejected, Payload, Reentrant, StaleTimer error
	StaleState                                        error
	Run, NoEvent, Fired                               error
}

// Datum returns the value of a datum, and HasDatum whether the machine has it: each takes what a
// method returns that reads one.
func Datum[T any](v T, _ bool) T { return v }

// HasDatum is described at [Datum].
func HasDatum[T any](_ T, ok bool) bool { return ok }
