package fsmtest

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"
)

// script is a handler that sends certain events, and then stops in a certain way.
type script struct {
	*harness
	face   any // as Run takes it
	way    way
	events []Input // still to come
	oracle Config
	host   *host // nil: there is none
	cancel context.CancelCauseFunc
	// done is the error of a script that is over, and cause that of a context.
	done, cause error
	stopped     bool   // it has stopped, but the run may go on
	resumes     bool   // the run goes on with a snapshot, and has not called the handler yet
	forgets     bool   // the snapshot does not say when timers are due
	called      bool   // the handler has been called
	resuming    bool   // it is called for the first time after that
	saved       int    // events before the snapshot
	continues   any    // the machine that Continue goes on with, or nil
	unsettled   *run   // the machine that the run begins with, if it is not at rest
	began       course // until it is at rest
	loses       bool   // the next checkpoint fails
	kept        bool   // a checkpoint has been called
	saves       int    // calls of the checkpoint that did not fail
	savedAt     uint64 // transitions of the machine at the last of them
	missed      bool   // the deadline was over too early
	since       time.Time
	steps       []any // that observers of the run are to be told
	want        error // with which the run is to end
	fault       error // the first
	ticking
	answering
	posting
	*beside
	// fits reports whether the method that is called may return a state.
	fits func(s any) bool
}

// scriptKey is the key of the script among the values of the context of its run.
type scriptKey struct{}

// blame notes a fault, if it is the first.
func (d *script) blame(format string, args ...any) {
	d.fault = cmp.Or(d.fault, fmt.Errorf(format, args...))
}

// next implements handling: it sends the next event to the present state.
func (d *script) next(ctx context.Context, s any, fits func(s any) bool) (any, error) {
	d.fits = fits
	m := machineOf(s)
	if ctx.Value(scriptKey{}) != any(d) {
		d.blame("the context of the handler does not contain the values of the context of the run")
	}
	if d.way == cancelledByDeadline && ctx.Err() != nil && !d.stopped {
		d.missed = true
		return nil, ctx.Err()
	}
	d.outlived(ctx)
	d.receive()
	if d.awaited {
		return d.waitForCall(ctx)
	}
	if ctx.Err() != nil && !d.pending {
		d.blame("the context was canceled before the handler was called")
	}
	if d.want != nil && !d.pending {
		d.blame("the run continued, want the error %v", d.want)
		return nil, d.want
	}
	if d.pending {
		d.pending = false
		if dues := d.duesOf(m); dues != nil && *d.stepsOf(m) == d.before && !d.due(dues, d.timer).IsZero() {
			return d.waitFor(ctx)
		}
		d.oracle = d.late
	}
	if !d.kept || d.savedAt != *d.stepsOf(m) {
		d.blame("the handler is called without a checkpoint before")
	}
	if d.resuming = d.resumes || d.continues != nil && !d.called; d.resumes {
		d.resume(m)
	}
	d.called = true
	d.see(m)
	if d.needs(); d.works.lasting() {
		d.blame("the context of a call has not ended, but the machine has handled its result")
	}
	if dues := d.duesOf(m); dues != nil && !d.stopped {
		d.checkDues(m, dues)
	}
	if d.fault != nil {
		return nil, d.fault // the run could wait for a timer that should not run
	}
	if len(d.events) == 0 {
		return d.stop(ctx, s)
	}
	if d.resuming = false; d.way == posts {
		d.post(ctx, m)
		return nil, nil
	}
	after, err := d.sendNext(s)
	for d.way == leaps && err == nil && len(d.events) > 0 {
		to, _ := d.step(d.oracle, d.events[0])
		if !d.fits(d.Typed[to.state]) || d.foreign(d.events[0].event) {
			break
		}
		d.see(m)
		after, err = d.sendNext(after)
	}
	if len(d.events) > 0 {
		if err == nil {
			d.fireNext(m)
		}
		return after, err
	}
	switch d.way {
	case stale:
		d.want = d.staleState(s, m)
		return nil, nil
	case old:
		if d.fits(s) {
			d.want = d.staleState(s, m)
			return s, nil
		}
	case unsaved:
		d.want, d.loses = d.done, true
		return after, err
	case moved:
		d.want = context.Canceled
		d.cancel(d.cause)
		return after, context.Canceled
	}
	d.rewind(m)
	return after, err
}

