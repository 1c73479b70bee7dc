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

// observerOf returns a function that makes a function of steps of type S.
func observerOf[S any](f func(step any)) any { return func(s S) { f(s) } }

// observeRefusals adds an observer of refusals, which have a type of the generated code.
func (h *harness) observeRefusals(m any, clock func() time.Time, observer func(refusal any)) {
	add := reflect.ValueOf(h.ObserveRefusals)
	f := reflect.MakeFunc(add.Type().In(2), func(args []reflect.Value) []reflect.Value {
		observer(args[0].Interface())
		return nil
	})
	add.Call([]reflect.Value{reflect.ValueOf(m), reflect.ValueOf(clock), f})
}

// refusalOf returns what an observer without a clock is told of an event that is refused.
func (h *harness) refusalOf(state int, event any, err error) any {
	v := reflect.New(reflect.TypeOf(h.ObserveRefusals).In(2).In(0)).Elem()
	set := func(name string, value any) { v.FieldByName(name).Set(reflect.ValueOf(value)) }
	set("State", h.States[state].Value)
	set("Event", event)
	set("Err", err)
	return v.Interface()
}
