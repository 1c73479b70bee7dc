package run

import (
	"fmt"
	"reflect"

	"github.com/fsmgen/fsmgen/fsmtest/internal/host"
	"github.com/fsmgen/fsmgen/fsmtest/internal/mirror"
	"github.com/fsmgen/fsmgen/fsmtest/internal/oracle"
	"github.com/fsmgen/fsmgen/fsmtest/internal/subject"
)

// value hands an event as a value to copies of the machine, one of them observed,
// which do what its method does.
func (r *Run) value(e oracle.Input, c oracle.Course) error {
	if r.Spec.Events[e.Event].Internal {
		return r.internalValue(e.Event)
	}
	for _, observed := range []bool{false, true} {
		if observed && r.Subject.Machine.Observe == nil {
			continue
		}
		if err := r.copyTakes(e, c, observed); err != nil {
			return fmt.Errorf("as a value: %w", err)
		}
	}
	return r.strange()
}

// copyTakes hands the event to one copy.
func (r *Run) copyTakes(e oracle.Input, of oracle.Course, observed bool) error {
	row, c := of.Row, r.Subject.Clone(r.Machine)
	r.Subject.Access.Swap(c, subject.Attached{}) // with the observers, which are to be told this event only
	var h *host.Host
	if r.Host != nil {
		h = r.Host.Copy()
		h.Machine, h.Looks = c, false
		r.Subject.Access.SetHost(c, h.Face)
	}
	before := r.Subject.Clone(c)
	var told, refused []any
	to := r.Subject.Direct(c)
	if observed {
		r.Subject.Machine.Observe(c, nil, func(s any) { told = append(told, s) })
		r.Subject.Observers.Refusals(c, nil, func(s any) { refused = append(refused, s) })
	}
	err := to.AsValue(reflect.ValueOf(r.Spec.Events[e.Event].Value))
	r.Subject.Access.Swap(c, subject.Attached{})
	if err := r.Answered(err, of.Rest, e, row); err != nil {
		return err
	}
	if r.Oracle.Fails(row) && of.Early == 0 && !r.Subject.SameMachine(c, before) {
		return fmt.Errorf("a refused event changed the machine from %+v to %+v", before, c)
	}
	if err := r.Subject.Compare(of.End, c); err != nil {
		return err
	}
	if h != nil {
		if err := h.End(nil); err != nil {
			return err
		}
	}
	var want, wantRefused []any
	if observed {
		want = r.Subject.Observers.Told(of)
	}
	if observed && err != nil {
		wantRefused = append(wantRefused, r.Subject.Observers.Refusal(of.Rest, e, err))
	}
	if !subject.SameTold(refused, wantRefused) {
		return fmt.Errorf("the observer got the refusals %v, want %v", refused, wantRefused)
	}
	if !subject.SameTold(told, want) {
		return fmt.Errorf("the observer got %v, want %v", told, want)
	}
	return nil
}

// internalValue hands an internal event as a value to a copy of the machine, which refuses it.
func (r *Run) internalValue(event int) error {
	c := r.Subject.Clone(r.Machine)
	r.Subject.Access.Swap(c, subject.Attached{})
	var refused []any
	if r.Subject.Machine.Observe != nil {
		r.Subject.Observers.Refusals(c, nil, func(s any) { refused = append(refused, s) })
	}
	before := r.Subject.Clone(c)
	err := r.Subject.Direct(c).AsValue(reflect.ValueOf(r.Spec.Events[event].Value))
	illegal := mirror.ErrorLike(err, r.Subject.Machine.Errors.Illegal)
	switch {
	case illegal == nil || !r.Subject.IsAbout(illegal, r.Now.State, event) || reflect.ValueOf(illegal).Elem().FieldByName("Guards").Len() > 0:
		return fmt.Errorf("%s, which is internal, as a value: error is %v, want %T", r.Spec.Events[event].Name, err, r.Subject.Machine.Errors.Illegal)
	case !r.Subject.SameMachine(c, before):
		return fmt.Errorf("%s, which is internal, as a value changed the machine from %+v to %+v", r.Spec.Events[event].Name, before, c)
	case r.Subject.Machine.Observe != nil && !subject.SameTold(refused, []any{r.Subject.Observers.Refusal(r.Now, oracle.Input{Event: event}, err)}):
		return fmt.Errorf("%s, which is internal, as a value: the observer got %v", r.Spec.Events[event].Name, refused)
	}
	return nil
}

// strange sends to a copy of the machine what is no event, and events during a step.
func (r *Run) strange() error {
	c := r.Subject.Clone(r.Machine)
	to := r.Subject.Direct(c)
	typ := reflect.TypeOf(r.Spec.Events[0].Value)
	for _, number := range r.Oracle.NoEvents {
		none := reflect.ValueOf(number).Convert(typ)
		err := to.AsValue(none)
		illegal := mirror.ErrorLike(err, r.Subject.Machine.Errors.Illegal)
		if illegal == nil || !mirror.FieldsAre(illegal, "State", r.Spec.States[r.Now.State].Value, "Event", none.Interface()) {
			return fmt.Errorf("%v, which is not an event: error is %v, want %T", none, err, r.Subject.Machine.Errors.Illegal)
		}
	}
	if r.Host != nil {
		r.Subject.Access.SetBusy(c, true)
		for i, event := range r.Spec.Events {
			if event.Internal {
				continue
			}
			err := to.AsValue(reflect.ValueOf(event.Value))
			if reentrant := mirror.ErrorLike(err, r.Subject.Machine.Errors.Reentrant); reentrant == nil || !r.Subject.IsAbout(reentrant, r.Now.State, i) {
				return fmt.Errorf("%s as a value during a step: error is %v, want %T", event.Name, err, r.Subject.Machine.Errors.Reentrant)
			}
		}
		r.Subject.Access.SetBusy(c, false)
	}
	if !r.Subject.SameMachine(c, r.Machine) {
		return fmt.Errorf("a refused event changed the machine from %+v to %+v", r.Machine, c)
	}
	return nil
}