// sendNext sends the next event to a typed state.
func (d *script) sendNext(s any) (after any, err error) {
	e := d.events[0]
	d.events = d.events[1:]
	d.expect(machineOf(s), e)
	after, _, err = d.sendTyped(s, e)
	return after, err
}

// staleState is the error of a run that goes on with a typed state that the machine has left.
func (d *script) staleState(s, m any) error {
	return errorWith(d.Errors.StaleState, "State", d.States[d.stateOf(s)].Value, "Now", d.States[d.State(m)].Value)
}

// resume looks at a machine that goes on with a snapshot: its values are equal ones,
// and its timers run.
func (d *script) resume(m any) {
	d.resumes = false
	restored, err := d.restoredFrom(d.oracle, m)
	d.oracle, d.fault = restored, cmp.Or(d.fault, err)
	if len(d.Timers) == 0 {
		return
	}
	var unknown []int
	if d.left == nil {
		unknown = d.running(d.began.from)
	}
	d.host.want = d.restarts(unknown)
	if dues := d.duesOf(m); dues != nil {
		d.checkDues(m, dues)
	}
}

// restarts returns what the host is told when timers that are due at an unknown time start again, and
// the machine comes to rest.
func (d *script) restarts(unknown []int) []Call {
	told := telling{said: saidLength}
	told.start(d.harness.oracle, d.began.from, unknown, 0)
	d.tellSteps(&told, d.began)
	for _, s := range d.began.steps {
		for _, timer := range d.rows[s.row].starts {
			if d.left != nil {
				d.left[timer] = 0 // it starts with its whole length
			}
		}
	}
	return d.inRun(told.calls)
}

// see compares the machine with the oracle.
func (d *script) see(m any) {
	if err := d.compare(d.oracle, m); err != nil {
		d.blame("with %s to come: %w", d.inputsText(d.events), err)
	}
	if d.host != nil {
		d.fault = d.host.end(d.fault)
	}
}

// expect prepares for an event, and returns the row of the transition.
func (d *script) expect(m any, e Input) (row int) {
	c := d.course(d.oracle, e)
	d.since = time.Now()
	if d.host != nil {
		d.host.begin(m, e, c)
		d.host.looks = false
		d.host.want = d.inRun(d.host.want)
		d.host.event.delay = saidLength
	}
	if d.Observe != nil {
		d.steps = append(d.steps, d.told(c)...)
	}
	d.oracle = c.end
	d.leaves(m, c)
	d.allow(c.from, c)
	return c.row
}

// expectFromRun prepares for an event that the run itself sends. It fills in what the event
// carries, but for cause.
func (d *script) expectFromRun(m any, event int, cause error) {
	e := d.fill(event, d.oracle, func(n int) int { return len(d.way) % max(n, 1) })
	if cause != nil && len(d.inputs[event]) > 0 {
		d.setField(&e, 0, cause)
	}
	state := d.oracle.state
	if row := d.expect(m, e); row >= 0 && d.rows[row].effect == Reject {
		d.want = d.refusalError(state, event, row)
	}
}

// inRun returns the calls but for those that start and stop timers and calls, and ask for the time: Run keeps
// all that by itself. A machine without timers or calls may have outputs of those names.
func (o *oracle) inRun(calls []Call) []Call {
	return slices.DeleteFunc(calls, func(c Call) bool {
		switch name := c.method(); {
		case len(o.Timers) > 0 && (name == "Now" || name == "StartTimer" || name == "StopTimer"):
			return true
		case len(o.Calls) > 0 && name == "StopCall":
			return true
		default:
			return slices.ContainsFunc(o.Calls, func(k Callee) bool { return k.Start == name })
		}
	})
}
