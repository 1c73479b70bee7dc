package fsmtest

import (
	"cmp"
	"fmt"
	"reflect"
	"testing"
)

// testTyped sends the runs to all that small machines can do to typed states, of
// a machine without observers and of one that is observed.
func (h *checks) testTyped(t *testing.T) {
	h.testTypes(t)
	h.testBegin(t)
	for _, c := range some(h.typedCases(t)) {
		for _, observed := range []bool{false, true} {
			if observed && h.Observe == nil {
				continue
			}
			h.testTypedRun(t, c, observed)
		}
	}
}

// typedCases returns the runs of cover, except for those that end with an event which a typed state has no method for: nobody can
// send it there.
func (h *checks) typedCases(t testing.TB) (cases []testCase) {
	t.Helper()
	for _, c := range h.cover(t) {
		if last := len(c.events) - 1; c.row < 0 && last >= 0 {
			event := c.events[last].event
			if !h.foreign(event) && h.typedStates[h.after(c).state].events[event] < 0 {
				continue
			}
		}
		cases = append(cases, c)
	}
	return cases
}

// testTypedRun sends a run to typed states, and compares what an observer is told.
func (h *checks) testTypedRun(t *testing.T, c testCase, observed bool) {
	t.Helper()
	r := h.begin(c.params)
	if r.fault != nil {
		t.Fatal(r.fault)
	}
	var told, want []any
	var seen, refused []any // by the observer
	var fault error
	left := h.In(r.machine)
	if observed {
		h.Observe(r.machine, nil, func(s any) {
			told, seen = append(told, s), append(seen, h.In(r.machine))
			fault = cmp.Or(fault, r.withinTyped(append([]any{left}, seen[max(0, len(seen)-latest):]...)))
		})
		h.observeRefusals(r.machine, nil, func(s any) { refused = append(refused, s) })
	}
	for i, e := range c.events {
		from := r.oracle
		of := h.course(r.oracle, e)
		left = h.In(r.machine)
		err := caught(func() error { return r.takeTyped(e) })
		if want = nil; observed {
			want = h.told(of)
		}
		if err == nil && !sameTold(told, want) {
			err = fmt.Errorf("the observer got %v, want %v", told, want)
		}
		told = nil
		if err = cmp.Or(err, fault); err == nil {
			err = caught(func() error { return r.seenTyped(seen) })
		}
		if observed && err == nil && h.takes(of.row) {
			err = r.staleRefusals(left, from, &refused)
		}
		if err != nil {
			t.Fatalf("%s in the typed state of %s: %v\nafter %s\nwith %s", h.inputText(e), h.States[from.state].Name, err, h.inputsText(c.events[:i]), h.paramsText(c.params))
		}
	}
}

// latest is how many of the typed states of a run are looked at during a step.
const latest = 20

// staleRefusals sends all events to a typed state that the machine has left. Its observer is told that each
// is refused.
func (r *run) staleRefusals(left any, from Config, refused *[]any) error {
	for event := range r.Events {
		*refused = nil
		e := r.fill(event, from, first)
		_, listed, stale := r.sendTyped(left, e)
		if !listed {
			continue
		}
		if want := r.refusalOf(r.oracle, e, stale); !sameTold(*refused, []any{want}) {
			return fmt.Errorf("the observer got the refusals %v, want %v", *refused, want)
		}
	}
	return nil
}

// testTypes checks what the compiler accepts: a typed state has methods for the events that the
// spec lists, no typed state converts to another, and events and
// handlers lead to no state that the table does not have.
func (h *checks) testTypes(t *testing.T) {
	t.Helper()
	if len(h.typedStates) != len(h.States) {
		t.Fatalf("there are %d typed states, want %d", len(h.typedStates), len(h.States))
	}
	for from := range h.typedStates {
		typ := h.typedStates[from].typ
		if state := h.stateOf(h.Typed[from]); state != from {
			t.Errorf("%v belongs to state %s, want %s", typ, h.stateText(state), h.States[from].Name)
		}
		for _, other := range h.typedStates {
			if typ != other.typ && typ.ConvertibleTo(other.typ) {
				t.Errorf("%v is convertible to %v", typ, other.typ)
			}
		}
		for event, method := range h.typedStates[from].events {
			name := h.Events[event].Name
			if listed := h.accepts(Config{state: from}, event); listed != (method >= 0) {
				t.Errorf("%v has a method for %s: %t", typ, name, !listed)
			} else if listed {
				h.testLeads(t, name, from, typ.Method(method).Type.Out(0), func(e int) bool { return e == event })
			}
		}
		if h.Handler == nil {
			continue
		}
		handler := h.handlerType()
		for i := range handler.NumMethod() {
			if method := handler.Method(i).Type; method.In(1) == typ {
				h.testLeads(t, "the handler", from, method.Out(0), func(int) bool { return true })
			}
		}
	}
}

// testLeads checks that what follows a state can only be a state that the rows of some
// events lead to.
func (h *checks) testLeads(t *testing.T, what string, from int, out reflect.Type, about func(event int) bool) {
	t.Helper()
	to := make([]bool, len(h.States))
	for i, row := range h.rows {
		if row.from == from && about(row.on) {
			if !h.takes(i) {
				to[from] = true
				continue
			}
			for _, state := range h.rests(row.to) {
				to[state] = true
			}
		}
	}
	for state := range h.typedStates {
		if typ := h.typedStates[state].typ; typ.AssignableTo(out) && !to[state] {
			t.Errorf("%s in %s can lead to %v", what, h.States[from].Name, typ)
		}
	}
}

// testBegin makes machines as typed states, with parameters in range and out of range.
func (h *checks) testBegin(t *testing.T) {
	t.Helper()
	for _, e := range h.edges() {
		if e.ok {
			continue
		}
		var to *host
		if h.Machine.Host != nil {
			to = h.newHost()
		}
		if s, err := h.contexts.makes(h.Begin, h.withHost(to, h.paramsOf(e.params).Interface())...); err == nil {
			t.Errorf("%s: Begin returned %v", e.name, s)
		}
	}
	for _, c := range h.small(t) {
		h.testBegun(t, c)
	}
}

// testBegun makes a machine with the parameters of c as a typed state.
func (h *checks) testBegun(t *testing.T, c any) {
	t.Helper()
	start, params := h.start(c), h.paramsOf(c).Interface()
	var to *host
	if h.Machine.Host != nil {
		if s, err := h.contexts.makes(h.Begin, params, nil); err == nil {
			t.Errorf("without a host, Begin returned %v", s)
		}
		to = h.newHost()
		to.want = h.begins(c)
	}
	s, err := h.contexts.makes(h.Begin, h.withHost(to, params)...)
	if err == nil {
		err = h.compare(start, machineOf(s))
	}
	if to != nil {
		err = to.end(err)
	}
	if err != nil || h.In(machineOf(s)) != s {
		t.Errorf("Begin returned %v, %v", s, err)
	}
}
