package fsmtest

import (
	"fmt"
	"reflect"
	"slices"
)

// start is the number of the latest start of a timer; 0: it has never started.
func (m Config) start(timer int) int {
	if timer >= len(m.starts) {
		return 0
	}
	return m.starts[timer]
}

// withStart returns m with another number of starts of a timer.
func (m Config) withStart(timer, number int) Config {
	m.starts = slices.Clone(m.starts)
	m.starts[timer] = number
	return m
}

// unstarted returns m as a machine none of whose timers has ever started.
func (r *timerTable) unstarted(m Config) Config {
	m.starts = make([]int, len(r.timers))
	return m
}

// adoptedTimers returns m with the timers of its state: those that have never started have started once.
func (r *timerTable) adoptedTimers(m Config) Config {
	for i := range r.timers {
		if r.ticks(i, m) && m.start(i) == 0 {
			m = m.withStart(i, 1)
		}
	}
	return m
}

// begun returns m when a timer has started once more. After the largest int, the numbers begin anew.
func (m Config) begun(timer int) Config { return m.withStart(timer, max(m.start(timer)+1, 1)) }

// begunBy returns the numbers of starts after a row.
func (m Config) begunBy(r *row) []int {
	if r.effect == Take {
		for _, i := range r.starts {
			m = m.begun(i)
		}
	}
	return m.starts
}

// compareStarts says how the starts of a timer that a machine knows differ from those of a configuration. A timer that is listed runs.
func (h *harness) compareStarts(m Config, got, list reflect.Value) error {
	read := got.MethodByName("TimerStart")
	for i, t := range h.Timers {
		listed := false
		for k := range list.Len() {
			listed = listed || list.Index(k).Interface() == t.Value
		}
		out := read.Call([]reflect.Value{reflect.ValueOf(t.Value)})
		if number, runs := int(out[0].Int()), out[1].Bool(); number != m.start(i) || runs != listed {
			return fmt.Errorf("method TimerStart(%s) is %d, %t, want %d, %t", t.Name, number, runs, m.start(i), listed)
		}
	}
	for _, number := range beyond(reflect.TypeOf(h.Timers[0].Value), len(h.Timers)) {
		none := reflect.ValueOf(number).Convert(reflect.TypeOf(h.Timers[0].Value))
		if out := read.Call([]reflect.Value{none}); !out[0].IsZero() || out[1].Bool() {
			return fmt.Errorf("method TimerStart(timer number %d) is %v, %v, but there is no such timer", number, out[0], out[1])
		}
	}
	return nil
}
