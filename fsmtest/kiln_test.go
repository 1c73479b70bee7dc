package fsmtest_test

import (
	"errors"
	"fmt"
	"time"
)

// A kiln, written by hand in the form of the generated code: Light has it warm up without further
// events, by one degree a step, until it is hot, and crack if that is too hot. Without heat it
// cracks when it begins. It has a host, observers, and columns.

type (
	kilnState uint8
	kilnEvent uint8
	// kilnComposite is the composite state Lit, around Warming and Hot.
	kilnComposite uint8
)

const (
	kilnCold kilnState = iota
	kilnWarming
	kilnHot
	kilnCracked
)

const (
	kilnLight kilnEvent = iota
	kilnDouse
	kilnAlways
)

type kilnParams struct{ Heat int }

func (p kilnParams) Validate() error {
	if p.Heat < 0 || p.Heat > 3 {
		return errors.New("kiln: Heat is out of range")
	}
	return nil
}

func kilnBound(heat int) int { return heat + has("the bound leaves out the last step", 2, 3) }

func (p kilnParams) MaxTransitions() int { return kilnBound(p.Heat) }

func kilnProgress(s kilnState, p kilnParams, degrees int) int {
	return [...]int{p.Heat + 3, p.Heat + 2 - has("progress does not fall", 0, degrees), 1, 0}[s]
}

// kilnMost is how often it ticks at most, and kilnLeft how often from a configuration on.
func kilnMost(heat int) int { return heat - has("the worst case leaves out a tick", 1, 0) }

func kilnLeft(s kilnState, p kilnParams, degrees int) int {
	return [...]int{p.Heat, max(0, p.Heat-degrees-has("what is left leaves out a tick", 1, 0)), 0, 0}[s]
}

type (
	kilnIllegalError struct {
		State   kilnState
		Event   kilnEvent
		Guards  []string
		Reasons []error
	}
	kilnReentrantError struct {
		State kilnState
		Event kilnEvent
	}
	kilnStep struct {
		From          kilnState
		Event         kilnEvent
		To            kilnState
		Before, After kilnValues
		Progress      int
		Time          time.Time
	}
	kilnRefusal struct {
		State kilnState
		Event kilnEvent
		Err   error
		Time  time.Time
	}
	kilnObservers struct {
		steps    []func(kilnStep)
		refusals []func(kilnRefusal)
	}
	kilnValues struct {
		Params  kilnParams
		State   kilnState
		Degrees int
	}
)

func (*kilnIllegalError) Error() string   { return "illegal" }
func (*kilnReentrantError) Error() string { return "reentrant" }

type kilnHost interface{ Tick(degrees int) }

type kiln struct {
	params   kilnParams
	host     kilnHost
	state    kilnState
	mode     uint8
	steps    uint64
	observed *kilnObservers
	degrees  int
	late     []int // ticks
}

func newKiln(p kilnParams, h kilnHost) (*kiln, error) {
	if err := p.Validate(); err != nil {
		return nil, err
	}
	if h == nil {
		return nil, errors.New("kiln: the machine has no host")
	}
	m := &kiln{params: p, host: h}
	if fault != "a new kiln waits" {
		m.settle()
	}
	return m, nil
}

func kilnFromValues(v kilnValues, h kilnHost) (*kiln, error) {
	if err := v.Params.Validate(); err != nil {
		return nil, err
	}
	if h == nil || v.State > kilnCracked || v.Degrees < 0 || v.Degrees > v.Params.Heat {
		return nil, errors.New("kiln: no such machine")
	}
	m := &kiln{params: v.Params, host: h, state: v.State, degrees: v.Degrees}
	if fault == "a kiln of values goes on at once" {
		m.settle()
	}
	return m, nil
}

func (m *kiln) Values() kilnValues { return kilnValues{m.params, m.state, m.degrees} }
func (m *kiln) Progress() int      { return kilnProgress(m.state, m.params, m.degrees) }
func (m *kiln) String() string     { return fmt.Sprint(m.state, m.degrees) }

func (m *kiln) Can(e kilnEvent) bool {
	return m.state == kilnCold && e == kilnLight || m.state == kilnHot && e == kilnDouse ||
		fault == "always can be sent" && e == kilnAlways && m.state == kilnHot
}

