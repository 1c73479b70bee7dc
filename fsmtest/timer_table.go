package fsmtest

import "slices"

// timerTable says which timers run in which states. Timers are indices of Spec.Timers.
type timerTable struct{ timers []timer }

// timer is a timer with its names looked up.
type timer struct {
	runs  []bool // by state
	deaf  []bool // by state
	event int
}

// lookupTimers looks up the names of timers.
func (o *oracle) lookupTimers() {
	for _, t := range o.Timers {
		known := timer{runs: make([]bool, len(o.States)), deaf: make([]bool, len(o.States)), event: o.eventNamed(t.Event)}
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

// raising returns the timers that run and raise an event.
func (r *timerTable) raising(m Config, event int) (timers []int) {
	for i, t := range r.timers {
		if t.event == event && t.runs[m.state] {
			timers = append(timers, i)
		}
	}
	return timers
}

// running returns the timers that run.
func (r *timerTable) running(m Config) (timers []int) {
	for i, t := range r.timers {
		if t.runs[m.state] {
			timers = append(timers, i)
		}
	}
	return timers
}

// stops returns the timers that a transition from m stops: those that do not
// run on, and those that start again.
func (r *timerTable) stops(m Config, to int, starts []int) (timers []int) {
	for i, t := range r.timers {
		if t.runs[m.state] && (!t.runs[to] || slices.Contains(starts, i)) {
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
