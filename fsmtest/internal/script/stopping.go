package script

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/fsmtest/internal/host"
	"github.com/fsmgen/fsmgen/fsmtest/internal/oracle"
	"github.com/fsmgen/fsmgen/fsmtest/internal/subject"
)

// stop stops in the way that is asked for, if that is possible here.
func (d *script) stop(ctx context.Context, s any) (any, error) {
	runs := func(t int) bool {
		return d.oracle.Clocks.Alive(t, d.now) && !d.oracle.Clocks.Timers[t].Deaf[d.now.State]
	}
	switch {
	case d.timers.rests:
		if dues := d.subject.Access.DuesOf(subject.MachineOf(s)); dues != nil && d.subject.Due(dues, d.plan.Timer).IsZero() {
			d.blame("timer %s, whose event is ignored here, no longer runs", d.spec.Timers[d.plan.Timer].Name)
		}
	case d.stopped:
		if ctx.Err() != nil {
			d.blame("the machine has handled the event, but the context of the handler is canceled")
		}
	case d.plan.Way == idle && !slices.ContainsFunc(d.oracle.Clocks.Running(d.now), runs) && len(d.oracle.Calls.Invoked(d.now)) == 0:
		d.stopped, d.want = true, d.noEvent(s)
		return nil, nil
	case d.plan.Way == idle && (d.oracle.Clocks.Patient() || len(d.spec.Timers) == 0) && d.fits(s): // nil would wait for the timer or the call
		d.stopped, d.want = true, d.noEvent(s)
		return s, nil
	case strings.HasPrefix(string(d.plan.Way), string(cancelled)):
		d.stopped = true
		return d.cancelIn(ctx, subject.MachineOf(s))
	case d.plan.Way == errs && d.parts.at != nil:
		if after, err, done := d.parts.mistake(); done {
			return after, err
		}
	case d.plan.Way == overtakes && d.parts.at == nil:
		if after, err, done := d.calls.overtake(ctx, s); done {
			return after, err
		}
	case d.plan.Way == failsEarly:
		d.done = errors.Join(context.Canceled, context.DeadlineExceeded)
	case d.lingers() && d.parts.at != nil:
		if after, done := d.parts.linger(); done {
			return after, nil
		}
	case d.crashes():
		d.want = d.done
		if calls := d.oracle.Calls.Invoked(d.now); len(calls) > 0 && d.savedAt%2 == 0 {
			d.calls.works.Give(d.spec.Calls[calls[0]].Name, host.Answer{Panics: d.crash})
			if !endsSoon(ctx) {
				d.blame("the run goes on after call %s has panicked", d.spec.Calls[calls[0]].Name)
			}
			return nil, ctx.Err()
		}
		d.crash()
	}
	d.want = d.done
	return nil, d.done
}

// noEvent is the error of a run whose handler makes no transition.
func (d *script) noEvent(s any) error {
	return subject.ErrorWith(d.subject.Machine.Errors.NoEvent, "State", d.spec.States[d.subject.Typed.State(s)].Value)
}

// cancellation returns the event that Run sends when its context is canceled, or -1, and whether the present state
// ignores it.
func (d *script) cancellation() (event int, deaf bool) {
	event = slices.IndexFunc(d.spec.Events, func(e oracle.Event) bool { return e.Cancellation })
	return event, event >= 0 && slices.Contains(d.spec.Events[event].Deaf, d.spec.States[d.now.State].Name)
}

// cancelIn ends the context of the run.
func (d *script) cancelIn(ctx context.Context, m any) (any, error) {
	event, deaf := d.cancellation()
	d.parts.mutex.Lock()
	d.parts.canceled = true
	d.parts.mutex.Unlock()
	d.cancel(d.cause)
	if d.plan.Way == CancelledByDeadline && !deaf {
		<-ctx.Done() // which may be a little later
	}
	switch d.plan.Way {
	case cancelledAndFailsAsOthers:
		d.done = fmt.Errorf("another context: %w", context.DeadlineExceeded)
		fallthrough
	case cancelledAndFails:
		d.want = d.done
		return nil, d.done
	}
	switch {
	case deaf:
		// Nothing would come of it, so that the handler does not learn it.
		d.want = d.done
		if ctx.Err() != nil {
			d.blame("the context is canceled in a state that ignores this")
		}
		return nil, d.done
	case event < 0 || !d.oracle.Lists(d.now, event):
		d.want = d.cause
	default:
		d.expectFromRun(m, event, d.cause)
	}
	switch d.plan.Way {
	case cancelled, CancelledByDeadline:
		return nil, fmt.Errorf("wrapped: %w", ctx.Err())
	case cancelledByCause:
		return nil, fmt.Errorf("wrapped: %w", context.Cause(ctx))
	}
	return nil, nil
}
