package script

import (
	"time"

	"github.com/fsmgen/fsmgen/fsmtest/internal/run"
)

// A Way is how a handler stops.
type Way string

// The ways of which others know.
const (
	Fails               Way = "fails"                   // it returns an error
	CancelledByDeadline Way = "cancelled by a deadline" // the deadline of the context of the run is over
	Over                Way = "over"                    // a timer is over before the handler is called
	Waits               Way = "waits"                   // a timer is over while it waits, and it returns the error of its context
)

const (
	failsEarly                Way = "fails early"                      // it returns errors of contexts that are not its own
	panics                    Way = "panics"                           // it panics
	idle                      Way = "idle"                             // it returns nothing, or the same state
	stale                     Way = "stale"                            // it moves the machine, and returns nothing
	old                       Way = "old"                              // it moves the machine, and returns the state before
	moved                     Way = "moved"                            // it moves the machine, and returns the error of a context with the state
	leaps                     Way = "leaps"                            // it makes several transitions at once where it can, and fails
	unsaved                   Way = "unsaved"                          // the checkpoint after its last transition fails
	cancelled                 Way = "cancelled"                        // the context of the run ends, and it returns the error of that
	cancelledByCause          Way = "cancelled by a cause"             // it returns the cause instead
	cancelledSilently         Way = "cancelled silently"               // it returns nothing
	cancelledAndFails         Way = "cancelled and fails"              // it returns another error
	cancelledAndFailsAsOthers Way = "cancelled and fails as others do" // it returns the error of another context
	// With an inbox only:
	posts Way = "posts" // it waits, and another goroutine sends its events
	// With calls or parts only:
	exits       Way = "exits"             // the goroutine ends
	panicsAtEnd Way = "panics at the end" // a call panics when the run ends
	// With calls only:
	overtakes Way = "overtakes" // it sends an event when a call has ended, so that the result is dropped
	// With parts only:
	strays           Way = "strays"                // a method returns an event that has no effect any more
	errs             Way = "errs"                  // a method returns an event that has none
	lingers          Way = "lingers"               // the context ends while the methods for two parts return events
	lingersNotLong   Way = "lingers, but not long" // and the second one returns at once
	lingersAndErrors Way = "lingers and errs"      // and the second one returns an error
	// With timers only:
	waitsForCause Way = "waits for a cause" // a timer is over while it waits, and it returns the cause
	waitsSilently Way = "waits silently"    // it returns nothing
)

// Ways returns the ways in which the handler of a run of the machine can stop.
func Ways(b *run.Bench) []Way {
	all := []Way{
		Fails, failsEarly, panics, idle, stale, old, moved, leaps, unsaved, cancelled, cancelledByCause, CancelledByDeadline,
		cancelledSilently, cancelledAndFails, cancelledAndFailsAsOthers,
	}
	if b.Subject.Machine.WithInbox != nil {
		all = append(all, posts)
	}
	if len(b.Spec.Calls)+len(b.Subject.Machine.Parts) > 0 {
		all = append(all, exits, panicsAtEnd)
	}
	if len(b.Spec.Calls) > 0 {
		all = append(all, overtakes)
	}
	if len(b.Subject.Machine.Parts) > 0 {
		all = append(all, strays, errs, lingers, lingersNotLong, lingersAndErrors)
	}
	if len(b.Spec.Timers) > 0 {
		all = append(all, Over, Waits, waitsForCause, waitsSilently)
	}
	return all
}

// Drive has Run, Resume, or Continue drive a machine through the transitions of a run as the plan says, and returns
// what is wrong with that. The deadline is that of the context for a plan that waits for one: it was missed if it was
// over too early.
func Drive(b *run.Bench, p Plan, c run.Case, deadline time.Duration) (missed bool, err error) {
	d := newScript(b, p)
	err = d.drive(c, deadline)
	return d.missed, err
}

// Driven has Run drive a machine through a run, and returns what is wrong with that.
func Driven(b *run.Bench, c run.Case) error {
	_, err := Drive(b, Plan{Way: Fails}, c, 0)
	return err
}

// Plan says what a script does.
type Plan struct {
	Way       Way      // how the handler stops
	Resumes   bool     // the run goes on with a snapshot
	Saved     int      // events before the snapshot
	Forgets   bool     // the snapshot does not say when timers are due
	Timer     int      // which is to be over
	Continues any      // the machine that Continue goes on with, or nil
	Unsettled *run.Run // the machine that the run begins with, if it is not at rest
}

// newScript returns a script for a run of the machine.
func newScript(b *run.Bench, p Plan) *script {
	d := &script{plan: p, resumes: p.Resumes, bench: b, spec: b.Spec, oracle: b.Oracle, draws: b.Draws, subject: b.Subject}
	d.timers.script, d.timers.spec, d.timers.oracle, d.timers.subject = d, b.Spec, b.Oracle, b.Subject
	d.calls.script, d.calls.spec, d.calls.oracle, d.calls.subject = d, b.Spec, b.Oracle, b.Subject
	return d
}

// Faces returns a handler for Run, which is never called, and a host; nil: Run takes none.
func Faces(b *run.Bench) (handler, host any) {
	d := newScript(b, Plan{Way: Fails})
	if b.Subject.Machine.Host != nil {
		host = b.NewHost().RunFace()
	}
	return b.Subject.Machine.Handler(d), host
}
