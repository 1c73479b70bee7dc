package run

import (
	"fmt"
	"reflect"

	"github.com/fsmgen/fsmgen/fsmtest/internal/mirror"
	"github.com/fsmgen/fsmgen/fsmtest/internal/oracle"
	"github.com/fsmgen/fsmgen/fsmtest/internal/subject"
)

// contextless sends an event without a context to a copy of the machine, or has its timers raise it so: it is refused, and changes
// nothing.
func (r *Run) contextless(e oracle.Input) error {
	if !r.Subject.Contexts.On {
		return nil
	}
	none := reflect.Zero(subject.ContextType)
	if r.Subject.OnMachine.Send >= 0 && !r.Spec.Events[e.Event].Internal {
		if err := r.withoutContext(e, r.Subject.OnMachine.Send, []reflect.Value{none, reflect.ValueOf(r.Spec.Events[e.Event].Value)}); err != nil {
			return fmt.Errorf("as a value: %w", err)
		}
	}
	if !r.Spec.Events[e.Event].Internal {
		return r.withoutContext(e, r.Subject.OnMachine.Events[e.Event], append([]reflect.Value{none}, r.Subject.SentWith(e, r.Oracle.Calls.NumberOf(r.Last.Rest, e.Event))...))
	}
	for _, i := range r.Oracle.Clocks.Raising(r.Now, e.Event) {
		if err := r.withoutContext(e, r.Subject.OnMachine.Fire, []reflect.Value{none, reflect.ValueOf(r.Spec.Timers[i].Value), reflect.ValueOf(r.Now.Start(i))}); err != nil {
			return err
		}
	}
	return nil
}

// withoutContext calls a method with no context on a copy of the machine.
func (r *Run) withoutContext(e oracle.Input, method int, args []reflect.Value) error {
	c, h := r.Subject.Clone(r.Machine), r.Host.Copy()
	h.Machine, h.Looks, h.Questions = c, false, nil
	told := 0
	r.hosted(c, h, &told)
	before := r.Subject.Clone(c)
	err := mirror.Error(reflect.ValueOf(c).Method(method).Call(args))
	want := 0
	if r.Subject.Machine.Observe != nil {
		want = 1
	}
	missing := mirror.ErrorLike(err, r.Subject.Machine.Errors.NilContext)
	switch {
	case missing == nil || !mirror.FieldsAre(missing, "Event", r.Spec.Events[e.Event].Value):
		return fmt.Errorf("without a context, the error is %v, want %T", err, r.Subject.Machine.Errors.NilContext)
	case !r.Subject.SameMachine(c, before):
		return fmt.Errorf("without a context, the event changed the machine from %+v to %+v", before, c)
	case told != want || len(h.Told) > 0:
		return fmt.Errorf("without a context, the observers got %d steps and refusals, and the host %v", told, h.Told)
	}
	return h.Fault
}
