package subject

import (
	"context"
	"time"

	"github.com/fsmgen/fsmgen/fsmtest/internal/oracle"
)

// Machine gives access to the generated code. The types of this file have the fields of those of the same
// names in package fsmtest, which explains them. Their functions take and return boxes.
type Machine struct {
	New                                                 any
	Host                                                func(calls Hosting) any
	State, Outcome                                      func(m any) int
	Progress                                            func(m any) []int
	Can                                                 func(m any, event int) bool
	Read                                                func(m any) any
	Has                                                 func(m any) []bool
	Configuration                                       func(m any) []string
	Within                                              func(m any, place any) bool
	MaxTransitions                                      func(m any) int
	WorstCase, Left                                     func(m any) []int64
	StateList, EventList, TransitionList, DefaultParams any
	Send                                                string
	Errors                                              Errors

	Restore any
	Restart func(m any)

	ReadInput, ReadOutput any
	Kind                  func(calls Hosting) any
	Inputs                []any

	FromValues any

	Observe         func(m any, clock func() time.Time, observer func(step any))
	ObserveRefusals any
	// Observer returns f as a function of steps of the type of the generated code.
	Observer func(f func(step any)) any

	In    func(m any) any
	Typed []any
	Begin any

	Run, Resume, Continue, WithObserver, WithCheckpoint any
	WithInbox                                           any
	RunHost                                             func(calls Hosting) any
	Handler                                             func(calls Handling) any
	Parts                                               []Part
}

// Errors contains a value of each error type of the generated code.
type Errors struct {
	Illegal, Rejected, Payload, Reentrant, StaleTimer, StaleCall, NilContext error
	StaleState                                                               error
	Run, NoEvent, Fired, Ended, StateLeft                                    error
}

// Part is what waits for events by itself in a state with regions.
type Part struct {
	Zero   any
	Name   string
	In     string
	Events []string
}

// Hosting is what a host of a machine under test forwards its calls to.
type Hosting interface {
	// Answer handles a call of an external guard, and returns its result.
	Answer(call oracle.Call) bool
	// Gave notes the reason that the host gives for the last answer.
	Gave(reason error)
	// In notes the context that the host gets.
	In(ctx context.Context)
	// Tell handles a call of an output, or of StartTimer or StopTimer.
	Tell(call oracle.Call)
	// Delay returns the result of an external delay, which Tell has got.
	Delay() time.Duration
	// Now returns the time of the test's clock.
	Now() time.Time
	// Await handles a call that Run makes. It returns what the result carries, the event that is the result, and the error that the call
	// returns.
	Await(ctx context.Context, call oracle.Call) (payload any, event string, err error)
}

// Handling is what a handler of a run under test forwards its calls to.
type Handling interface {
	// Next handles the typed state s. The result is nil, or a state for which fits is true.
	Next(ctx context.Context, s any, fits func(s any) bool) (any, error)
	// Part handles what a method for a part receives. The result is nil, or what a method of s returns.
	Part(ctx context.Context, s any) (any, error)
}
