package oracle

import (
	"slices"
	"time"
)

// Clocks says which timers run in which states. Timers are indices of Spec.Timers.
type Clocks struct {
	spec   *Spec
	Timers []Clock // in the order of Spec.Timers
}

// Clock is a timer with its names looked up.
type Clock struct {
	runs  []bool // by state
	Deaf  []bool // by state
	Event int    // that it raises
	// in reports whether it runs in one of the states, which depends on where a region is, or is nil.
	in func(any) bool
}

// lookupTimers looks up the names of timers.
func (o *Oracle) lookupTimers() {
	for _, t := range o.Spec.Timers {
		known := Clock{runs: make([]bool, len(o.Spec.States)), Deaf: make([]bool, len(o.Spec.States)), Event: o.eventNamed(t.Event), in: t.In}
		for _, name := range t.States {
			known.runs[o.stateNamed(name)] = true
		}
		for _, name := range t.Deaf {
			known.Deaf[o.stateNamed(name)] = true
		}
		o.Clocks.Timers = append(o.Clocks.Timers, known)
	}
}

func (o *Oracle) timerNamed(name string) int {
	return known(name, slices.IndexFunc(o.Spec.Timers, func(t Timer) bool { return t.Name == name }))
}

// Ticks reports whether a timer is one of a configuration: it runs there, unless it has expired.
func (c *Clocks) Ticks(timer int, m Config) bool {
	t := &c.Timers[timer]
	return t.runs[m.State] && (t.in == nil || t.in(m.Vars))
}

// Alive reports whether a timer runs in a configuration, and has not expired.
func (c *Clocks) Alive(timer int, m Config) bool {
	return c.Ticks(timer, m) && !(timer < len(m.Expired) && m.Expired[timer])
}

// expiring returns the timers that have expired after a step by a row that the timer fired has raised; -1: none has. A timer that the step
// stops, or starts again, has not expired.
func (c *Clocks) expiring(m, to Config, by *Move, fired int) []bool {
	if by.Effect != Take || fired < 0 && m.Expired == nil {
		return m.Expired
	}
	expired := make([]bool, len(c.Timers))
	for i := range c.Timers {
		before := i == fired || i < len(m.Expired) && m.Expired[i]
		expired[i] = before && c.Ticks(i, to) && !slices.Contains(by.Starts, i)
	}
	if !slices.Contains(expired, true) {
		return nil
	}
	return expired
}

// Raising returns the timers that run, have not expired, and raise an event.
func (c *Clocks) Raising(m Config, event int) (timers []int) {
	for i, t := range c.Timers {
		if t.Event == event && c.Alive(i, m) {
			timers = append(timers, i)
		}
	}
	return timers
}

// Running returns the timers of a configuration.
func (c *Clocks) Running(m Config) (timers []int) {
	for i := range c.Timers {
		if c.Ticks(i, m) {
			timers = append(timers, i)
		}
	}
	return timers
}

// stops returns the timers that a transition from m stops: those that do not
// run on, and those that start again.
func (c *Clocks) stops(m, to Config, starts []int) (timers []int) {
	for i := range c.Timers {
		if c.Ticks(i, m) && (!c.Ticks(i, to) || slices.Contains(starts, i)) {
			timers = append(timers, i)
		}
	}
	return timers
}

// Fired returns the timer that raises an event, or -1.
func (c *Clocks) Fired(m Config, e Input) int {
	if timers := c.Raising(m, e.Event); e.Timed > 0 && e.Timed <= len(timers) {
		return timers[e.Timed-1]
	}
	return -1
}

// Hurries reports whether there are timers that could be over before a test is.
func (c *Clocks) Hurries() bool { return c.shorter(time.Second) }

// Patient reports whether there are timers, none of which can be over before a test is
// done, on a slow machine.
func (c *Clocks) Patient() bool { return len(c.spec.Timers) > 0 && !c.shorter(20*time.Second) }

// shorter reports whether a timer takes a constant time that is less than some, or may if that is an expression.
func (c *Clocks) shorter(than time.Duration) bool {
	return slices.ContainsFunc(c.spec.Timers, func(t Timer) bool { return (t.Length > 0 || t.LengthOf != nil) && t.Length < than })
}
