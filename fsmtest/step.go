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

// observer returns f as a function of steps, which have a type of the generated code.
func (h *harness) observer(f func(step any)) any {
	typ := reflect.FuncOf([]reflect.Type{h.steps}, nil, false)
	return reflect.MakeFunc(typ, func(in []reflect.Value) []reflect.Value {
		f(in[0].Interface())
		return nil
	}).Interface()
}

// addObserver adds an observer to a machine that has one already, by the method of what Observe
// returns.
func (h *harness) addObserver(o any, clock func() time.Time, f func(step any)) {
	reflect.ValueOf(o).MethodByName("Observe").Call([]reflect.Value{reflect.ValueOf(clock), reflect.ValueOf(h.observer(f))})
}
