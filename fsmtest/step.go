package fsmtest

import (
	"fmt"
	"reflect"
	"slices"
	"time"
)

// told returns what an observer without a clock is told of a course.
func (h *harness) told(c course) (all []any) {
	for _, s := range c.steps {
		all = append(all, h.stepOf(s))
	}
	return all
}

// stepOf returns what an observer without a clock is told of a step.
func (h *harness) stepOf(s taken) any {
	v := reflect.New(h.steps).Elem()
	set := func(name string, value any) { v.FieldByName(name).Set(reflect.ValueOf(value)) }
	set("From", h.States[s.from.state].Value)
	set("Event", h.Events[s.event].Value)
	set("To", h.States[s.to.state].Value)
	h.setInput(v, s.Input, h.numberOf(s.from, s.event))
	if h.FromValues != nil {
		set("Before", h.valuesFrom(s.from))
		set("After", h.valuesFrom(s.to))
	}
	if h.Rank == 1 {
		set("Progress", h.progress(s.to)[0])
	}
	return v.Interface()
}

// setInput sets the event as a value, with the number of the call if it is a result. Internal events have none, nor has
// a machine without values.
func (h *harness) setInput(told reflect.Value, e Input, number int) {
	if len(h.Inputs) == 0 || h.Inputs[e.event] == nil {
		return
	}
	in, payload := reflect.New(reflect.TypeOf(h.Inputs[e.event])).Elem(), h.payloadValue(e)
	for _, f := range h.inputs[e.event] {
		tagged(in, f.name).Set(payload.Field(f.index))
	}
	if h.isResult(e.event) {
		tagged(in, "call").SetInt(int64(number))
	}
	told.FieldByName("Input").Set(in)
}

// sameTold reports whether observers were told the same, except for the times of timers, which
// a configuration does not have. Payloads and values need not be comparable.
func sameTold(told, want []any) bool {
	return slices.EqualFunc(told, want, func(a, b any) bool { return sameValue(untimed(a), untimed(b)) })
}

// untimed returns a step or a refusal without the times of timers.
func untimed(told any) any {
	return edit(told, func(v reflect.Value) {
		for _, values := range []string{"Before", "After"} {
			for _, times := range []string{"Due", "Expired"} {
				if v := v.FieldByName(values); v.IsValid() && v.FieldByName(times).IsValid() {
					v.FieldByName(times).SetZero()
				}
			}
		}
	})
}

// toldValues says how the values in steps, each of which three observers are told, differ from those
// of the machine before its course, and when each was told, with the times of timers.
func (r *run) toldValues(c course, told []any, before any, after []any) error {
	for i, step := range told {
		if i > 0 && i%3 == 0 {
			before = after[i-1]
		}
		from, to := reflect.ValueOf(step).FieldByName("Before").Interface(), reflect.ValueOf(step).FieldByName("After").Interface()
		if !sameValue(from, before) || !sameValue(to, after[i]) {
			return fmt.Errorf("an observer got the values %+v before and %+v after, want %+v and %+v", from, to, before, after[i])
		}
	}
	if len(c.steps) == 0 || r.key(c.end) != r.key(c.steps[len(c.steps)-1].to) {
		return nil // a result that is ignored has ended a call since then
	}
	if now := r.valuesOf(r.machine); len(after) > 0 && !sameValue(now, after[len(after)-1]) {
		return fmt.Errorf("the values are %+v, and were %+v when an observer got the last step", now, after[len(after)-1])
	}
	return nil
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

// refusalOf returns what an observer without a clock is told of an event that is refused in a configuration.
func (h *harness) refusalOf(at Config, e Input, err error) any {
	return h.refusalNumbered(at, e, h.numberOf(at, e.event), err)
}

// refusalNumbered returns that of a result with a number.
func (h *harness) refusalNumbered(at Config, e Input, number int, err error) any {
	v := h.refusalOfAny(at.state, h.Events[e.event].Value, err)
	h.setInput(v, e, number)
	return v.Interface()
}

// refusalOfAny returns that for an event that is not a value.
func (h *harness) refusalOfAny(state int, event any, err error) reflect.Value {
	v := reflect.New(reflect.TypeOf(h.ObserveRefusals).In(2).In(0)).Elem()
	set := func(name string, value any) { v.FieldByName(name).Set(reflect.ValueOf(value)) }
	set("State", h.States[state].Value)
	set("Event", event)
	set("Err", err)
	return v
}
