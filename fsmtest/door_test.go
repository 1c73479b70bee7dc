package fsmtest_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"
)

// A door, written by hand in the form of the generated code: Open goes to Closed by Close, which
// a timer may raise, Closed to Open by Push, and to Locked by Lock, which a cancelled context
// means. It rings a bell of its host. It has typed states, observers and Run, and no snapshots.
//
// fault names what is wrong with it: see [faults].
var fault = os.Getenv("FSMTEST_FAULT")

// has chooses the faulty value if the door has a fault.
func has[T any](name string, faulty, right T) T {
	if fault == name {
		return faulty
	}
	return right
}

type (
	state   uint8
	event   uint8
	outcome uint8
	timer   uint8
)

const (
	stateOpen state = iota
	stateClosed
	stateLocked
)

const (
	eventClose event = iota
	eventPush
	eventLock
)

const (
	outcomeNone outcome = iota
	outcomeLocked
)

const timerOpenClose timer = 0

func (s state) Outcome() outcome {
	if s == stateLocked {
		return outcomeLocked
	}
	return outcomeNone
}

var stateNames = [...]string{"Open", "Closed", "Locked"}

type params struct{ Pushes int }

func (p params) Validate() error {
	if p.Pushes < has("too few pushes are accepted", -1, has("no pushes are refused", 1, 0)) ||
		p.Pushes > has("too many pushes are accepted", 4, has("the most pushes are refused", 2, 3)) {
		return errors.New("door: Pushes is out of range")
	}
	return nil
}

type (
	illegalError struct {
		State   state
		Event   event
		Guards  []string
		Reasons []error
	}
	reentrantError struct {
		State state
		Event event
	}
	staleTimerError struct {
		State state
		Timer timer
		Start int
	}
	staleStateError struct{ State, Now state }
	noEventError    struct{ State state }
	firedError      struct{ Timer timer }
	runError        struct {
		At    anyState
		Err   error
		Again func(context.Context) (inLocked, error)
	}
)

func (*illegalError) Error() string    { return "illegal" }
func (*reentrantError) Error() string  { return "reentrant" }
func (*staleTimerError) Error() string { return "stale timer" }
func (*staleStateError) Error() string { return "stale state" }
func (*noEventError) Error() string    { return "no event" }
func (*firedError) Error() string      { return "fired" }
func (e *runError) Error() string      { return "run: " + e.Err.Error() }
func (e *runError) Unwrap() error      { return has("the cause of a run is lost", nil, e.Err) }

// runHost is what Run needs of the program: the time is its own.
type runHost interface{ Ring(pushes int) }

type host interface {
	runHost
	Now() time.Time
	StartTimer(t timer, start int, d time.Duration)
	StopTimer(t timer, start int)
}

type door struct {
	params   params
	host     host
	state    state
	mode     uint8
	steps    uint64
	typed    *typedState
	observed *observers
	due      time.Time
	starts   int // of the timer
	pushes   int
}

func newDoor(p params, h host) (*door, error) {
	if err := p.Validate(); err != nil && fault != "New takes any parameters" {
		return nil, err
	}
	if h == nil && fault != "New needs no host" {
		return nil, errors.New("door: the machine has no host")
	}
	m := &door{params: p, host: h}
	if h != nil {
		m.tell(func() { m.startTimer(timerOpenClose, time.Hour) })
	}
	return m, nil
}

func (m *door) State() state     { return m.state }
func (m *door) Params() params   { return m.params }
func (m *door) Outcome() outcome { return m.state.Outcome() }
func (m *door) Pushes() int      { return m.pushes }
func (m *door) String() string   { return fmt.Sprintf("%s pushes=%d", stateNames[m.state], m.pushes) }

func (m *door) Can(e event) bool {
	switch m.state {
	case stateOpen:
		return e == eventClose || e == eventLock || fault == "Can is too lax" && e == eventPush
	case stateClosed:
		return e == eventPush || e == eventLock && fault != "Can is too strict"
	}
	return fault == "Can is true at the end"
}

func (m *door) tell(f func()) {
	m.mode |= modeBusy
	f()
	m.mode &^= modeBusy
}

