package fsmtest

import (
	"github.com/fsmgen/fsmgen/fsmtest/internal/check"
)

// Subject is a run of several machines with the same parameters: a plain one, one that is made
// anew, of a snapshot or of its values, at the start and after each transition, one whose events are sent to typed states, and one
// that Run drives at the end. Each is compared with the spec. It is for packages that make random
// runs, such as package property.
type Subject struct{ trial *check.Trial }

// Take sends an event to all machines, unless there was a fault. It returns the first fault, or
// nil.
func (s *Subject) Take(e Input) error { return s.trial.Send(e.input) }

// End repeats the run with Run, unless there was a fault. It returns the first fault, or nil.
func (s *Subject) End() error { return s.trial.End() }

// Fault returns the first fault, or nil.
func (s *Subject) Fault() error { return s.trial.Fault }

// Len returns the number of events so far.
func (s *Subject) Len() int { return len(s.trial.Events) }

// String returns the fault, the events, and the parameters.
func (s *Subject) String() string { return s.trial.String() }

// Smallest reduces a run that fails, as long as it fails: to parameters closer to their minimum,
// fewer events, and simpler events.
func (s *Subject) Smallest() *Subject { return &Subject{s.trial.Smallest()} }
