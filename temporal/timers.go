package temporal

import (
	"slices"
	"time"

	"go.temporal.io/sdk/workflow"
)

// due returns the names of the timers that run, in order, and when they are due.
func (r *run[M, P, I, O]) due() ([]string, map[string]time.Time) {
	due := r.w.kind.Due(r.machine)
	var names []string
	for name := range due { //workflowcheck:ignore The result is sorted.
		names = append(names, name)
	}
	slices.Sort(names)
	return names, due
}

// stopTimers stops the timers that no longer run, or that have started anew.
func (r *run[M, P, I, O]) stopTimers() {
	_, due := r.due()
	for _, name := range sorted(r.timers) {
		if at, runs := due[name]; !runs || !at.Equal(r.timers[name].due) {
			r.timers[name].stop()
			delete(r.timers, name)
		}
	}
	for _, name := range sorted(r.fired) {
		if at, runs := due[name]; !runs || !at.Equal(r.fired[name]) {
			delete(r.fired, name)
		}
	}
}

// sorted returns the keys of a map in order.
func sorted[V any](m map[string]V) []string {
	var names []string
	for name := range m { //workflowcheck:ignore The result is sorted.
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// startTimers starts the timers that run in the machine. Each fires once.
func (r *run[M, P, I, O]) startTimers() {
	names, due := r.due()
	for _, name := range names {
		_, runs := r.timers[name]
		if _, fired := r.fired[name]; runs || fired {
			continue
		}
		ctx, cancel := workflow.WithCancel(r.ctx)
		t := &started{cancel: cancel, due: due[name]}
		r.timers[name] = t
		future := workflow.NewTimer(ctx, due[name].Sub(workflow.Now(ctx)))
		workflow.GoNamed(r.ctx, name, func(ctx workflow.Context) {
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
