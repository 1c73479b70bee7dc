package fsmtest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// stop stops in the way that is asked for, if that is possible here.
func (d *script) stop(ctx context.Context, s any) (any, error) {
	runs := func(t int) bool { return d.alive(t, d.oracle) && !d.timers[t].deaf[d.oracle.state] }
	switch {
	case d.rests:
		if dues := d.duesOf(machineOf(s)); dues != nil && d.due(dues, d.timer).IsZero() {
			d.blame("timer %s, whose event is ignored here, no longer runs", d.Timers[d.timer].Name)
		}
	case d.stopped:
		if ctx.Err() != nil {
			d.blame("the machine has handled the event, but the context of the handler is canceled")
		}
	case d.way == idle && !slices.ContainsFunc(d.running(d.oracle), runs) && len(d.invoked(d.oracle)) == 0:
		d.stopped, d.want = true, d.noEvent(s)
		return nil, nil
	case d.way == idle && (d.patient() || len(d.Timers) == 0) && d.fits(s): // nil would wait for the timer or the call
		d.stopped, d.want = true, d.noEvent(s)
		return s, nil
	case strings.HasPrefix(string(d.way), string(cancelled)):
		d.stopped = true
		return d.cancelIn(ctx, machineOf(s))
	case d.way == errs && d.at != nil:
		if after, err, done := d.mistake(); done {
			return after, err
		}
	case d.way == overtakes && d.at == nil:
		if after, err, done := d.overtake(ctx, s); done {
			return after, err
		}
	case d.way == failsEarly:
		d.done = errors.Join(context.Canceled, context.DeadlineExceeded)
	case d.lingers() && d.at != nil:
		if after, done := d.linger(); done {
			return after, nil
		}
	case d.crashes():
		d.want = d.done
		if calls := d.invoked(d.oracle); len(calls) > 0 && d.savedAt%2 == 0 {
			d.works.give(d.Calls[calls[0]].Name, answer{panics: d.crash})
			if !endsSoon(ctx) {
				d.blame("the run goes on after call %s has panicked", d.Calls[calls[0]].Name)
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
	return errorWith(d.Errors.NoEvent, "State", d.States[d.stateOf(s)].Value)
}

// cancellation returns the event that Run sends when its context is canceled, or -1, and whether the present state
// ignores it.
func (d *script) cancellation() (event int, deaf bool) {
	event = slices.IndexFunc(d.Events, func(e Event[any, any]) bool { return e.Cancellation })
	return event, event >= 0 && slices.Contains(d.Events[event].Deaf, d.States[d.oracle.state].Name)
}

// cancelIn ends the context of the run.
func (d *script) cancelIn(ctx context.Context, m any) (any, error) {
	event, deaf := d.cancellation()
	d.beside.mutex.Lock()
	d.canceled = true
	d.beside.mutex.Unlock()
	d.cancel(d.cause)
	if d.way == cancelledByDeadline && !deaf {
		<-ctx.Done() // which may be a little later
	}
	switch d.way {
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
	case event < 0 || !d.lists(d.oracle, event):
		d.want = d.cause
	default:
		d.expectFromRun(m, event, d.cause)
	}
	switch d.way {
	case cancelled, cancelledByDeadline:
		return nil, fmt.Errorf("wrapped: %w", ctx.Err())
	case cancelledByCause:
		return nil, fmt.Errorf("wrapped: %w", context.Cause(ctx))
	}
	return nil, nil
}
