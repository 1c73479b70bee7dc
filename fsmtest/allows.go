package fsmtest

import (
	"cmp"
	"fmt"
	"reflect"
)

// allowed checks Allows, which a machine need not have: its error is that of the event, the host is asked and not told anything,
// and the machine stays as it is, not only if the host panics.
func (r *run) allowed(e Input, of course) error {
	kind := stepKind{of.rest.state, e.event, of.row, of.then()}
	if r.allowing[kind] || r.Events[e.event].Internal || !reflect.ValueOf(r.machine).MethodByName("Allows").IsValid() {
		return nil
	}
	s := &sending{run: r, event: e, c: of, next: of.end, row: of.row, told: r.tells(of, e)}
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
	err := s.allows(c)
	if fault := cmp.Or(s.answered(err, of.rest, e.event, of.row), h.reasoned(err)); fault != nil {
		return fmt.Errorf("method Allows: %w", fault)
	}
	if told > 0 || !s.sameMachine(c, before) {
		return fmt.Errorf("method Allows changed the machine from %+v to %+v, and the observers got %d steps and refusals", before, c, told)
	}
	if h != nil {
		if err := cmp.Or(h.end(nil), s.undisturbed(s.allows)); err != nil {
			return fmt.Errorf("method Allows: %w", err)
		}
	}
	if r.allowing != nil {
		r.allowing[kind] = true
	}
	return nil
}

// allows calls Allows with a function that sends the event to what it gets.
func (s *sending) allows(m any) error {
	method := reflect.ValueOf(m).MethodByName("Allows")
	event := reflect.MakeFunc(method.Type().In(0), func(args []reflect.Value) []reflect.Value {
		err := reflect.New(reflect.TypeFor[error]()).Elem()
		if fault := s.send(s.direct(args[0].Interface()), s.event, s.c.rest); fault != nil {
			err.Set(reflect.ValueOf(fault))
		}
		return []reflect.Value{err}
	})
	return errorOf(method.Call([]reflect.Value{event}))
}