// begin reports why an event is refused.
func (m *door) begin(e event, from ...state) error {
	for _, s := range from {
		if m.state == s {
			return nil
		}
	}
	if fault == "nothing is illegal" {
		return nil
	}
	if fault == "an illegal event counts" {
		m.pushes++
	}
	if fault == "a guard that was not tried is in the error" {
		return &illegalError{m.state, e, []string{"pushes < Pushes"}, nil}
	}
	return &refusals[has("another state is in the error", (m.state+1)%3, m.state)][e]
}

// refusals are the errors of illegal events, which all machines share.
var refusals = func() (all [3][3]illegalError) {
	for s := range all {
		for e := range all[s] {
			all[s][e] = illegalError{State: state(s), Event: event(e)}
		}
	}
	return all
}()

func (m *door) Close() error {
	if m.mode != 0 {
		return m.observe(eventClose, func() error { return m.Close() })
	}
	if err := m.begin(eventClose, stateOpen); err != nil {
		return err
	}
	m.state, m.steps = has("another target", stateLocked, stateClosed), m.steps+1
	if fault != "a timer runs on" {
		m.tell(func() { m.stopTimer(timerOpenClose) })
	}
	return nil
}

func (m *door) Push() error {
	if m.mode != 0 {
		return m.observe(eventPush, func() error { return m.Push() })
	}
	if err := m.begin(eventPush, stateClosed); err != nil {
		return err
	}
	if m.pushes == m.params.Pushes+has("a guard is too weak", 1, has("a guard is too strong", -1, 0)) {
		m.state, m.steps = stateLocked, m.steps+1
		return nil
	}
	m.state, m.steps, m.pushes = stateOpen, m.steps+1, m.pushes+has("nothing is set", 0, has("too much is set", 2, 1))
	m.tell(func() {
		start := func() {
			m.startTimer(has("another timer", timer(1), timerOpenClose), has("another duration", time.Minute, time.Hour))
		}
		if fault == "calls in another order" {
			start()
		}
		if fault != "a call is missing" {
			m.host.Ring(m.pushes + has("another argument", 1, 0))
		}
		if fault == "a call too many" {
			m.host.Ring(m.pushes)
		}
		if fault != "calls in another order" && fault != "no timer starts" {
			start()
		}
	})
	return nil
}

func (m *door) Lock(cause error) error {
	if m.mode != 0 {
		return m.observe(eventLock, func() error { return m.Lock(cause) })
	}
	if err := m.begin(eventLock, stateOpen, stateClosed); err != nil {
		return err
	}
	from := m.state
	m.state, m.steps = stateLocked, m.steps+1
	if from == stateOpen {
		m.tell(func() { m.stopTimer(timerOpenClose) })
	}
	return nil
}

func (m *door) Timers() []timer {
	if m.state == stateOpen || fault == "a stopped timer is listed" && m.state == stateClosed {
		return []timer{timerOpenClose}
	}
	return nil
}

func (m *door) Due(t timer) (time.Time, bool) {
	if t != timerOpenClose && fault != "any timer is due" {
		return time.Time{}, false
	}
	return m.due, !m.due.IsZero()
}

func (m *door) TimerStart(t timer) (start int, runs bool) {
	if t != timerOpenClose && fault != "any timer has started" {
		return 0, false
	}
	return m.starts, m.state == stateOpen
}

func (m *door) startTimer(t timer, d time.Duration) {
	m.starts += has("starts are not counted", 0, 1)
	now := time.Time{}
	if fault != "nobody asks for the time" {
		now = m.host.Now()
	}
	if due := now.Add(d + has("due a second late", time.Second, 0)); !now.IsZero() || fault == "due at no time" {
		m.due = has("due in another form", due, due.UTC())
	}
	m.host.StartTimer(t, m.starts, d)
}

func (m *door) stopTimer(t timer) {
	m.due = has("due after it stops", m.due, time.Time{})
	m.host.StopTimer(t, has("another start stops", m.starts-1, m.starts))
}

func (m *door) Fire(t timer, start int) error {
	if t != timerOpenClose {
		return &staleTimerError{m.state, t, start}
	}
	if m.mode&^modeObserved == 0 && (m.state != stateOpen || start != m.starts && fault != "an earlier start fires") {
		return m.refuse(eventClose, &staleTimerError{m.state, t, start})
	}
	return m.Close()
}
