package temporal

import (
	"time"

	"go.temporal.io/sdk/workflow"
)

// stopTimers stops the timers that no longer run, or that have started anew.
func (r *run[M, P, I, O]) stopTimers() {
	due := r.w.kind.Due(r.machine)
	for _, name := range workflow.DeterministicKeys(r.timers) {
		if at, runs := due[name]; !runs || !at.Equal(r.timers[name].due) {
			r.timers[name].stop()
			delete(r.timers, name)
		}
	}
	for _, name := range workflow.DeterministicKeys(r.fired) {
		if at, runs := due[name]; !runs || !at.Equal(r.fired[name]) {
			delete(r.fired, name)
		}
	}
}

// now is the time of a step. It is after each time at which a timer was due that has fired: a timer that starts again has another one then,
// even if its duration is zero.
func (r *run[M, P, I, O]) now(ctx workflow.Context) time.Time {
	now := workflow.Now(ctx)
	for _, name := range workflow.DeterministicKeys(r.fired) {
		if due := r.fired[name]; !now.After(due) {
			now = due.Add(time.Nanosecond)
		}
	}
	return now
}

// startTimers starts the timers that run in the machine. Each fires once.
func (r *run[M, P, I, O]) startTimers() {
	due := r.w.kind.Due(r.machine)
	for _, name := range workflow.DeterministicKeys(due) {
		_, runs := r.timers[name]
		if _, fired := r.fired[name]; runs || fired {
			continue
		}
		ctx, cancel := workflow.WithCancel(r.ctx)
		t := &started{cancel: cancel, due: due[name]}
		r.timers[name] = t
		future := workflow.NewTimer(ctx, due[name].Sub(workflow.Now(ctx)))
		r.results.await(name, future, t, func(ctx workflow.Context) {
			if future.Get(ctx, nil) != nil || t.stopped {
				return
			}
			r.fire(ctx, name, t)
		})
	}
}

// fire sends the event of a timer, unless the machine stops it before.
func (r *run[M, P, I, O]) fire(ctx workflow.Context, name string, t *started) {
	if r.timers[name] != t {
		return
	}
	t.stopped = true
	r.fired[name] = t.due
	delete(r.timers, name)
	if _, err := r.step(ctx, request{Timer: name}); err != nil && r.fired[name].Equal(t.due) {
		// Otherwise, another step has stopped the timer while it was firing.
		r.fail(name, "", err)
	}
	r.changed = true
}
