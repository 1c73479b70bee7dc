package drive

import (
	"time"

	"github.com/fsmgen/fsmgen/fsm"
)

// Timers are the timers T of a machine that is driven. No timer runs in the zero value. Its host hands starts and stops to them.
type Timers[T fsm.Constant] struct {
	// Fire sends the event of a start of a timer to the machine.
	Fire func(timer T, start int) error
	// Inert reports whether the event of a timer has no effect in the state of the machine, so that it waits until the machine
	// leaves that; nil: none does.
	Inert func(T) bool

	due    []time.Time // when each timer is due; zero: it does not run
	starts []int       // the numbers of their starts
}

// AnyTimers are [Timers] of some type.
type AnyTimers interface {
	first() expiry
	fired(expiry) error
	expire(expiry) error
}

// Start starts a timer, in place of an earlier start; start is the number of this start.
func (ts *Timers[T]) Start(t T, start int, d time.Duration) {
	for int(t) >= len(ts.due) {
		ts.due, ts.starts = append(ts.due, time.Time{}), append(ts.starts, 0)
	}
	ts.due[t], ts.starts[t] = time.Now().Add(d), start
}

// Due returns when the first of some timers that runs is due, or zero if none does.
func (ts *Timers[T]) Due(list ...T) time.Time {
	for _, t := range list {
		if int(t) < len(ts.due) && !ts.due[t].IsZero() {
			return ts.due[t]
		}
	}
	return time.Time{}
}

// Stop stops a timer. It need not run.
func (ts *Timers[T]) Stop(t T) {
	if int(t) < len(ts.due) {
		ts.due[t] = time.Time{}
	}
}

// first returns the timer that is due first, of those whose events have an effect.
func (ts *Timers[T]) first() (first expiry) {
	for t, due := range ts.due {
		if !due.IsZero() && (!first.runs() || due.Before(first.due)) && (ts.Inert == nil || !ts.Inert(T(t))) {
			first = expiry{t, due}
		}
	}
	return first
}

// fired returns the cause of the end of a context that a timer ends.
func (ts *Timers[T]) fired(e expiry) error { return &fsm.TimerFiredError[T]{Timer: T(e.timer)} }

// expire stops a timer, and sends its event.
func (ts *Timers[T]) expire(e expiry) error {
	ts.Stop(T(e.timer))
	err := ts.Fire(T(e.timer), ts.starts[e.timer])
	if stale, is := err.(interface{ Is(error) bool }); is && stale.Is(fsm.ErrStale) { // the machine's own error, not one that it wraps
		return nil // somebody else has sent the event before
	}
	return err
}
