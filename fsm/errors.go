package fsm

import (
	"cmp"
	"errors"
	"fmt"
	"strings"
	"time"
)

// The errors of a machine are types of its own package: its IllegalTransitionError is an alias of the type here for its
// states S and events E, so [errors.As] tells machines apart. Error texts begin with the name of the package of E, T, or C.

// Constant is a type of a generated package whose constants are numbered from 0: its states, events, timers, or calls.
type Constant interface {
	~uint8 | ~uint16
	fmt.Stringer
}

// IllegalTransitionError is the error of an event in a state that does not accept it. The machine is unchanged. Machines may
// share one value for each state and event: do not modify it.
type IllegalTransitionError[S, E Constant] struct {
	// State is the state of the machine, which has not changed.
	State S
	// Event is the event that State does not accept.
	Event E
	// Guards are the conditions of all transitions of State for Event, in order, as in [Transition]: none of them holds. It is
	// nil if State has none.
	Guards []string
	// Reasons are the errors of external guards that do not hold and were asked for the event, in order.
	Reasons []error
}

// Unwrap returns the reasons.
func (e *IllegalTransitionError[S, E]) Unwrap() []error { return e.Reasons }

// Because returns the error with reasons: itself if there are none.
func (e *IllegalTransitionError[S, E]) Because(reasons []error) *IllegalTransitionError[S, E] {
	if len(reasons) == 0 {
		return e
	}
	with := *e
	with.Reasons = reasons
	return &with
}

// Error implements error.
func (e *IllegalTransitionError[S, E]) Error() string {
	return fmt.Sprintf("%s: event %v is illegal in state %v%s", packageOf[E](), e.Event, e.State, because(e.Guards, "", e.Reasons))
}

// IllegalTransitions returns the error of each event in each state, so that a refusal need not allocate. It has as many rows
// as states, and as many errors in each as events.
func IllegalTransitions[S, E Constant](states, events int, transitions []Transition[S, E]) [][]IllegalTransitionError[S, E] {
	guards := GuardsOf(transitions)
	rows := make([][]IllegalTransitionError[S, E], states)
	for s := range rows {
		rows[s] = make([]IllegalTransitionError[S, E], events)
		for e := range rows[s] {
			rows[s][e] = IllegalTransitionError[S, E]{State: S(s), Event: E(e), Guards: guards.Of(S(s), E(e))}
		}
	}
	return rows
}

// GuardRejectedError is the error of an event that the spec rejects for the values of the machine and of the event. The
// machine is unchanged. Errors may share their Guards: do not modify them.
type GuardRejectedError[S, E Constant] struct {
	// State is the state of the machine, which has not changed.
	State S
	// Event is the event that was rejected.
	Event E
	// Guards are the conditions of the transitions that were tried before, in order, as in [Transition]: none of them holds.
	Guards []string
	// If is the condition of the alternative that rejects the event, which holds; "" if it has none.
	If string
	// Reasons are the errors of external guards that do not hold and were asked for the event, in order.
	Reasons []error
}

// Unwrap returns the reasons.
func (e *GuardRejectedError[S, E]) Unwrap() []error { return e.Reasons }

// Error implements error.
func (e *GuardRejectedError[S, E]) Error() string {
	return fmt.Sprintf("%s: event %v is rejected in state %v%s", packageOf[E](), e.Event, e.State, because(e.Guards, e.If, e.Reasons))
}

// Reasons collects the errors of external guards that do not hold.
type Reasons []error

// Holds reports whether the answer of a guard is nil, and keeps any other.
func (r *Reasons) Holds(answer error) bool {
	if answer != nil {
		*r = append(*r, answer)
	}
	return answer == nil
}

// because says in the text of a refusal which conditions do not hold, which one does, and for which reasons.
func because(guards []string, holds string, reasons []error) string {
	var parts []string
	for _, g := range guards {
		parts = append(parts, g+" does not hold")
	}
	if holds != "" {
		parts = append(parts, holds+" holds")
	}
	var said []string
	for _, err := range reasons {
		said = append(said, err.Error())
	}
	text := ""
	for _, part := range []string{strings.Join(parts, ", "), strings.Join(said, "; ")} {
		if part != "" {
			text += ": " + part
		}
	}
	return text
}

// ReentrantError is the error of an event that is sent during a step: by a method of the host or an observer, or after a
// method of the host has panicked and left the step unfinished. The machine is unchanged.
type ReentrantError[S, E Constant] struct {
	// State is the state of the machine, which has not changed.
	State S
	// Event is the event that was refused.
	Event E
}

// Error implements error.
func (e *ReentrantError[S, E]) Error() string {
	return fmt.Sprintf("%s: event %v comes during a step, in state %v", packageOf[E](), e.Event, e.State)
}

// NilContextError is the error of an event that is sent with a nil context to a machine whose host takes contexts. The machine is
// unchanged.
type NilContextError[E Constant] struct {
	// Event is the event that was refused.
	Event E
}

// Error implements error.
func (e *NilContextError[E]) Error() string {
	return fmt.Sprintf("%s: event %v is sent with a nil context", packageOf[E](), e.Event)
}

// ErrStale is, for [errors.Is], each [StaleTimerError] and each [StaleCallError].
var ErrStale = errors.New("fsm: it does not run")

// StaleTimerError is the error of a start of a timer that is not running: the machine has left the state that the timer was for,
// or has started the timer again, or the timer has expired. The machine is unchanged.
type StaleTimerError[S, T Constant] struct {
	// State is the state of the machine, which has not changed.
	State S
	// Timer is the late timer.
	Timer T
	// Start is the number of its start.
	Start int
}

// Error implements error.
func (e *StaleTimerError[S, T]) Error() string {
	return fmt.Sprintf("%s: timer %v, start %d, does not run in state %v", packageOf[T](), e.Timer, e.Start, e.State)
}

// Is reports whether target is [ErrStale].
func (e *StaleTimerError[S, T]) Is(target error) bool { return target == ErrStale }

// StaleCallError is the error of a result of a call that is not running: the machine has left the state that the call was for,
// or has started the call again, or has had a result of it before. The machine is unchanged.
type StaleCallError[S, C Constant] struct {
	// State is the state of the machine, which has not changed.
	State S
	// Call is the call.
	Call C
	// Number is the number of the start of the call.
	Number int
}

// Error implements error.
func (e *StaleCallError[S, C]) Error() string {
	return fmt.Sprintf("%s: call %v, number %d, does not run in state %v", packageOf[C](), e.Call, e.Number, e.State)
}

// Is reports whether target is [ErrStale].
func (e *StaleCallError[S, C]) Is(target error) bool { return target == ErrStale }

// InvalidPayloadError is the error of an argument that is not one of the values of its type, or outside of the range that the spec
// declares. The machine is unchanged.
type InvalidPayloadError[E Constant] struct {
	// Event is the event that was refused.
	Event E
	// Field is the name of the argument in the spec.
	Field string
	// Value is the numeric value of the argument.
	Value int
	// Range is the range of an int or a duration in words, as in "from 1 to 100". It is "" for another type.
	Range string
	// Duration is true for a duration. Value is then the number of its nanoseconds.
	Duration bool
}

// Error implements error.
func (e *InvalidPayloadError[E]) Error() string {
	value := any(e.Value)
	if e.Duration {
		value = time.Duration(e.Value)
	}
	return fmt.Sprintf("%s: %s of event %v is %v, must be %s", packageOf[E](), e.Field, e.Event, value, cmp.Or(e.Range, "a value of its type"))
}
