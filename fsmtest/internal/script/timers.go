package script

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/fsmgen/fsmgen/fsmtest/internal/draw"
	"github.com/fsmgen/fsmgen/fsmtest/internal/mirror"
	"github.com/fsmgen/fsmgen/fsmtest/internal/oracle"
	"github.com/fsmgen/fsmgen/fsmtest/internal/subject"
)

// saidLength is how long timers take whose length the program says.
const saidLength = 1000 * time.Hour

// timers is what a script knows of the timers of its run.
type timers struct {
	script  *script
	spec    *oracle.Spec
	oracle  *oracle.Oracle
	subject *subject.Subject
	fires   bool            // a timer of the present state fires next
	firedAt uint64          // transitions until then
	unfired oracle.Config   // the configuration until then
	rests   bool            // it is over, but does nothing here
	pending bool            // it is about to be over
	before  uint64          // transitions until then
	late    oracle.Config   // the configuration after its event
	over    time.Duration   // after which it is over
	left    []time.Duration // what remains of timers when the run begins, by timer; nil: their length
	last    context.Context // of the call before, if it was to end with that
}

// outlived checks that the context of the call before has ended, and keeps this one.
func (d *timers) outlived(ctx context.Context) {
	if len(d.spec.Timers)+len(d.spec.Calls) == 0 {
		return
	}
	if d.last != nil && d.last.Err() == nil {
		d.script.blame("the context of a handler's method is not canceled after the method returns")
	}
	d.last = nil
	if _, limited := ctx.Deadline(); (limited || len(d.spec.Calls) > 0) && d.script.plan.Way != CancelledByDeadline {
		d.last = ctx
	}
}

// rewind lets a timer be over soon, or at once, and prepares for its event.
func (d *timers) rewind(m any) {
	dues := d.subject.Access.DuesOf(m)
	if dues == nil || d.script.plan.Way != Over && !strings.HasPrefix(string(d.script.plan.Way), string(Waits)) || !d.oracle.Clocks.Alive(d.script.plan.Timer, d.script.now) {
		return
	}
	if d.script.plan.Way == Over {
		d.over = -time.Second
	}
	d.script.see(m)
	d.script.stopped = true
	d.check(m, dues)
	for i, due := range dues {
		if !due.IsZero() {
			dues[i] = time.Now().Add(time.Hour)
		}
	}
	*d.subject.Due(dues, d.script.plan.Timer) = time.Now().Add(d.over)
	if d.oracle.Clocks.Timers[d.script.plan.Timer].Deaf[d.script.now.State] {
		d.rests = true
		return
	}
	before := d.script.now
	if !d.subject.Typed.Attends(before.State) && d.script.parts.ignoredSoon() {
		return
	}
	d.script.expectFromRun(m, d.oracle.Clocks.Timers[d.script.plan.Timer].Event, nil)
	d.pending, d.before, d.late, d.script.now = true, d.subject.Access.StepsOf(m), d.script.now, before
}

// leave changes a snapshot so that what remains of its timers is less than their length, or nothing
// is known of them.
func (d *timers) leave(snapshot []byte, m oracle.Config, unknown bool) []byte {
	var whole, timers draw.Object
	if json.Unmarshal(snapshot, &whole) != nil || json.Unmarshal(whole["timers"], &timers) != nil {
		return snapshot // other tests say what is wrong
	}
	if unknown {
		delete(whole, "timers")
	} else {
		d.left = make([]time.Duration, len(d.spec.Timers))
		for _, i := range d.oracle.Clocks.Running(m) {
			t := &d.spec.Timers[i]
			if d.left[i] = t.Lasts(m.Vars, saidLength); d.left[i] > 4*time.Second {
				d.left[i] -= d.left[i] / 8
			}
			if string(timers[t.Name]) != "null" { // it has expired
				timers[t.Name] = []byte(time.Now().Add(d.left[i]).Format(`"` + time.RFC3339Nano + `"`))
			}
		}
		whole["timers"], _ = json.Marshal(timers)
	}
	text, err := json.Marshal(whole)
	if err != nil {
		return snapshot
	}
	return text
}

// check checks which timers run, and for how long. When a run has begun with a snapshot, less
// remains of some, and some have expired.
func (d *timers) check(m any, dues []time.Time) {
	listed, err := d.subject.TimingOf(m)
	if err != nil {
		d.script.blame("%w", err)
		return
	}
	for i, t := range d.spec.Timers {
		due, runs, length := *d.subject.Due(dues, i), d.oracle.Clocks.Ticks(i, d.script.now) && listed.Listed[i], t.Lasts(d.script.now.Vars, saidLength)
		most := length
		if t.Delay != nil {
			most += time.Minute
		}
		if d.left != nil && d.left[i] > 0 {
			length = d.left[i]
		}
		if d.left != nil && d.left[i] > 0 && d.script.resuming {
			most = d.left[i]
		}
		left := time.Until(due)
		switch {
		case runs == due.IsZero():
			d.script.blame("timer %s runs: %t", t.Name, !runs)
		case runs && (left > most || left < length-10*time.Minute):
			d.script.blame("timer %s fires in %v", t.Name, left)
		}
	}
}

// fireNext lets Run raise the next event, if it is internal, before it calls the handler again: the
// timer is over.
func (d *timers) fireNext(m any) {
	e := d.script.events[0]
	if !d.spec.Events[e.Event].Internal {
		return
	}
	d.script.see(m)
	dues := d.subject.Access.DuesOf(m)
	if dues == nil {
		d.script.blame("the run has no timers")
		return
	}
	*d.subject.Due(dues, d.oracle.Clocks.Raising(d.script.now, e.Event)[e.Timed-1]) = time.Now().Add(-time.Second)
	d.fires, d.firedAt, d.unfired = true, d.subject.Access.StepsOf(m), d.script.now
	d.script.expect(m, e)
	d.script.events = d.script.events[1:]
}

// drivable reports whether a handler can have Run make transitions: it sends events in states for which it has a method,
// and lets Run raise an internal event after one that it has sent itself. Calls have their results at any time; a call that
// fails without an error has not failed.
func (d *timers) drivable(from oracle.Config, events []oracle.Input) bool {
	sent := false // the event before
	for _, e := range events {
		internal, result := d.spec.Events[e.Event].Internal, d.oracle.Calls.IsResult(e.Event)
		if internal && !sent || !internal && !result && !d.subject.Parts().Sendable(from, e.Event) || result && d.oracle.FailsWithout(e) {
			return false
		}
		from, _ = d.oracle.Step(from, e)
		sent = !internal && !result
	}
	return true
}

// waitFor is in a state whose timer is about to be over.
func (d *timers) waitFor(ctx context.Context) (any, error) {
	d.script.now = d.late
	name := d.spec.Timers[d.script.plan.Timer].Name
	if d.script.plan.Way == Over {
		d.script.blame("timer %s fired without effect", name)
		return nil, d.script.done
	}
	if d.script.plan.Way == waitsSilently {
		return nil, nil
	}
	endsSoon(ctx)
	fired := mirror.ErrorLike(context.Cause(ctx), d.subject.Machine.Errors.Fired)
	if fired == nil || !mirror.FieldsAre(fired, "Timer", d.spec.Timers[d.script.plan.Timer].Value) {
		d.script.blame("timer %s fired; the cause is %v", name, context.Cause(ctx))
		return nil, d.script.done
	}
	if d.script.plan.Way == Waits {
		return nil, fmt.Errorf("wrapped: %w", ctx.Err())
	}
	return nil, fmt.Errorf("wrapped: %w", context.Cause(ctx))
}
