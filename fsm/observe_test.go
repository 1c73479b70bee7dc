package fsm_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/fsmgen/fsmgen/fsm"
)

// lamp is what a generated machine has of observers.
type lamp struct {
	on        bool
	mode      fsm.Mode
	observers fsm.Observers[bool, error]
}

// Toggle tells observers of a step.
func (l *lamp) Toggle() error {
	if l.mode == 0 {
		l.on = !l.on
		return nil
	}
	if !l.mode.Observed() {
		return errors.New("during a step")
	}
	if err := l.mode.Direct(l.Toggle); err != nil {
		return err
	}
	fsm.Tell(&l.mode, l.observers.Steps, l.on)
	return nil
}

func ExampleTell() {
	l := &lamp{}
	l.observers.Steps = append(l.observers.Steps, func(on bool) { fmt.Println("on:", on, l.mode.InStep(), l.Toggle()) })
	l.mode.SetObserved(true)
	fmt.Println(l.Toggle())
	l.mode.SetObserved(l.observers.Remove(0, 1))
	fmt.Println(l.Toggle(), l.on)
	// Output:
	// on: true true during a step
	// <nil>
	// <nil> false
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

// TestRemove removes some observers, and leaves a list that is being told as it is.
func TestRemove(t *testing.T) {
	var told []int
	var o fsm.Observers[int, int]
	for i := range 5 {
		o.Steps = append(o.Steps, func(n int) { told = append(told, 10*i+n) })
	}
	kept := o.Steps
	if !o.Remove(1, 3) {
		t.Error("none are left")
	}
	var m fsm.Mode
	fsm.Tell(&m, o.Steps, 1)
	fsm.Tell(&m, kept, 2)
	if want := []int{1, 41, 2, 12, 22, 32, 42}; !slices.Equal(told, want) {
		t.Errorf("told %v, want %v", told, want)
	}
	if o.Remove(0, 2) {
		t.Error("some are left")
	}
	o.Refusals = append(o.Refusals, func(int) {})
	if !o.Remove(0, 0) {
		t.Error("the observer of refusals is left")
	}
}

// TestTellAllocates nothing.
func TestTellAllocates(t *testing.T) {
	l := &lamp{}
	l.observers.Steps = append(l.observers.Steps, func(bool) {})
	l.mode.SetObserved(true)
	if n := testing.AllocsPerRun(100, func() { fsm.Tell(&l.mode, l.observers.Steps, true) }); n > 0 {
		t.Errorf("%v allocations", n)
	}
}
