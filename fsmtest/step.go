package fsmtest

import (
	"reflect"
	"time"
)

// stepOf returns what an observer without a clock is told of a step.
func (h *harness[M, S, C, E]) stepOf(from, event int, to Config[C]) (s S) {
	v := reflect.ValueOf(&s).Elem()
	set := func(name string, value any) { v.FieldByName(name).Set(reflect.ValueOf(value)) }
	set("From", h.States[from].Value)
	set("Event", h.Events[event].Value)
	set("To", h.States[to.state].Value)
	if h.Rank == 1 {
		set("Progress", h.progress(to)[0])
	}
	return s
}

// at returns a step with a time.
func at[S any](s S, t time.Time) S {
	reflect.ValueOf(&s).Elem().FieldByName("Time").Set(reflect.ValueOf(t))
	return s
}

// timeOf returns the time of a step.
func timeOf[S any](s S) time.Time {
	return reflect.ValueOf(&s).Elem().FieldByName("Time").Interface().(time.Time)
}
