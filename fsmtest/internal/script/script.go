package script

import (
	"cmp"
	"context"
	"fmt"
	"reflect"
	"time"

	"github.com/fsmgen/fsmgen/fsmtest/internal/draw"
	"github.com/fsmgen/fsmgen/fsmtest/internal/host"
	"github.com/fsmgen/fsmgen/fsmtest/internal/mirror"
	"github.com/fsmgen/fsmgen/fsmtest/internal/oracle"
	"github.com/fsmgen/fsmgen/fsmtest/internal/run"
	"github.com/fsmgen/fsmgen/fsmtest/internal/subject"
)

// script is a handler that sends certain events, and then stops in a certain way.
type script struct {
	bench   *run.Bench
	spec    *oracle.Spec
	oracle  *oracle.Oracle
	draws   *draw.Draws
	subject *subject.Subject
	plan    Plan
	face    any            // as Run takes it
	events  []oracle.Input // still to come
	now     oracle.Config
	host    *host.Host // nil: there is none
	cancel  context.CancelCauseFunc
	// done is the error of a script that is over, and cause that of a context.
	done, cause error
	stopped     bool          // it has stopped, but the run may go on
	resumes     bool          // the run goes on with a snapshot, and has not called the handler yet
	called      bool          // the handler has been called
	resuming    bool          // it is called for the first time after that
	began       oracle.Course // until it is at rest
	loses       bool          // the next checkpoint fails
	kept        bool          // a checkpoint has been called
	saves       int           // calls of the checkpoint that did not fail
	savedAt     uint64        // transitions of the machine at the last of them
	missed      bool          // the deadline was over too early
	since       time.Time
	steps       []any // that observers of the run are to be told
	want        error // with which the run is to end
	fault       error // the first
	timers      timers
	calls       calls
	inbox       inbox
	parts       *parts
	// fits reports whether the method that is called may return a state.
	fits func(s any) bool
}

// blame notes a fault, if it is the first.
func (d *script) blame(format string, args ...any) {
	d.fault = cmp.Or(d.fault, fmt.Errorf(format, args...))
}

// Part implements subject.Handling.
func (d *script) Part(ctx context.Context, s any) (any, error) { return d.parts.handle(ctx, s) }

