package fsmtest

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"
)

// saidLength is how long timers take whose length the program says.
const saidLength = 1000 * time.Hour

// ticking is what a script knows of the timers of its run.
type ticking struct {
	fires   bool            // a timer of the present state fires next
	firedAt uint64          // transitions until then
	unfired Config          // the configuration until then
	timer   int             // which is to be over
	rests   bool            // it is over, but does nothing here
	pending bool            // it is about to be over
	before  uint64          // transitions until then
	late    Config          // the configuration after its event
	over    time.Duration   // after which it is over
	left    []time.Duration // what remains of timers when the run begins, by timer; nil: their length
	last    context.Context // of the call before, if it was to end with that
}

// hurries reports whether there are timers that could be over before a test is.
func (h *harness) hurries() bool { return h.shorter(time.Second) }

// patient reports whether there are timers, none of which can be over before a test is
// done, on a slow machine.
func (h *harness) patient() bool { return len(h.Timers) > 0 && !h.shorter(20*time.Second) }

// shorter reports whether a timer takes a constant time that is less than some.
func (h *harness) shorter(than time.Duration) bool {
	return slices.ContainsFunc(h.Timers, func(t Timer[any]) bool { return t.Length > 0 && t.Length < than })
}

// due returns when a timer ends: dues are by the number of its constant.
func (h *harness) due(dues []time.Time, timer int) *time.Time {
	n := h.timerNumber(timer)
	if n >= len(dues) {
		return &time.Time{}
	}
	return &dues[n]
}

// outlived checks that the context of the call before has ended, and keeps this one.
func (d *script) outlived(ctx context.Context) {
	if len(d.Timers)+len(d.Calls) == 0 {
		return
	}
	if d.last != nil && d.last.Err() == nil {
		d.blame("the context of a handler's method is not canceled after the method returns")
	}
	d.last = nil
	if _, limited := ctx.Deadline(); (limited || len(d.Calls) > 0) && d.way != cancelledByDeadline {
		d.last = ctx
	}
}

// rewind lets a timer be over soon, or at once, and prepares for its event.
func (d *script) rewind(m any) {
	dues := d.duesOf(m)
	if dues == nil || d.way != over && !strings.HasPrefix(string(d.way), string(waits)) || !d.alive(d.timer, d.oracle) {
		return
	}
	if d.way == over {
		d.over = -time.Second
	}
	d.see(m)
	d.stopped = true
	d.checkDues(m, dues)
	for i, due := range dues {
		if !due.IsZero() {
			dues[i] = time.Now().Add(time.Hour)
		}
	}
	*d.due(dues, d.timer) = time.Now().Add(d.ticking.over)
	if d.timers[d.timer].deaf[d.oracle.state] {
		d.rests = true
		return
	}
	before := d.oracle
	if !d.attends(before.state) && d.ignoredSoon() {
		return
	}
	d.expectFromRun(m, d.timers[d.timer].event, nil)
	d.pending, d.before, d.late, d.oracle = true, *d.stepsOf(m), d.oracle, before
}

// leave changes a snapshot so that what remains of its timers is less than their length, or nothing
// is known of them.
func (d *script) leave(snapshot []byte, m Config, unknown bool) []byte {
	var whole, timers object
	if json.Unmarshal(snapshot, &whole) != nil || json.Unmarshal(whole["timers"], &timers) != nil {
		return snapshot // other tests say what is wrong
	}
	if unknown {
		delete(whole, "timers")
	} else {
		d.left = make([]time.Duration, len(d.Timers))
		for _, i := range d.running(m) {
			t := &d.Timers[i]
			if d.left[i] = t.Length; t.Delay != nil {
				d.left[i] = saidLength
			}
			if d.left[i] > 4*time.Second {
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

// checkDues checks which timers run, and for how long. When a run has begun with a snapshot, less
// remains of some, and some have expired.
func (d *script) checkDues(m any, dues []time.Time) {
	listed, err := d.timingOf(m)
	if err != nil {
		d.blame("%w", err)
		return
	}
	for i, t := range d.Timers {
		due, runs, length := *d.due(dues, i), d.ticks(i, d.oracle) && listed.listed[i], t.Length
		most := length
		if t.Delay != nil {
			length, most = saidLength, saidLength+time.Minute
		}
		if d.left != nil && d.left[i] > 0 {
			length = d.left[i]
		}
		if d.left != nil && d.left[i] > 0 && d.resuming {
			most = d.left[i]
		}
		left := time.Until(due)
		switch {
		case runs == due.IsZero():
			d.blame("timer %s runs: %t", t.Name, !runs)
		case runs && (left > most || left < length-10*time.Minute):
			d.blame("timer %s fires in %v", t.Name, left)
		}
	}
}

// fireNext lets Run raise the next event, if it is internal, before it calls the handler again: the
// timer is over.
func (d *script) fireNext(m any) {
	e := d.events[0]
	if !d.Events[e.event].Internal {
		return
	}
	d.see(m)
	dues := d.duesOf(m)
	if dues == nil {
		d.blame("the run has no timers")
		return
	}
	*d.due(dues, d.raising(d.oracle, e.event)[e.timed-1]) = time.Now().Add(-time.Second)
	d.fires, d.firedAt, d.unfired = true, *d.stepsOf(m), d.oracle
	d.expect(m, e)
	d.events = d.events[1:]
}

// drivable reports whether a handler can have Run make transitions: it sends events in states for which it has a method,
// and lets Run raise an internal event after one that it has sent itself. Calls have their results at any time; a call that
// fails without an error has not failed.
func (d *script) drivable(from Config, events []Input) bool {
	sent := false // the event before
	for _, e := range events {
		internal, result := d.Events[e.event].Internal, d.isResult(e.event)
		if internal && !sent || !internal && !result && !d.sides().sendable(from, e.event) || result && d.failsWithout(e) {
			return false
		}
		from, _ = d.step(from, e)
		sent = !internal && !result
	}
	return true
}

// waitFor is in a state whose timer is about to be over.
func (d *script) waitFor(ctx context.Context) (any, error) {
	d.oracle = d.late
	name := d.Timers[d.timer].Name
	if d.way == over {
		d.blame("timer %s fired without effect", name)
		return nil, d.done
	}
	if d.way == waitsSilently {
		return nil, nil
	}
	endsSoon(ctx)
	fired := errorLike(context.Cause(ctx), d.Errors.Fired)
	if fired == nil || !fieldsAre(fired, "Timer", d.Timers[d.timer].Value) {
		d.blame("timer %s fired; the cause is %v", name, context.Cause(ctx))
		return nil, d.done
	}
	if d.way == waits {
		return nil, fmt.Errorf("wrapped: %w", ctx.Err())
	}
	return nil, fmt.Errorf("wrapped: %w", context.Cause(ctx))
}
