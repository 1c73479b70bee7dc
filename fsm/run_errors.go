package fsm

import (
	"context"
	"errors"
	"fmt"
)

// ErrRunEnded is the error of an event from outside that is sent to a run that ends before it takes the event, or has ended.
var ErrRunEnded = errors.New("fsm: the run has ended")

// ErrTimeout is the cause of the context of a call that has run for as long as its timeout allows. For [errors.Is], it is also
// [context.DeadlineExceeded].
var ErrTimeout = fmt.Errorf("fsm: the time of the call is over: %w", context.DeadlineExceeded)

// ErrInterrupted is the cause of the context of a handler method that is canceled because an event from outside has come.
var ErrInterrupted = errors.New("fsm: an event from outside interrupts the handler")

// ErrNilContext is the cause of the error of a run that is started with a nil context.
var ErrNilContext = errors.New("fsm: the context is nil")

// StaleStateError is the error of an event on a typed state that is out of date: the machine has made a transition since,
// perhaps to the same state. The machine is unchanged.
type StaleStateError[S Constant] struct {
	// State is the state of the type.
	State S
	// Now is the current state of the machine.
	Now S
}

// Error implements error.
func (e *StaleStateError[S]) Error() string {
	return fmt.Sprintf("%s: the machine has moved on from state %v, and is in state %v", packageOf[S](), e.State, e.Now)
}

// RunError is the error of a run that started and did not finish. A is the type of a machine in any state, and E that of one
// that has ended. The timers and calls of the machine do not run any longer: Again, and the function Continue of the generated
// package, start what remains of them.
type RunError[A interface{ State() S }, E any, S Constant] struct {
	// At is the machine in the state in which it stopped.
	At A
	// Err is the cause.
	Err error
	// Again continues the run, with the same host, handler, and options.
	Again func(ctx context.Context) (E, error)
}

// Error implements error.
func (e *RunError[A, E, S]) Error() string {
	return fmt.Sprintf("%s: stopped in state %v: %v", packageOf[S](), e.At.State(), e.Err)
}

// Unwrap returns Err.
func (e *RunError[A, E, S]) Unwrap() error { return e.Err }

// NoEventError is the error of a handler whose method returned neither an error nor a transition.
type NoEventError[S Constant] struct {
	// State is the state that the method is for.
	State S
}

// Error implements error.
func (e *NoEventError[S]) Error() string {
	return fmt.Sprintf("%s: the handler of state %v made no transition", packageOf[S](), e.State)
}

// TimerFiredError is the cause of the context of a handler method that is canceled because a timer has expired. For
// [errors.Is], it is also [context.DeadlineExceeded].
type TimerFiredError[T Constant] struct {
	// Timer is that timer.
	Timer T
}

// Error implements error.
func (e *TimerFiredError[T]) Error() string {
	return fmt.Sprintf("%s: timer %v is over", packageOf[T](), e.Timer)
}

// Is makes the error a [context.DeadlineExceeded]: the callers of a library cannot name the types of its internal packages.
func (e *TimerFiredError[T]) Is(target error) bool { return target == context.DeadlineExceeded }

// CallEndedError is the cause of the context of a handler method that is canceled because a call has ended.
type CallEndedError[C Constant] struct {
	// Call is that call.
	Call C
}

// Error implements error.
func (e *CallEndedError[C]) Error() string {
	return fmt.Sprintf("%s: call %v has ended", packageOf[C](), e.Call)
}

// StateLeftError is the cause of the context of a handler's method that is canceled because the machine has left the state that
// the method is for. S is the type of the machine's states.
type StateLeftError[S Constant] struct {
	// State is the name of the state that the method is for, as the method Configuration of the machine returns it.
	State string
}

// Error implements error.
func (e *StateLeftError[S]) Error() string {
	return fmt.Sprintf("%s: state %s has been left", packageOf[S](), e.State)
}