// Next implements subject.Handling: it sends the next event to the present state.
func (d *script) Next(ctx context.Context, s any, fits func(s any) bool) (any, error) {
	d.fits = fits
	m := subject.MachineOf(s)
	if ctx.Value(host.OwnerKey{}) != any(d) {
		d.blame("the context of the handler does not contain the values of the context of the run")
	}
	if d.plan.Way == CancelledByDeadline && ctx.Err() != nil && !d.stopped {
		d.missed = true
		return nil, ctx.Err()
	}
	d.timers.outlived(ctx)
	d.receive()
	if d.calls.awaited {
		return d.calls.waitForCall(ctx)
	}
	if ctx.Err() != nil && !d.timers.pending {
		d.blame("the context was canceled before the handler was called")
	}
	if d.want != nil && !d.timers.pending {
		d.blame("the run continued, want the error %v", d.want)
		return nil, d.want
	}
	if d.timers.pending {
		d.timers.pending = false
		if dues := d.subject.Access.DuesOf(m); dues != nil && d.subject.Access.StepsOf(m) == d.timers.before && !d.subject.Due(dues, d.plan.Timer).IsZero() {
			return d.timers.waitFor(ctx)
		}
		d.now = d.timers.late
	}
	if !d.kept || d.savedAt != d.subject.Access.StepsOf(m) {
		d.blame("the handler is called without a checkpoint before")
	}
	if d.resuming = d.resumes || d.plan.Continues != nil && !d.called; d.resumes {
		d.resume(m)
	}
	d.called = true
	d.see(m)
	if d.calls.needs(); d.calls.works.Lasting() {
		d.blame("the context of a call has not ended, but the machine has handled its result")
	}
	if dues := d.subject.Access.DuesOf(m); dues != nil && !d.stopped {
		d.timers.check(m, dues)
	}
	if d.fault != nil {
		return nil, d.fault // the run could wait for a timer that should not run
	}
	if len(d.events) == 0 {
		return d.stop(ctx, s)
	}
	if d.resuming = false; d.plan.Way == posts {
		d.post(ctx, m)
		return nil, nil
	}
	after, err := d.sendNext(s)
	for d.plan.Way == leaps && err == nil && len(d.events) > 0 {
		to, _ := d.oracle.Step(d.now, d.events[0])
		if !d.fits(d.subject.Machine.Typed[to.State]) || d.oracle.Foreign(d.events[0].Event) {
			break
		}
		d.see(m)
		after, err = d.sendNext(after)
	}
	if len(d.events) > 0 {
		if err == nil {
			d.timers.fireNext(m)
		}
		return after, err
	}
	switch d.plan.Way {
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
	d.timers.rewind(m)
	return after, err
}

// sendNext sends the next event to a typed state.
func (d *script) sendNext(s any) (after any, err error) {
	e := d.events[0]
	d.events = d.events[1:]
	d.expect(subject.MachineOf(s), e)
	after, _, err = d.subject.Typed.Send(s, e)
	return after, err
}

// staleState is the error of a run that goes on with a typed state that the machine has left.
func (d *script) staleState(s, m any) error {
	return subject.ErrorWith(d.subject.Machine.Errors.StaleState, "State", d.spec.States[d.subject.Typed.State(s)].Value, "Now", d.spec.States[d.subject.Machine.State(m)].Value)
}

// resume looks at a machine that goes on with a snapshot: its values are equal ones,
// and its timers run.
func (d *script) resume(m any) {
	d.resumes = false
	restored, err := d.subject.RestoredFrom(d.now, m)
	d.now, d.fault = restored, cmp.Or(d.fault, err)
	if len(d.spec.Timers) == 0 {
		return
	}
	var unknown []int
	if d.timers.left == nil {
		unknown = d.oracle.Clocks.Running(d.began.From)
	}
	d.host.Want = d.restarts(unknown)
	if dues := d.subject.Access.DuesOf(m); dues != nil {
		d.timers.check(m, dues)
	}
}

// restarts returns what the host is told when timers that are due at an unknown time start again, and
// the machine comes to rest.
func (d *script) restarts(unknown []int) []oracle.Call {
	told := oracle.Telling{Said: saidLength}
	told.Start(d.bench.Oracle, d.began.From, unknown, 0)
	d.oracle.Teller.Steps(&told, d.began)
	for _, s := range d.began.Steps {
		for _, timer := range d.oracle.Moves[s.Row].Starts {
			if d.timers.left != nil {
				d.timers.left[timer] = 0 // it starts with its whole length
			}
		}
	}
	return d.oracle.Teller.InRun(told.Calls)
}

// see compares the machine with the oracle.
func (d *script) see(m any) {
	if err := d.subject.Compare(d.now, m); err != nil {
		d.blame("with %s to come: %w", d.oracle.Texts.Inputs(d.events), err)
	}
	if d.host != nil {
		d.fault = d.host.End(d.fault)
	}
}

// expect prepares for an event, and returns the row of the transition.
func (d *script) expect(m any, e oracle.Input) (row int) {
	c := d.oracle.Course(d.now, e)
	d.since = time.Now()
	if d.host != nil {
		d.host.Begin(m, e, c)
		d.host.Looks = false
		d.host.Want = d.oracle.Teller.InRun(d.host.Want)
		d.host.Event.Delay = saidLength
	}
	if d.subject.Machine.Observe != nil {
		d.steps = append(d.steps, d.subject.Observers.Told(c)...)
	}
	d.now = c.End
	d.parts.leaves(m, c)
	d.calls.allow(c.From, c)
	return c.Row
}

// expectFromRun prepares for an event that the run itself sends. It fills in what the event
// carries, but for cause.
func (d *script) expectFromRun(m any, event int, cause error) {
	e := d.draws.Fill(event, d.now, func(n int) int { return len(d.plan.Way) % max(n, 1) })
	if cause != nil && len(d.oracle.Layout.Carried[event]) > 0 {
		d.oracle.Layout.SetField(&e, 0, cause)
	}
	at := d.now
	if row := d.expect(m, e); row == oracle.Invalid || row >= 0 && d.oracle.Moves[row].Effect == oracle.Reject {
		d.want = d.subject.RefusalError(at, e, row)
	}
}

// because returns an expected error with the reasons that the host of a run has given, if it is a refusal.
func (d *script) because(want error) error {
	if d.host != nil && len(d.host.Reasons) > 0 {
		if refusal := cmp.Or(mirror.ErrorLike(want, d.subject.Machine.Errors.Rejected), mirror.ErrorLike(want, d.subject.Machine.Errors.Illegal)); refusal != nil {
			reflect.ValueOf(refusal).Elem().FieldByName("Reasons").Set(reflect.ValueOf(d.host.Reasons))
		}
	}
	return want
}
