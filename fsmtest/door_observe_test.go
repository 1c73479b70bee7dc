package fsmtest_test

import "time"

// step is what observers are told.
type step struct {
	From  state
	Event event
	To    state
	Time  time.Time
}

// refusal is what they are told of an event that is refused.
type refusal struct {
	State state
	Event event
	Err   error
	Time  time.Time
}

type observers struct {
	steps    []func(step)
	refusals []func(refusal)
}

// The bits of the mode of a door.
const (
	modeBusy = 1 << iota
	modeTelling
	modeObserved
)

func (m *door) observers() *observers {
	if m.observed == nil {
		m.observed = &observers{}
	}
	m.mode |= modeObserved
	return m.observed
}

// forget removes the observers of steps but for the first ones.
func (m *door) forget(n int) {
	o := m.observers()
	if fault != "observers of a run stay" {
		o.steps = o.steps[:n]
	}
	if len(o.steps)+len(o.refusals) == 0 && fault != "a run leaves a mode" {
		m.observed = nil
		m.mode &^= modeObserved
	}
}

func (m *door) Observe(clock func() time.Time, observer func(step)) {
	o := m.observers()
	o.steps = append(o.steps, func(s step) {
		if clock != nil && fault != "no time" {
			s.Time = clock()
		}
		observer(s)
	})
}

func (m *door) ObserveRefusals(clock func() time.Time, observer func(refusal)) {
	o := m.observers()
	o.refusals = append(o.refusals, func(r refusal) {
		if clock != nil {
			r.Time = clock()
		}
		observer(r)
	})
}

func (m *door) observe(e event, handle func() error) error {
	if m.mode != modeObserved && fault != "observers send events" {
		return &reentrantError{m.state, e}
	}
	from, before, o := m.state, m.steps, m.observed.steps
	s := func() step { return step{From: has("told another state", m.state, from), Event: e, To: m.state} }
	if err := m.direct(handle); err != nil {
		if fault == "told what is refused" {
			m.report(func() { o[0](s()) })
		}
		return m.refuse(e, err)
	}
	if m.steps == before || fault == "only typed states are observed" {
		return nil
	}
	m.report(func() {
		for _, observer := range o {
			observer(s())
			if fault == "only the first observer" {
				break
			}
		}
	})
	return nil
}

func (m *door) direct(handle func() error) error {
	m.mode = 0
	defer func() { m.mode |= modeObserved }()
	return handle()
}

func (m *door) refuse(e event, err error) error {
	if m.mode != modeObserved || fault == "refusals are not told" {
		return err
	}
	r := refusal{State: m.state, Event: has("told another event", (e+1)%3, e), Err: err}
	o := m.observed.refusals
	m.report(func() {
		for _, observer := range o {
			observer(r)
		}
	})
	return err
}

func (m *door) report(call func()) {
	m.mode |= modeTelling
	if fault != "busy after a panic" {
		defer func() { m.mode &^= modeTelling }()
	}
	call()
	m.mode &^= modeTelling
}
