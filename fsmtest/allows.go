package fsmtest

import (
	"cmp"
	"fmt"
	"reflect"
)

// allowed checks Allows, which a machine need not have: its error is that of the event, the host is asked and not told anything,
// and the machine stays as it is, not only if the host panics.
func (r *run) allowed(e Input, of course) error {
	kind := stepKind{of.rest.state, e.event, of.row, of.then(), ""}
	if r.allowing[kind] || r.Events[e.event].Internal || !reflect.ValueOf(r.machine).MethodByName("Allows").IsValid() {
		return nil
	}
	s := &sending{run: r, event: e, c: of, next: of.end, row: of.row, told: r.tells(of, e)}
	err := cmp.Or(s.answers(false), s.answers(true))
	if err == nil && r.host != nil {
		err = s.undisturbed(func(m any) error { return s.allows(m, false) })
	}
	if err != nil {
		return fmt.Errorf("method Allows: %w", err)
	}
	if r.allowing != nil {
		r.allowing[kind] = true
	}
	return nil
}

// answers says what is wrong with the answer of Allows to a function that may observe what it gets.
func (s *sending) answers(observes bool) error {
	c, h := s.copied()
	told := 0
	if s.Observe != nil {
		s.Observe(c, nil, func(any) { told++ })
		s.observeRefusals(c, nil, func(any) { told++ })
	}
	before := s.clone(c)
	if h != nil {
		h.want = s.asked()
	}
	err := s.allows(c, observes)
	if fault := cmp.Or(s.answered(err, s.c.rest, s.event.event, s.row), h.reasoned(err)); fault != nil {
		return fault
	}
	if told > 0 || !s.sameMachine(c, before) {
		return fmt.Errorf("changed the machine from %+v to %+v, and the observers got %d steps and refusals", before, c, told)
	}
	if h != nil {
		return h.end(nil)
	}
	return nil
}

// allows calls Allows with a function that sends the event to what it gets, and may observe that before. The machine itself refuses the
// event meanwhile.
func (s *sending) allows(m any, observes bool) error {
	method := reflect.ValueOf(m).MethodByName("Allows")
	event := reflect.MakeFunc(method.Type().In(0), func(args []reflect.Value) []reflect.Value {
		err := reflect.New(reflect.TypeFor[error]()).Elem()
		if observes && s.Observe != nil { // not the machine itself
			s.Observe(args[0].Interface(), nil, func(any) {})
		}
		if s.host != nil {
			if again := s.send(s.direct(m), s.event, s.c.rest); errorLike(again, s.Errors.Reentrant) == nil {
				return []reflect.Value{reflect.ValueOf(fmt.Errorf("the machine itself meanwhile: error is %v, want %T", again, s.Errors.Reentrant))}
			}
		}
		if fault := s.send(s.direct(args[0].Interface()), s.event, s.c.rest); fault != nil {
			err.Set(reflect.ValueOf(fault))
		}
		return []reflect.Value{err}
	})
	return errorOf(method.Call([]reflect.Value{event}))
}
