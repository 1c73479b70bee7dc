package run

import (
	"cmp"
	"fmt"
	"reflect"

	"github.com/fsmgen/fsmgen/fsmtest/internal/host"
	"github.com/fsmgen/fsmgen/fsmtest/internal/mirror"
	"github.com/fsmgen/fsmgen/fsmtest/internal/oracle"
)

// allowed checks Allows, which a machine need not have: its error is that of the event, the host is asked and not told anything,
// and the machine stays as it is, not only if the host panics.
func (r *Run) allowed(e oracle.Input, of oracle.Course) error {
	kind := host.StepKind{State: of.Rest.State, Event: e.Event, Row: of.Row, Then: of.Then(), Hears: ""}
	if r.Bench.allowing[kind] || r.Spec.Events[e.Event].Internal || !reflect.ValueOf(r.Machine).MethodByName("Allows").IsValid() {
		return nil
	}
	s := &Sending{Run: r, Event: e, C: of, Next: of.End, Row: of.Row, Told: r.Oracle.Teller.Course(of, e)}
	err := cmp.Or(s.answers(false), s.answers(true))
	if err == nil && r.Host != nil {
		err = s.Undisturbed(func(m any) error { return s.allows(m, false) })
	}
	if err != nil {
		return fmt.Errorf("method Allows: %w", err)
	}
	if r.Bench.allowing != nil {
		r.Bench.allowing[kind] = true
	}
	return nil
}

// answers says what is wrong with the answer of Allows to a function that may observe what it gets.
func (s *Sending) answers(observes bool) error {
	c, h := s.Copied()
	told := 0
	if s.Run.Subject.Machine.Observe != nil {
		s.Run.Subject.Machine.Observe(c, nil, func(any) { told++ })
		s.Run.Subject.Observers.Refusals(c, nil, func(any) { told++ })
	}
	before := s.Run.Subject.Clone(c)
	if h != nil {
		h.Want = s.Asked()
	}
	err := s.allows(c, observes)
	if fault := cmp.Or(s.Run.Answered(err, s.C.Rest, s.Event, s.Row), h.Reasoned(err)); fault != nil {
		return fault
	}
	if told > 0 || !s.Run.Subject.SameMachine(c, before) {
		return fmt.Errorf("changed the machine from %+v to %+v, and the observers got %d steps and refusals", before, c, told)
	}
	if h != nil {
		return h.End(nil)
	}
	return nil
}

// allows calls Allows with a function that sends the event to what it gets, and may observe that before. The machine itself refuses the
// event meanwhile.
func (s *Sending) allows(m any, observes bool) error {
	method := reflect.ValueOf(m).MethodByName("Allows")
	event := reflect.MakeFunc(method.Type().In(0), func(args []reflect.Value) []reflect.Value {
		err := reflect.New(reflect.TypeFor[error]()).Elem()
		if observes && s.Run.Subject.Machine.Observe != nil { // not the machine itself
			s.Run.Subject.Machine.Observe(args[0].Interface(), nil, func(any) {})
		}
		if s.Run.Host != nil {
			if again := s.Run.Subject.Send(s.Run.Subject.Direct(m), s.Event, s.C.Rest); mirror.ErrorLike(again, s.Run.Subject.Machine.Errors.Reentrant) == nil {
				return []reflect.Value{reflect.ValueOf(fmt.Errorf("the machine itself meanwhile: error is %v, want %T", again, s.Run.Subject.Machine.Errors.Reentrant))}
			}
		}
		if fault := s.Run.Subject.Send(s.Run.Subject.Direct(args[0].Interface()), s.Event, s.C.Rest); fault != nil {
			err.Set(reflect.ValueOf(fault))
		}
		return []reflect.Value{err}
	})
	return mirror.Error(method.Call([]reflect.Value{event}))
}
