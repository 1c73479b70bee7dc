package fsmtest_test

import "time"

// step is what observers are told.
type step struct {
	From  state
	Event event
	To    state
	Time  time.Time
}

type observed struct {
	machine   *door
	observers []func(step)
	busy      bool
}

func (m *door) Observe(clock func() time.Time, observer func(step)) *observed {
	if m.typed == nil {
		m.typed = &typedBlock{}
	}
	if m.typed.observed == nil {
		m.typed.observed = &observed{machine: m}
	}
	m.typed.observed.Observe(clock, observer)
	return m.typed.observed
}

func (o *observed) Observe(clock func() time.Time, observer func(step)) {
	o.observers = append(o.observers, func(s step) {
		if clock != nil && fault != "no time" {
			s.Time = clock()
		}
		observer(s)
	})
}

func (o *observed) step(e event, handle func() error) error {
	if o.busy && fault != "observers send events" {
		return &reentrantError{o.machine.state, e}
	}
	from, steps := o.machine.state, o.machine.steps
	if err := handle(); err != nil || o.machine.steps == steps {
		if fault == "told what is refused" {
			o.tell(from, e)
		}
		return err
	}
	o.tell(from, e)
	return nil
}

func (o *observed) tell(from state, e event) {
	o.busy = true
	if fault != "busy after a panic" {
		defer func() { o.busy = false }()
	}
	steps := o.machine.steps
	s := step{From: has("told another state", o.machine.state, from), Event: e, To: o.machine.state}
	for _, observer := range o.observers {
		observer(s)
		if o.machine.steps != steps && fault != "no panic of a stray event" {
			panic("door: an observer has sent an event to the machine that it observes")
		}
		if fault == "only the first observer" {
			break
		}
	}
	o.busy = false
}

func (o *observed) Close() error { return o.step(eventClose, o.machine.Close) }
func (o *observed) Push() error  { return o.step(eventPush, o.machine.Push) }
func (o *observed) Lock(cause error) error {
	return o.step(eventLock, func() error { return o.machine.Lock(cause) })
}

func (o *observed) Fire(t timer) error {
	if t != timerOpenClose {
		return o.machine.Fire(t)
	}
	return o.step(eventClose, func() error { return o.machine.Fire(t) })
}
