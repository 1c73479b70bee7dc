package scxmltest

import (
	"slices"
	"strings"
	"time"

	"github.com/fsmgen/fsmgen/internal/interp"
	"github.com/fsmgen/fsmgen/spec/core"
)

// maxSteps bounds the steps without an event after one event.
const maxSteps = 10_000

// interpret plays the script on the interpreter. It also returns the states in which the machine has handled everything but what
// it has sent to itself, at the start and after each event.
func (d *document) interpret() (r run, passed [][][]string, err error) {
	var texts []string
	m := &interp.Machine{Core: d.machine, Intern: func(s string) int64 {
		if !slices.Contains(texts, s) {
			texts = append(texts, s)
		}
		return int64(slices.Index(texts, s))
	}}
	m.Intern("")
	c, err := m.Initial()
	if err != nil {
		return nil, nil, err
	}
	outputs, err := m.Opening(c)
	if err != nil {
		return nil, nil, err
	}
	clock := &clock{machine: d.machine}
	clock.start(d.machine.Begins())
	passed = append(passed, nil)
	step := func(event int) (bool, error) {
		s, err := m.Step(c, interp.Input{Event: event})
		if err != nil {
			return false, err
		}
		if s.Transition >= 0 && (strings.HasPrefix(d.machine.Transitions[s.Transition].Handles, "sent_") || d.waits(c)) {
			passed[len(passed)-1] = append(passed[len(passed)-1], d.active(c))
		}
		c, outputs = s.Next, append(outputs, s.Outputs...)
		clock.stop(s.Stops)
		clock.start(s.Starts)
		return s.Transition >= 0, nil
	}
	rest := func() error {
		for range maxSteps {
			if again, err := step(d.machine.Eventless()); err != nil || !again {
				return err
			}
		}
		return nil
	}
	see := func() {
		now := seen{States: d.active(c)}
		for _, o := range outputs {
			now.Outputs = append(now.Outputs, d.machine.Outputs[o.Output].Name)
		}
		r, outputs = append(r, now), nil
	}
	if err := rest(); err != nil {
		return nil, nil, err
	}
	see()
	for _, e := range d.script.Events {
		passed = append(passed, nil)
		for until := clock.now + time.Duration(e.After)*time.Millisecond; ; {
			timer, ok := clock.next(until)
			if !ok {
				break
			}
			if _, err := step(d.machine.Timers[timer].Event); err != nil {
				return nil, nil, err
			}
			if err := rest(); err != nil {
				return nil, nil, err
			}
		}
		if i := d.event(e.Event.Name); i >= 0 {
			if _, err := step(i); err != nil {
				return nil, nil, err
			}
		}
		if err := rest(); err != nil {
			return nil, nil, err
		}
		see()
	}
	return r, passed, nil
}

// clock has the timers that run, in the order in which they were started.
type clock struct {
	machine *core.Machine
	now     time.Duration
	timers  []int
	due     []time.Duration
}

func (c *clock) start(timers []int) {
	for _, t := range timers {
		c.timers, c.due = append(c.timers, t), append(c.due, c.now+c.machine.Timers[t].Constant)
	}
}

func (c *clock) stop(timers []int) {
	for _, t := range timers {
		if i := slices.Index(c.timers, t); i >= 0 {
			c.timers, c.due = slices.Delete(c.timers, i, i+1), slices.Delete(c.due, i, i+1)
		}
	}
}

// next lets time pass until the first timer is due, and returns it. It is false if none is until then.
func (c *clock) next(until time.Duration) (int, bool) {
	if len(c.due) == 0 || slices.Min(c.due) > until {
		c.now = until
		return 0, false
	}
	c.now = slices.Min(c.due)
	timer := c.timers[slices.Index(c.due, c.now)]
	c.stop([]int{timer})
	return timer, true
}
