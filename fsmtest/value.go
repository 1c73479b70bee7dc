package fsmtest

import (
	"fmt"
	"reflect"
)

// value hands an event as a value to copies of the machine, one of them observed,
// which do what its method does.
func (r *run) value(e Input, c course) error {
	if r.Events[e.event].Internal {
		return r.internalValue(e.event)
	}
	for _, observed := range []bool{false, true} {
		if observed && r.Observe == nil {
			continue
		}
		if err := r.copyTakes(e, c, observed); err != nil {
			return fmt.Errorf("as a value: %w", err)
		}
	}
	return r.strange()
}

// copyTakes hands the event to one copy.
func (r *run) copyTakes(e Input, of course, observed bool) error {
	row, c := of.row, r.clone(r.machine)
	r.swap(c, attached{}) // with the observers, which are to be told this event only
	var h *host
	if r.host != nil {
		h = r.host.copy()
		h.machine, h.looks = c, false
		r.setHost(c, h.face)
	}
	before := r.clone(c)
	var told, refused []any
	to := r.direct(c)
	if observed {
		r.Observe(c, nil, func(s any) { told = append(told, s) })
		r.observeRefusals(c, nil, func(s any) { refused = append(refused, s) })
	}
	err := to.asValue(reflect.ValueOf(r.Events[e.event].Value))
	r.swap(c, attached{})
	if err := r.answered(err, of.rest, e.event, row); err != nil {
		return err
	}
	if r.fails(row) && of.early == 0 && !r.sameMachine(c, before) {
		return fmt.Errorf("a refused event changed the machine from %+v to %+v", before, c)
	}
	if err := r.compare(of.end, c); err != nil {
		return err
	}
	if h != nil {
		if err := h.end(nil); err != nil {
			return err
		}
	}
	var want, wantRefused []any
	if observed {
		want = r.harness.told(of)
	}
	if observed && err != nil {
		wantRefused = append(wantRefused, r.refusalOf(of.rest, e, err))
	}
	if !sameTold(refused, wantRefused) {
		return fmt.Errorf("the observer got the refusals %v, want %v", refused, wantRefused)
	}
	if !sameTold(told, want) {
		return fmt.Errorf("the observer got %v, want %v", told, want)
	}
	return nil
}

// internalValue hands an internal event as a value to a copy of the machine, which refuses it.
func (r *run) internalValue(event int) error {
	c := r.clone(r.machine)
	r.swap(c, attached{})
	var refused []any
	if r.Observe != nil {
		r.observeRefusals(c, nil, func(s any) { refused = append(refused, s) })
	}
	before := r.clone(c)
	err := r.direct(c).asValue(reflect.ValueOf(r.Events[event].Value))
	illegal := errorLike(err, r.Errors.Illegal)
	switch {
	case illegal == nil || !r.isAbout(illegal, r.oracle.state, event) || reflect.ValueOf(illegal).Elem().FieldByName("Guards").Len() > 0:
		return fmt.Errorf("%s, which is internal, as a value: error is %v, want %T", r.Events[event].Name, err, r.Errors.Illegal)
	case !r.sameMachine(c, before):
		return fmt.Errorf("%s, which is internal, as a value changed the machine from %+v to %+v", r.Events[event].Name, before, c)
	case r.Observe != nil && !sameTold(refused, []any{r.refusalOf(r.oracle, Input{event: event}, err)}):
		return fmt.Errorf("%s, which is internal, as a value: the observer got %v", r.Events[event].Name, refused)
	}
	return nil
}

// strange sends to a copy of the machine what is no event, and events during a step.
func (r *run) strange() error {
	c := r.clone(r.machine)
	to := r.direct(c)
	typ := reflect.TypeOf(r.Events[0].Value)
	for _, number := range r.noEvents {
		none := reflect.ValueOf(number).Convert(typ)
		err := to.asValue(none)
		illegal := errorLike(err, r.Errors.Illegal)
		if illegal == nil || !fieldsAre(illegal, "State", r.States[r.oracle.state].Value, "Event", none.Interface()) {
			return fmt.Errorf("%v, which is not an event: error is %v, want %T", none, err, r.Errors.Illegal)
		}
	}
	if r.host != nil {
		r.setBusy(c, true)
		for i, event := range r.Events {
			if event.Internal {
				continue
			}
			err := to.asValue(reflect.ValueOf(event.Value))
			if reentrant := errorLike(err, r.Errors.Reentrant); reentrant == nil || !r.isAbout(reentrant, r.oracle.state, i) {
				return fmt.Errorf("%s as a value during a step: error is %v, want %T", event.Name, err, r.Errors.Reentrant)
			}
		}
		r.setBusy(c, false)
	}
	if !r.sameMachine(c, r.machine) {
		return fmt.Errorf("a refused event changed the machine from %+v to %+v", r.machine, c)
	}
	return nil
}
