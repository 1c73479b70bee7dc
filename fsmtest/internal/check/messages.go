package check

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"testing"

	"github.com/fsmgen/fsmgen/fsmtest/internal/mirror"
	"github.com/fsmgen/fsmgen/fsmtest/internal/oracle"
)

// Messages reads what errors say, and what the spec says of the machine.
func Messages(t *testing.T, env *Env) {
	start := env.bench.Begin(env.small(t)[0])
	if start.Fault != nil {
		t.Fatal(start.Fault)
	}
	testErrors(t, env, start.Machine)
	if slices.ContainsFunc(env.Spec.States, func(s oracle.State) bool { return s.Doc != "" }) {
		for _, s := range env.Spec.States {
			if got := mirror.Read(s.Value, "Doc"); got != s.Doc {
				t.Errorf("Doc() of %s is %[3]q, want %[2]q", s.Name, s.Doc, got)
			}
		}
	}
	if slices.ContainsFunc(env.Spec.Events, func(e oracle.Event) bool { return e.Doc != "" }) {
		for _, e := range env.Spec.Events {
			if got := mirror.Read(e.Value, "Doc"); got != e.Doc {
				t.Errorf("Doc() of %s is %[3]q, want %[2]q", e.Name, e.Doc, got)
			}
		}
	}
	// An error is the same for all machines, or one of its own.
	shared := len(env.Spec.States)*len(env.Spec.Events) <= 16_384
	other := env.bench.Begin(env.small(t)[0])
	for event := range env.Spec.Events {
		if env.Oracle.Lists(start.Now, event) || env.Oracle.Foreign(event) {
			continue
		}
		e := oracle.Input{Event: event}
		one := mirror.ErrorLike(env.Subject.Send(env.Subject.Direct(start.Machine), e, oracle.Nowhere()), env.Subject.Machine.Errors.Illegal)
		two := mirror.ErrorLike(env.Subject.Send(env.Subject.Direct(other.Machine), e, oracle.Nowhere()), env.Subject.Machine.Errors.Illegal)
		if one != nil && two != nil && (one == two) != shared {
			t.Errorf("two machines share the error that refuses %s: %t", env.Spec.Events[event].Name, one == two)
		}
	}
}

// testErrors reads the message of an error of each type.
func testErrors(t *testing.T, env *Env, m any) {
	t.Helper()
	from, to := env.Spec.States[0], env.Spec.States[len(env.Spec.States)-1]
	event := env.Spec.Events[len(env.Spec.Events)-1]
	check := func(like error, want string, fields ...any) {
		t.Helper()
		if like == nil {
			return
		}
		err := reflect.New(reflect.TypeOf(like).Elem())
		for i := 0; i < len(fields); i += 2 {
			err.Elem().FieldByName(fields[i].(string)).Set(reflect.ValueOf(fields[i+1]))
		}
		if got := err.Interface().(error).Error(); got != env.Spec.Package+": "+want {
			t.Errorf("the text of %T is %q, want %q", like, got, env.Spec.Package+": "+want)
		}
	}
	check(env.Subject.Machine.Errors.Illegal, fmt.Sprintf("event %s is illegal in state %s", event.Name, from.Name), "State", from.Value, "Event", event.Value)
	check(env.Subject.Machine.Errors.Rejected, fmt.Sprintf("event %s is rejected in state %s", event.Name, from.Name), "State", from.Value, "Event", event.Value)
	why := []any{"State", from.Value, "Event", event.Value, "Guards", []string{"a > 0", "b"}}
	check(env.Subject.Machine.Errors.Illegal, fmt.Sprintf("event %s is illegal in state %s: a > 0 does not hold, b does not hold", event.Name, from.Name), why...)
	check(env.Subject.Machine.Errors.Rejected, fmt.Sprintf("event %s is rejected in state %s: a > 0 does not hold, b does not hold, c holds", event.Name, from.Name), append(why, "If", "c")...)
	check(env.Subject.Machine.Errors.Reentrant, fmt.Sprintf("event %s comes during a step, in state %s", event.Name, from.Name), "State", from.Value, "Event", event.Value)
	check(env.Subject.Machine.Errors.StaleState, fmt.Sprintf("the machine has moved on from state %s, and is in state %s", from.Name, to.Name), "State", from.Value, "Now", to.Value)
	check(env.Subject.Machine.Errors.NoEvent, fmt.Sprintf("the handler of state %s made no transition", from.Name), "State", from.Value)
	check(env.Subject.Machine.Errors.Payload, fmt.Sprintf("some of event %s is 7, must be a value of its type", event.Name), "Event", event.Value, "Field", "some", "Value", 7)
	if env.Subject.Machine.In != nil {
		cause := errors.New("the cause")
		check(env.Subject.Machine.Errors.Run, fmt.Sprintf("stopped in state %s: %v", env.Spec.States[env.Subject.Machine.State(m)].Name, cause), "At", env.Subject.Machine.In(m), "Err", cause)
	}
	if len(env.Spec.Calls) > 0 {
		call := env.Spec.Calls[0]
		check(env.Subject.Machine.Errors.StaleCall, fmt.Sprintf("call %s, number 7, does not run in state %s", call.Name, from.Name), "State", from.Value, "Call", call.Value, "Number", 7)
	}
	if len(env.Spec.Timers) > 0 {
		timer := env.Spec.Timers[0]
		check(env.Subject.Machine.Errors.StaleTimer, fmt.Sprintf("timer %s, start 7, does not run in state %s", timer.Name, from.Name), "State", from.Value, "Timer", timer.Value, "Start", 7)
		check(env.Subject.Machine.Errors.Fired, fmt.Sprintf("timer %s is over", timer.Name), "Timer", timer.Value)
	}
}
