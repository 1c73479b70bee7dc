package oracle

import (
	"slices"
	"strings"
	"time"
)

// Telling is what the host is told during a course.
type Telling struct {
	Calls []Call // all, in order
	// Outputs are those of outputs and those that start and stop calls among them, and Delays those that ask how long timers take.
	Outputs, Delays []Call
	// After has the configuration of the machine at each call, and Done the number of steps
	// that are complete then.
	After []Config
	Done  []int
	Early int           // calls before the event
	Said  time.Duration // the length of the last timer whose length the host says
}

// Methods returns the names of the methods that are called, without those that repeat.
func (t *Telling) Methods() string {
	var names []string
	for _, c := range t.Calls {
		if m := c.Method(); !slices.Contains(names, m) {
			names = append(names, m)
		}
	}
	slices.Sort(names)
	return strings.Join(names, " ")
}

// add appends calls, each in a configuration and after so many complete steps.
func (t *Telling) add(calls []Call, at Config, done int) {
	for _, c := range calls {
		t.Calls, t.After, t.Done = append(t.Calls, c), append(t.After, at), append(t.Done, done)
	}
}

// emit appends calls of outputs.
func (t *Telling) emit(calls []Call, at Config, done int) {
	t.Outputs = append(t.Outputs, calls...)
	t.add(calls, at, done)
}

// Start appends the calls that start timers, and those that ask how long they take. It returns the configuration after them.
func (t *Telling) Start(o *Oracle, m Config, timers []int, done int) Config {
	for _, i := range timers {
		timer := &o.Spec.Timers[i]
		if timer.Delay != nil {
			ask := timer.Delay(m.Vars)
			t.Delays = append(t.Delays, ask)
			t.add([]Call{ask}, m, done)
			t.Said++
		}
		m = m.begun(i)
		t.add([]Call{{"Now"}, {"StartTimer", timer.Value, m.Start(i), timer.Lasts(m.Vars, t.Said)}}, m, done)
	}
	return m
}

// Teller says what the host is told.
type Teller struct {
	spec   *Spec
	oracle *Oracle
}

// InRun returns the calls but for those that start and stop timers and calls, and ask for the time: Run keeps
// all that by itself. A machine without timers or calls may have outputs of those names.
func (o *Teller) InRun(calls []Call) []Call {
	return slices.DeleteFunc(calls, func(c Call) bool {
		switch name := c.Method(); {
		case len(o.spec.Timers) > 0 && (name == "Now" || name == "StartTimer" || name == "StopTimer"):
			return true
		case len(o.spec.Calls) > 0 && name == "StopCall":
			return true
		default:
			return slices.ContainsFunc(o.spec.Calls, func(k Callee) bool { return k.Start == name })
		}
	})
}

// Opening returns what the host is told when a machine begins, in order.
func (o *Teller) Opening(c Course) Telling {
	var t Telling
	if o.spec.Start != nil {
		t.emit(o.spec.Start(c.From.Vars), c.From, 0)
	}
	at := t.Start(o.oracle, o.oracle.Clocks.Unstarted(c.From), o.oracle.Clocks.Running(c.From), 0)
	t.invoke(o.oracle, at, c.From, o.oracle.Calls.invokedIn(c.From), 0)
	o.Steps(&t, c)
	return t
}

// Start returns what the host is told when a machine with the parameters of c begins, in order.
func (o *Teller) Start(c any) []Call { return o.Opening(o.oracle.Opening(c)).Calls }

// Course returns what the host is told during the course of an event, in order.
func (o *Teller) Course(c Course, e Input) Telling {
	t := Telling{Said: e.Delay}
	o.Steps(&t, c)
	return t
}

// Steps adds what the host is told of each step.
func (o *Teller) Steps(t *Telling, c Course) {
	for i, s := range c.Steps {
		if i == c.Early {
			t.Early = len(t.Calls)
		}
		r := &o.oracle.Moves[s.Row]
		at := o.oracle.Calls.entered(s)
		at.Starts = s.From.Starts
		for _, timer := range o.oracle.Clocks.stops(s.From, s.To, r.Starts) {
			t.add([]Call{{"StopTimer", o.spec.Timers[timer].Value, at.Start(timer)}}, at, i)
		}
		at = t.cancel(o.oracle, at, s, i)
		if emits := o.spec.Rows[s.Row].Emits; emits != nil {
			t.emit(emits(s.From.Vars, s.Input.Payload), at, i)
		}
		at = t.Start(o.oracle, at, r.Starts, i)
		t.invoke(o.oracle, at, s.To, r.invokes, i)
	}
	if c.Early == len(c.Steps) {
		t.Early = len(t.Calls)
	}
}