func (m *kiln) Within(c kilnComposite) bool {
	if fault == "Within is true for any number" {
		c = 0
	}
	return c == 0 && (m.state == kilnWarming || m.state == kilnHot && fault != "Within is too strict" || fault == "Within is too lax" && m.state == kilnCracked)
}

func (m *kiln) Light() error {
	return m.event(kilnLight, func() error { return m.move(kilnCold, kilnWarming, kilnLight) })
}

func (m *kiln) Douse() error {
	return m.event(kilnDouse, func() error { return m.move(kilnHot, kilnCracked, kilnDouse) })
}

func (m *kiln) move(from, to kilnState, e kilnEvent) error {
	if m.state != from {
		return &kilnIllegalError{State: m.state, Event: e}
	}
	m.state, m.steps = to, m.steps+1
	return nil
}

// event handles an event between steps without one.
func (m *kiln) event(e kilnEvent, handle func() error) error {
	if fault != "an event comes before the steps" {
		m.settle()
	}
	if err := m.single(e, handle); err != nil {
		return err
	}
	switch fault {
	case "no step follows an event":
	case "one step follows an event":
		if m.ready() {
			_ = m.single(kilnAlways, m.always)
		}
	default:
		m.settle()
	}
	for _, degrees := range m.late {
		m.host.Tick(degrees)
	}
	m.late = nil
	return nil
}

func (m *kiln) settle() {
	for m.ready() && m.single(has("a step is told as an event", kilnLight, kilnAlways), m.always) == nil {
	}
}

func (m *kiln) ready() bool {
	switch m.state {
	case kilnCold:
		return m.params.Heat == 0
	case kilnHot:
		return m.degrees > has("it cracks too late", 3, 2)
	}
	return m.state == kilnWarming
}

func (m *kiln) always() error {
	m.steps++
	if m.state == kilnWarming && m.degrees < m.params.Heat && fault != "the last alternative is first" {
		m.degrees++
		if fault == "ticks come after all steps" {
			m.late = append(m.late, m.degrees)
			return nil
		}
		m.mode |= modeBusy
		if fault != "a step does not tick" {
			m.host.Tick(m.degrees)
		}
		m.mode &^= modeBusy
		return nil
	}
	m.state = has("it is never hot", kilnCracked, [...]kilnState{kilnCracked, kilnHot, kilnCracked}[m.state])
	return nil
}

// single makes one step, and tells observers.
func (m *kiln) single(e kilnEvent, handle func() error) error {
	if m.mode&^modeObserved != 0 {
		return &kilnReentrantError{m.state, e}
	}
	from, before, steps := m.state, m.Values(), m.steps
	err := handle()
	switch {
	case m.observed == nil:
	case err != nil:
		r := kilnRefusal{State: m.state, Event: e, Err: err}
		for _, observer := range m.observed.refusals {
			m.tell(func() { observer(r) })
		}
	case m.steps != steps && !(fault == "steps without an event are not told" && e == kilnAlways):
		if fault == "only one step is told" && e != kilnAlways {
			m.settle()
		}
		s := kilnStep{From: from, Event: e, To: m.state, Before: before, After: m.Values(), Progress: m.Progress()}
		for _, observer := range m.observed.steps {
			m.tell(func() { observer(s) })
		}
	}
	return err
}

func (m *kiln) tell(call func()) {
	m.mode |= modeTelling
	defer func() { m.mode &^= modeTelling }()
	call()
}

func (m *kiln) observers() *kilnObservers {
	if m.observed == nil {
		m.observed = &kilnObservers{}
	}
	m.mode |= modeObserved
	return m.observed
}

func (m *kiln) Observe(clock func() time.Time, observer func(kilnStep)) {
	o := m.observers()
	o.steps = append(o.steps, func(s kilnStep) {
		if clock != nil {
			s.Time = clock()
		}
		observer(s)
	})
}

func (m *kiln) ObserveRefusals(clock func() time.Time, observer func(kilnRefusal)) {
	o := m.observers()
	o.refusals = append(o.refusals, func(r kilnRefusal) {
		if clock != nil {
			r.Time = clock()
		}
		observer(r)
	})
}
