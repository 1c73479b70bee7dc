package subject

import (
	"fmt"
	"reflect"

	"github.com/fsmgen/fsmgen/fsmtest/internal/mirror"
	"github.com/fsmgen/fsmgen/fsmtest/internal/oracle"
)

// compareCalls says how the calls that a machine lists, and what it says of each, differ from those of a configuration.
func (s *Subject) compareCalls(m oracle.Config, got any) error {
	v := reflect.ValueOf(got)
	list, want := v.MethodByName("Calls").Call(nil)[0], s.Oracle.Calls.Invoked(m)
	equal := list.Len() == len(want)
	for i := 0; equal && i < len(want); i++ {
		equal = list.Index(i).Interface() == s.Spec.Calls[want[i]].Value
	}
	if !equal {
		var names []string
		for _, k := range want {
			names = append(names, s.Spec.Calls[k].Name)
		}
		return fmt.Errorf("method Calls() is %v, want %v", list, names)
	}
	list.Clear() // which is the caller's
	for k, c := range s.Spec.Calls {
		if m.Runs(k) && !s.Oracle.Calls.Invocable(k, m) {
			continue // the machine is about to stop it
		}
		out := v.MethodByName(c.Read).Call(nil)
		said := oracle.Call{c.Read}
		for _, value := range out {
			said = append(said, value.Interface())
		}
		wanted := oracle.Call{c.Read}
		if m.Runs(k) {
			wanted = append(append(append(wanted, m.Number(k)), s.Oracle.Arguments(m, k)...), true)
		} else {
			for _, value := range out {
				wanted = append(wanted, reflect.Zero(value.Type()).Interface())
			}
		}
		if !said.Same(wanted) {
			return fmt.Errorf("method %v, want %v", said, wanted)
		}
	}
	return nil
}

// RefusedCall says what is wrong with the error of a result for a call that does not run with a number.
func (s *Subject) RefusedCall(err error, at oracle.Config, call, number int) error {
	stale := mirror.ErrorLike(err, s.Machine.Errors.StaleCall)
	switch {
	case stale == nil:
		return fmt.Errorf("error is %v, want %T", err, s.Machine.Errors.StaleCall)
	case !mirror.FieldsAre(stale, "State", s.Spec.States[at.State].Value, "Call", s.Spec.Calls[call].Value, "Number", number):
		return fmt.Errorf("error is about %v", stale)
	}
	return nil
}
