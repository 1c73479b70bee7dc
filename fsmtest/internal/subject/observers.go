package subject

import (
	"reflect"
	"slices"
	"time"

	"github.com/fsmgen/fsmgen/fsmtest/internal/mirror"
	"github.com/fsmgen/fsmgen/fsmtest/internal/oracle"
)

// Observers makes what the observers of a machine are told.
type Observers struct {
	spec    *oracle.Spec
	oracle  *oracle.Oracle
	subject *Subject
	steps   reflect.Type // of what observers are told
}

// Told returns what an observer without a clock is told of a course.
func (o *Observers) Told(c oracle.Course) (all []any) {
	for _, s := range c.Steps {
		all = append(all, o.Step(s))
	}
	return all
}

// Step returns what an observer without a clock is told of a step.
func (o *Observers) Step(s oracle.Taken) any {
	v := reflect.New(o.steps).Elem()
	set := func(name string, value any) { v.FieldByName(name).Set(reflect.ValueOf(value)) }
	set("From", o.spec.States[s.From.State].Value)
	set("Event", o.spec.Events[s.Input.Event].Value)
	set("To", o.spec.States[s.To.State].Value)
	o.setInput(v, s.Input, o.oracle.Calls.NumberOf(s.From, s.Input.Event))
	if o.subject.Machine.FromValues != nil {
		set("Before", o.subject.ValuesFrom(s.From))
		set("After", o.subject.ValuesFrom(s.To))
	}
	if o.spec.Rank == 1 {
		set("Progress", o.oracle.Costs.Progress(s.To)[0])
	}
	return v.Interface()
}

// setInput sets the event as a value, with the number of the call if it is a result. Internal events have none, nor has
// a machine without values.
func (o *Observers) setInput(told reflect.Value, e oracle.Input, number int) {
	if len(o.subject.Machine.Inputs) == 0 || o.subject.Machine.Inputs[e.Event] == nil {
		return
	}
	in, payload := reflect.New(reflect.TypeOf(o.subject.Machine.Inputs[e.Event])).Elem(), o.oracle.Layout.PayloadValue(e)
	for _, f := range o.oracle.Layout.Carried[e.Event] {
		mirror.Tagged(in, f.Place.Name).Set(payload.Field(f.Place.Index))
	}
	if o.oracle.Calls.IsResult(e.Event) {
		mirror.Tagged(in, "call").SetInt(int64(number))
	}
	told.FieldByName("Input").Set(in)
}

// SameTold reports whether observers were told the same, except for the times of timers, which
// a configuration does not have. Payloads and values need not be comparable.
func SameTold(told, want []any) bool {
	return slices.EqualFunc(told, want, func(a, b any) bool { return mirror.Same(untimed(a), untimed(b)) })
}

// untimed returns a step or a refusal without the times of timers.
func untimed(told any) any {
	return mirror.Edit(told, func(v reflect.Value) {
		for _, values := range []string{"Before", "After"} {
			for _, times := range []string{"Due", "Expired"} {
				if v := v.FieldByName(values); v.IsValid() && v.FieldByName(times).IsValid() {
					v.FieldByName(times).SetZero()
				}
			}
		}
	})
}

// At returns a step with a time.
func At(step any, t time.Time) any {
	v := reflect.New(reflect.TypeOf(step)).Elem()
	v.Set(reflect.ValueOf(step))
	v.FieldByName("Time").Set(reflect.ValueOf(t))
	return v.Interface()
}

// TimeOf returns the time of a step.
func TimeOf(step any) time.Time {
	return reflect.ValueOf(step).FieldByName("Time").Interface().(time.Time)
}

// Refusals adds an observer of refusals, which have a type of the generated code.
func (o *Observers) Refusals(m any, clock func() time.Time, observer func(refusal any)) {
	add := reflect.ValueOf(o.subject.Machine.ObserveRefusals)
	f := reflect.MakeFunc(add.Type().In(2), func(args []reflect.Value) []reflect.Value {
		observer(args[0].Interface())
		return nil
	})
	add.Call([]reflect.Value{reflect.ValueOf(m), reflect.ValueOf(clock), f})
}

// Refusal returns what an observer without a clock is told of an event that is refused in a configuration.
func (o *Observers) Refusal(at oracle.Config, e oracle.Input, err error) any {
	return o.RefusalNumbered(at, e, o.oracle.Calls.NumberOf(at, e.Event), err)
}

// RefusalNumbered returns that of a result with a number.
func (o *Observers) RefusalNumbered(at oracle.Config, e oracle.Input, number int, err error) any {
	v := o.RefusalOfAny(at.State, o.spec.Events[e.Event].Value, err)
	o.setInput(v, e, number)
	return v.Interface()
}

// RefusalOfAny returns that for an event that is not a value.
func (o *Observers) RefusalOfAny(state int, event any, err error) reflect.Value {
	v := reflect.New(reflect.TypeOf(o.subject.Machine.ObserveRefusals).In(2).In(0)).Elem()
	set := func(name string, value any) { v.FieldByName(name).Set(reflect.ValueOf(value)) }
	set("State", o.spec.States[state].Value)
	set("Event", event)
	set("Err", err)
	return v
}
