package fsmtest

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"testing"
)

// testMessages reads what errors say, and what the spec says of the machine.
func (h *checks) testMessages(t *testing.T) {
	start := h.begin(h.small(t)[0])
	if start.fault != nil {
		t.Fatal(start.fault)
	}
	h.testErrors(t, start.machine)
	if slices.ContainsFunc(h.States, func(s State[any]) bool { return s.Doc != "" }) {
		for _, s := range h.States {
			if got := read(s.Value, "Doc"); got != s.Doc {
				t.Errorf("Doc() of %s is %[3]q, want %[2]q", s.Name, s.Doc, got)
			}
		}
	}
	if slices.ContainsFunc(h.Events, func(e Event[any, any]) bool { return e.Doc != "" }) {
		for _, e := range h.Events {
			if got := read(e.Value, "Doc"); got != e.Doc {
				t.Errorf("Doc() of %s is %[3]q, want %[2]q", e.Name, e.Doc, got)
			}
		}
	}
	// An error is the same for all machines, or one of its own.
	shared := len(h.States)*len(h.Events) <= 16_384
	other := h.begin(h.small(t)[0])
	for event := range h.Events {
		if h.lists(start.oracle, event) || h.foreign(event) {
			continue
		}
		e := Input{event: event}
		one := errorLike(h.send(h.direct(start.machine), e, nowhere()), h.Errors.Illegal)
		two := errorLike(h.send(h.direct(other.machine), e, nowhere()), h.Errors.Illegal)
		if one != nil && two != nil && (one == two) != shared {
			t.Errorf("two machines share the error that refuses %s: %t", h.Events[event].Name, one == two)
		}
	}
}

// testErrors reads the message of an error of each type.
func (h *checks) testErrors(t *testing.T, m any) {
	t.Helper()
	from, to := h.States[0], h.States[len(h.States)-1]
	event := h.Events[len(h.Events)-1]
	check := func(like error, want string, fields ...any) {
		t.Helper()
		if like == nil {
			return
		}
		err := reflect.New(reflect.TypeOf(like).Elem())
		for i := 0; i < len(fields); i += 2 {
			err.Elem().FieldByName(fields[i].(string)).Set(reflect.ValueOf(fields[i+1]))
		}
		if got := err.Interface().(error).Error(); got != h.Package+": "+want {
			t.Errorf("the text of %T is %q, want %q", like, got, h.Package+": "+want)
		}
	}
	check(h.Errors.Illegal, fmt.Sprintf("event %s is illegal in state %s", event.Name, from.Name), "State", from.Value, "Event", event.Value)
	check(h.Errors.Rejected, fmt.Sprintf("event %s is rejected in state %s", event.Name, from.Name), "State", from.Value, "Event", event.Value)
	why := []any{"State", from.Value, "Event", event.Value, "Guards", []string{"a > 0", "b"}}
	check(h.Errors.Illegal, fmt.Sprintf("event %s is illegal in state %s: a > 0 does not hold, b does not hold", event.Name, from.Name), why...)
	check(h.Errors.Rejected, fmt.Sprintf("event %s is rejected in state %s: a > 0 does not hold, b does not hold, c holds", event.Name, from.Name), append(why, "If", "c")...)
	check(h.Errors.Reentrant, fmt.Sprintf("event %s comes during a step, in state %s", event.Name, from.Name), "State", from.Value, "Event", event.Value)
	check(h.Errors.StaleState, fmt.Sprintf("the machine has moved on from state %s, and is in state %s", from.Name, to.Name), "State", from.Value, "Now", to.Value)
	check(h.Errors.NoEvent, fmt.Sprintf("the handler of state %s made no transition", from.Name), "State", from.Value)
	check(h.Errors.Payload, fmt.Sprintf("some of event %s is 7, must be a value of its type", event.Name), "Event", event.Value, "Field", "some", "Value", 7)
	if h.In != nil {
		cause := errors.New("the cause")
		check(h.Errors.Run, fmt.Sprintf("stopped in state %s: %v", h.States[h.State(m)].Name, cause), "At", h.In(m), "Err", cause)
	}
	if len(h.Calls) > 0 {
		call := h.Calls[0]
		check(h.Errors.StaleCall, fmt.Sprintf("call %s, number 7, does not run in state %s", call.Name, from.Name), "State", from.Value, "Call", call.Value, "Number", 7)
	}
	if len(h.Timers) > 0 {
		timer := h.Timers[0]
		check(h.Errors.StaleTimer, fmt.Sprintf("timer %s, start 7, does not run in state %s", timer.Name, from.Name), "State", from.Value, "Timer", timer.Value, "Start", 7)
		check(h.Errors.Fired, fmt.Sprintf("timer %s is over", timer.Name), "Timer", timer.Value)
	}
}
