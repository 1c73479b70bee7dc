package fsmtest

import (
	"reflect"
	"time"
)

// stepOf returns what an observer without a clock is told of a step.
func (h *harness) stepOf(from, event int, to Config) any {
	v := reflect.New(h.steps).Elem()
	set := func(name string, value any) { v.FieldByName(name).Set(reflect.ValueOf(value)) }
	set("From", h.States[from].Value)
	set("Event", h.Events[event].Value)
	set("To", h.States[to.state].Value)
	if h.Rank == 1 {
		set("Progress", h.progress(to)[0])
	}
	return v.Interface()
}

// at returns a step with a time.
func at(step any, t time.Time) any {
	v := reflect.New(reflect.TypeOf(step)).Elem()
	v.Set(reflect.ValueOf(step))
	v.FieldByName("Time").Set(reflect.ValueOf(t))
	return v.Interface()
}

// timeOf returns the time of a step.
func timeOf(step any) time.Time {
	return reflect.ValueOf(step).FieldByName("Time").Interface().(time.Time)
}

// observing is what deals with observers: functions of steps, which have a type of the
// generated code.
type observing struct {
	// observer returns f as a function of steps.
	observer func(f func(step any)) any
	// addObserver adds an observer to what Observe has returned, by a method of that.
	addObserver func(o any, clock func() time.Time, f func(step any))
}

func observingOf[S any]() observing {
	type observed interface {
		Observe(clock func() time.Time, observer func(S))
	}
	return observing{
		observer: func(f func(any)) any { return func(s S) { f(s) } },
		addObserver: func(o any, clock func() time.Time, f func(any)) {
			o.(observed).Observe(clock, func(s S) { f(s) })
		},
	}
}
