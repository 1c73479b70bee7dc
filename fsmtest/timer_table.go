package fsmtest

import "slices"

// timerTable says which timers run in which states. Timers are indices of Spec.Timers.
type timerTable struct{ timers []timer }

// timer is a timer with its names looked up.
type timer struct {
	runs  []bool // by state
	deaf  []bool // by state
	event int
	// in reports whether it runs in one of the states, which depends on where a region is, or is nil.
	in func(any) bool
}

// lookupTimers looks up the names of timers.
func (o *oracle) lookupTimers() {
	for _, t := range o.Timers {
		known := timer{runs: make([]bool, len(o.States)), deaf: make([]bool, len(o.States)), event: o.eventNamed(t.Event), in: t.In}
		for _, name := range t.States {
			known.runs[o.stateNamed(name)] = true
		}
		for _, name := range t.Deaf {
			known.deaf[o.stateNamed(name)] = true
		}
		o.timers = append(o.timers, known)
	}
}

func (o *oracle) timerNamed(name string) int {
	return known(name, slices.IndexFunc(o.Timers, func(t Timer[any]) bool { return t.Name == name }))
}

// ticks reports whether a timer is one of a configuration: it runs there, unless it has expired.
func (r *timerTable) ticks(timer int, m Config) bool {
	t := &r.timers[timer]
	return t.runs[m.state] && (t.in == nil || t.in(m.vars))
}

// alive reports whether a timer runs in a configuration, and has not expired.
func (r *timerTable) alive(timer int, m Config) bool {
	return r.ticks(timer, m) && !(timer < len(m.expired) && m.expired[timer])
}

// expiring returns the timers that have expired after a step by a row that the timer fired has raised; -1: none has. A timer that the step
// stops, or starts again, has not expired.
func (r *timerTable) expiring(m, to Config, by *row, fired int) []bool {
	if by.effect != Take || fired < 0 && m.expired == nil {
		return m.expired
	}
	expired := make([]bool, len(r.timers))
	for i := range r.timers {
		before := i == fired || i < len(m.expired) && m.expired[i]
		expired[i] = before && r.ticks(i, to) && !slices.Contains(by.starts, i)
	}
	if !slices.Contains(expired, true) {
		return nil
	}
	return expired
}

// raising returns the timers that run, have not expired, and raise an event.
func (r *timerTable) raising(m Config, event int) (timers []int) {
	for i, t := range r.timers {
		if t.event == event && r.alive(i, m) {
			timers = append(timers, i)
		}
	}
	return timers
}

// running returns the timers of a configuration.
func (r *timerTable) running(m Config) (timers []int) {
	for i := range r.timers {
		if r.ticks(i, m) {
			timers = append(timers, i)
		}
	}
	return timers
}

// stops returns the timers that a transition from m stops: those that do not
// run on, and those that start again.
func (r *timerTable) stops(m, to Config, starts []int) (timers []int) {
	for i := range r.timers {
		if r.ticks(i, m) && (!r.ticks(i, to) || slices.Contains(starts, i)) {
			timers = append(timers, i)
		}
	}
	return timers
}

// fired returns the timer that raises an event, or -1.
func (r *timerTable) fired(m Config, e Input) int {
	if timers := r.raising(m, e.event); e.timed > 0 && e.timed <= len(timers) {
		return timers[e.timed-1]
	}
	return -1
}
