package subject

import (
	"fmt"
	"reflect"
	"slices"

	"github.com/fsmgen/fsmgen/fsmtest/internal/mirror"
	"github.com/fsmgen/fsmgen/fsmtest/internal/oracle"
)

// Direct is a machine as a receiver of events.
func (s *Subject) Direct(m any) Receiver {
	return Receiver{reflect.ValueOf(m), &s.OnMachine}
}

// Send hands an event to a receiver in a configuration.
func (s *Subject) Send(to Receiver, e oracle.Input, at oracle.Config) error {
	if e.Timed > 0 && at.State >= 0 {
		if timers := s.Oracle.Clocks.Raising(at, e.Event); e.Timed <= len(timers) {
			i := timers[e.Timed-1]
			return to.Fire(s.Spec.Timers[i].Value, at.Start(i))
		}
	}
	return s.SendNumbered(to, e, s.Oracle.Calls.NumberOf(at, e.Event))
}

// SendNumbered hands over an event, and with a result the number of its call.
func (s *Subject) SendNumbered(to Receiver, e oracle.Input, number int) error {
	return mirror.Error(s.Contexts.call(to.value.Method(to.methods.Events[e.Event]), s.SentWith(e, number)...))
}

// SentWith returns the arguments of an event's method: the number of its call, if it is a result, and what it carries.
func (s *Subject) SentWith(e oracle.Input, number int) []reflect.Value {
	args := s.payloadOf(e)
	if s.Oracle.Calls.IsResult(e.Event) {
		args = slices.Insert(args, 0, reflect.ValueOf(number))
	}
	return args
}

// payloadOf returns what an event carries, as the arguments of its method, apart from the number of a call.
func (s *Subject) payloadOf(e oracle.Input) []reflect.Value {
	payload := s.Oracle.Layout.PayloadValue(e)
	args := make([]reflect.Value, len(s.Oracle.Layout.Carried[e.Event]))
	for i, f := range s.Oracle.Layout.Carried[e.Event] {
		args[i] = payload.Field(f.Place.Index)
	}
	return args
}

// IsAbout reports whether an error is about an event in a state.
func (s *Subject) IsAbout(err any, state, event int) bool {
	return mirror.FieldsAre(err, "State", s.Spec.States[state].Value, "Event", s.Spec.Events[event].Value)
}

// Refused says what is wrong with the error of an event that no row takes in a configuration, given what there is in place of the row: it
// is illegal, or has a payload outside of its range, or is the result of a call that does not run.
func (s *Subject) Refused(err error, at oracle.Config, e oracle.Input, row int) error {
	event := e.Event
	if row == oracle.Invalid {
		want := s.invalid(at, e)
		if got := mirror.ErrorLike(err, s.Machine.Errors.Payload); got == nil || !reflect.DeepEqual(got, want) {
			return fmt.Errorf("error is %v, want %v", err, want)
		}
		return nil
	}
	if s.Oracle.Calls.IsResult(event) {
		return s.RefusedCall(err, at, s.Oracle.Calls.Caller[event], at.Number(s.Oracle.Calls.Caller[event]))
	}
	illegal := mirror.ErrorLike(err, s.Machine.Errors.Illegal)
	switch {
	case illegal == nil:
		return fmt.Errorf("error is %v, want %T", err, s.Machine.Errors.Illegal)
	case !s.Explains(illegal, at.State, event, -1):
		return fmt.Errorf("error is %+v, want %+v", illegal, s.RefusalError(at, e, -1))
	}
	return nil
}

// Methods are those of the machine that take events.
type Methods struct {
	Events []int // by the number of the event
	Send   int   // with an event as a value, or -1
	Fire   int   // with a timer, or -1
	// contexts are those that they take.
	contexts *Contexts
}

// methodsOf finds them.
func methodsOf(s *oracle.Spec, send string, t reflect.Type) Methods {
	index := func(name string) int {
		if m, ok := t.MethodByName(name); ok {
			return m.Index
		}
		return -1
	}
	m := Methods{Send: -1, Fire: index("Fire")}
	for _, e := range s.Events {
		i := index(e.Method)
		if i < 0 && !e.Internal {
			panic(fmt.Sprintf("fsmtest: %v has no method %s", t, e.Method))
		}
		m.Events = append(m.Events, i)
	}
	if send != "" {
		m.Send = index(send)
	}
	return m
}

// Receiver is a machine that takes events.
type Receiver struct {
	value   reflect.Value
	methods *Methods
}

// AsValue hands over an event as a value.
func (r Receiver) AsValue(event reflect.Value) error {
	return mirror.Error(r.methods.contexts.call(r.value.Method(r.methods.Send), event))
}

// Fire hands over a timer and the number of its start.
func (r Receiver) Fire(timer any, start int) error {
	return mirror.Error(r.methods.contexts.call(r.value.Method(r.methods.Fire), reflect.ValueOf(timer), reflect.ValueOf(start)))
}
