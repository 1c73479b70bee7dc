package fsm_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/fsmgen/fsmgen/fsm"
)

type (
	glow uint8
	knob uint8
)

func (l glow) String() string { return []string{"Off", "On"}[l] }
func (b knob) String() string { return "Toggle" }

// lamp is what a generated machine has of observers.
type lamp struct {
	state    glow
	mode     fsm.Mode
	steps    uint64
	observed *fsm.Observers[glow, knob, fsm.None, fsm.None]
}

type (
	step    = fsm.Step[glow, knob, fsm.None, fsm.None]
	refusal = fsm.Refusal[glow, knob, fsm.None]
)

// observers returns those of the lamp, to add one.
func (l *lamp) observers() *fsm.Observers[glow, knob, fsm.None, fsm.None] {
	return fsm.Observed(&l.observed, &l.mode)
}

// Toggle tells observers of a step.
func (l *lamp) Toggle() error {
	if l.mode == 0 {
		l.state = 1 - l.state
		l.steps++
		return nil
	}
	return l.observed.Handle(&l.mode, &l.state, &l.steps, step{}, l.Progress, nil, l.Toggle)
}

// Progress is what an observer is told.
func (l *lamp) Progress() int { return int(10 - l.steps) }

func ExampleWatch() {
	l := &lamp{}
	watched := fsm.Watch(&l.observed, &l.mode, []func(step){
		func(s step) { fmt.Println(s.From, s.Event, s.To, l.mode.InStep(), l.Toggle()) },
	})
	fmt.Println(l.Toggle())
	watched.End()
	fmt.Println(l.Toggle(), l.state)
	// Output:
	// Off Toggle On true fsm_test: event Toggle comes during a step, in state On
	// <nil>
	// <nil> Off
}

// TestMode looks at the mode in each phase of an event.
func TestMode(t *testing.T) {
	type phase struct{ busy, inStep, observed bool }
	var m fsm.Mode
	check := func(when string, want phase) {
		t.Helper()
		if got := (phase{m.Busy(), m.InStep(), m.Observed()}); got != want {
			t.Errorf("%s: %+v, want %+v", when, got, want)
		}
	}
	check("a new machine", phase{})
	m.Occupy()
	check("a method of the host runs", phase{busy: true, inStep: true})
	m.SetObserved(true)
	check("it adds an observer", phase{busy: true, inStep: true})
	m.Release()
	check("with an observer", phase{observed: true})
	failed := errors.New("failed")
	if err := m.Direct(func() error { check("an event", phase{}); m.Occupy(); defer m.Release(); return failed }); err != failed {
		t.Error(err)
	}
	check("after the event", phase{observed: true})
	fsm.Tell(&m, []func(int){func(int) { check("an observer runs", phase{inStep: true}) }}, 1)
	before := m
	m.Occupy()
	m.Reset(before)
	check("after a reset", phase{observed: true})
	m.SetObserved(false)
	check("without observers", phase{})
}

// TestModePanics leaves the mode of a machine at rest after panics.
func TestModePanics(t *testing.T) {
	var m fsm.Mode
	m.SetObserved(true)
	panics := func(f func()) {
		defer func() {
			if recover() != "stop" || !m.Observed() {
				t.Errorf("the mode is %d", m)
			}
		}()
		f()
	}
	panics(func() { fsm.Tell(&m, []func(int){func(int) { panic("stop") }}, 1) })
	panics(func() { _ = m.Direct(func() error { panic("stop") }) })
}

// TestWatch removes some observers, and leaves a list that is being told as it is.
func TestWatch(t *testing.T) {
	var told []int
	l := &lamp{}
	mark := func(n int) func(step) { return func(s step) { told = append(told, 10*n+int(s.To)) } }
	l.observers().Observe(nil, mark(0))
	run := fsm.Watch(&l.observed, &l.mode, []func(step){mark(1), mark(2)})
	l.observers().Observe(nil, mark(3))
	kept := l.observed.Steps
	run.End()
	fsm.Tell(&l.mode, l.observed.Steps, step{To: 0})
	fsm.Tell(&l.mode, kept, step{To: 1})
	if want := []int{0, 30, 1, 11, 21, 31}; !slices.Equal(told, want) {
		t.Errorf("told %v, want %v", told, want)
	}
	if !l.mode.Observed() {
		t.Error("none are left")
	}
	fsm.Watch(&l.observed, &l.mode, nil).End()
	if !l.mode.Observed() || len(l.observed.Steps) != 2 {
		t.Errorf("%d are left", len(l.observed.Steps))
	}
}

// TestWatchAlone leaves nothing of the observers of a run, but for one of refusals.
func TestWatchAlone(t *testing.T) {
	for _, refusals := range []int{0, 1} {
		l := &lamp{}
		for range refusals {
			l.observers().ObserveRefusals(nil, func(refusal) {})
		}
		fsm.Watch(&l.observed, &l.mode, []func(step){func(step) {}}).End()
		if got := l.mode.Observed(); got != (refusals == 1) || (l.observed != nil) != got {
			t.Errorf("with %d observers of refusals: mode %v, observers %v", refusals, l.mode, l.observed)
		}
	}
}

// TestHandle tells observers of a step, its values, and its refusal, and neither of an event without effect nor of one during a step.
func TestHandle(t *testing.T) {
	var at struct {
		state glow
		mode  fsm.Mode
		steps uint64
	}
	type watched = fsm.Observers[glow, knob, string, int]
	var o *watched
	handle := func(f func() error) error {
		return o.Handle(&at.mode, &at.state, &at.steps, fsm.Step[glow, knob, string, int]{Input: "in", Before: 7}, func() int { return 3 }, func() int { return 8 }, f)
	}
	var reentrant *fsm.ReentrantError[glow, knob]
	if err := handle(func() error { panic("called") }); !errors.As(err, &reentrant) {
		t.Error(err)
	}
	fault := errors.New("fault")
	if err := o.Refuse(&at.mode, fsm.Refusal[glow, knob, string]{Err: fault}); err != fault {
		t.Error(err)
	}
	var told []string
	fsm.Observed(&o, &at.mode).Observe(nil, func(s fsm.Step[glow, knob, string, int]) {
		told = append(told, fmt.Sprint(s.From, s.To, s.Input, s.Before, s.After, s.Progress, handle(nil)))
	})
	o.ObserveRefusals(nil, func(r fsm.Refusal[glow, knob, string]) {
		told = append(told, fmt.Sprint(r.State, r.Event, r.Input, r.Err))
	})
	for _, f := range []func() error{
		func() error { at.state = 1; at.steps++; return nil },
		func() error { return nil },
		func() error { return fault },
	} {
		told = append(told, fmt.Sprint(handle(f)))
	}
	want := "[Off Onin7 8 3 fsm_test: event Toggle comes during a step, in state On <nil> <nil> On Toggleinfault fault]"
	if fmt.Sprint(told) != want {
		t.Errorf("%v\nwant %s", told, want)
	}
}

// TestClock tells observers the time of their own clocks.
func TestClock(t *testing.T) {
	l, at := &lamp{}, time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	var told []time.Time
	for _, clock := range []func() time.Time{nil, func() time.Time { return at }} {
		l.observers().Observe(clock, func(s step) { told = append(told, s.Time) })
		l.observers().ObserveRefusals(clock, func(r refusal) { told = append(told, r.Time) })
	}
	fsm.Tell(&l.mode, l.observed.Steps, step{})
	fsm.Tell(&l.mode, l.observed.Refusals, refusal{})
	if want := []time.Time{{}, at, {}, at}; !slices.Equal(told, want) {
		t.Errorf("told %v, want %v", told, want)
	}
	before := time.Now()
	fsm.Watch(&l.observed, &l.mode, []func(step){func(s step) { told = append(told, s.Time) }})
	fsm.Tell(&l.mode, l.observed.Steps, step{})
	if last := told[len(told)-1]; last.Before(before) || last.After(time.Now()) {
		t.Errorf("a run tells %v, not the time", last)
	}
}

// TestObserveAllocates nothing for a step, and for a run without observers.
func TestObserveAllocates(t *testing.T) {
	l := &lamp{}
	if n := testing.AllocsPerRun(100, func() { defer fsm.Watch(&l.observed, &l.mode, nil).End() }); n > 0 {
		t.Errorf("%v allocations of a run", n)
	}
	l.observers().Observe(nil, func(step) {})
	if n := testing.AllocsPerRun(100, func() { fsm.Tell(&l.mode, l.observed.Steps, step{}) }); n > 0 {
		t.Errorf("%v allocations", n)
	}
}
