package fsmtest

import (
	"fmt"
	"reflect"
	"slices"
)

// typedState is the type of the typed states for one state: its methods, as
// numbers that reflection knows them by; -1: there is none.
type typedState struct {
	typ            reflect.Type
	state, outcome int
	events         []int // by the number of the event
	reads          []int // by slot
}

// typedStatesOf looks up the types of typed states, in the order of the states.
func typedStatesOf(o *oracle, zeros []any) (all []typedState) {
	for i, zero := range zeros {
		t := typedState{typ: reflect.TypeOf(zero)}
		method := func(name string) int {
			if m, ok := t.typ.MethodByName(name); ok {
				return m.Index
			}
			return -1
		}
		t.state, t.outcome = method("State"), method("Outcome")
		for _, e := range o.Events {
			t.events = append(t.events, method(e.Method))
		}
		for _, p := range o.slots {
			read := -1
			if p.homes == nil || slices.Contains(p.homes, i) {
				read = method(o.config.Field(p.index).Name)
			}
			t.reads = append(t.reads, read)
		}
		all = append(all, t)
	}
	return all
}

// typeOf returns the type of a typed state, which is nil if s is none.
func (h *harness) typeOf(s any) *typedState {
	for i := range h.typedStates {
		if h.typedStates[i].typ == reflect.TypeOf(s) {
			return &h.typedStates[i]
		}
	}
	return nil
}

// stateOf returns the number of the state that a typed state says it is of.
func (h *harness) stateOf(s any) int {
	if t := h.typeOf(s); t != nil && t.state >= 0 {
		return int(number(reflect.ValueOf(s).Method(t.state).Call(nil)[0]))
	}
	return -1
}

// machineOf returns the machine of a typed state.
func machineOf(s any) any {
	return reflect.ValueOf(s).MethodByName("Machine").Call(nil)[0].Interface()
}

// sendTyped sends an event to a typed state, if that has a method for it.
func (h *harness) sendTyped(s any, e Input) (next any, listed bool, err error) {
	t := h.typeOf(s)
	if t == nil || t.events[e.event] < 0 {
		return nil, false, nil
	}
	out := h.contexts.call(reflect.ValueOf(s).Method(t.events[e.event]), h.payloadOf(e)...)
	return out[0].Interface(), true, errorOf(out[1:])
}

// typedReads says how what a typed state reads differs from a configuration.
func (h *harness) typedReads(s any, m Config) error {
	t := h.typeOf(s)
	if t == nil || h.stateOf(s) != m.state {
		return fmt.Errorf("the typed state is a %T, want one of %s", s, h.text(m))
	}
	v, line := reflect.ValueOf(s), h.States[m.state].Name+h.regionsText(m)
	for i := range h.slots {
		p := &h.slots[i]
		if p.homes != nil && !slices.Contains(p.homes, m.state) || p.pending {
			continue
		}
		if t.reads[i] < 0 {
			return fmt.Errorf("the typed state %T has no method for %s", s, p.name)
		}
		got, want := v.Method(t.reads[i]).Call(nil)[0], slot(m.vars, p)
		switch {
		case same(got, want):
		case p.equatable():
			return fmt.Errorf("%s of the typed state is %s, want %s", p.name, p.write(got), p.write(want))
		default:
			return fmt.Errorf("%s of the typed state differs from the spec", p.name)
		}
		if p.homes == nil && p.kind != opaque {
			line += " " + p.name + "=" + p.write(want)
		}
	}
	if got := fmt.Sprint(s); got != line {
		return fmt.Errorf("the typed state is %s, want %s", got, line)
	}
	if !h.ended(m) {
		return nil
	}
	if t.outcome < 0 {
		return fmt.Errorf("the typed state %T has no outcome", s)
	}
	if got := v.Method(t.outcome).Call(nil)[0]; int(number(got)) != h.outcome[m.state] {
		return fmt.Errorf("outcome of the typed state is %v, want %s", got, h.States[m.state].Outcome)
	}
	return nil
}

// readsLeft says what is wrong if a typed state is read that the machine has left: that panics with an error, except for its text.
func (h *harness) readsLeft(s any) error {
	v, t := reflect.ValueOf(s), h.typeOf(s)
	for i, read := range t.reads {
		if read < 0 {
			continue
		}
		cause := func() (cause any) {
			defer func() { cause = recover() }()
			v.Method(read).Call(nil)
			return nil
		}()
		if _, is := cause.(error); !is {
			return fmt.Errorf("%s is read: the panic is %v, want an error", h.slots[i].name, cause)
		}
	}
	for _, s := range []any{s, reflect.Zero(t.typ).Interface()} {
		if text := s.(fmt.Stringer).String(); text == "" {
			return fmt.Errorf("the text is %q", text)
		}
	}
	return nil
}

// setField changes a field of what an event carries.
func (h *harness) setField(e *Input, field int, value any) {
	v := reflect.New(h.payload).Elem()
	if e.payload != nil {
		v.Set(reflect.ValueOf(e.payload))
	}
	v.Field(h.inputs[e.event][field].index).Set(reflect.ValueOf(value))
	e.payload = v.Interface()
}

// timerNumber returns the number of the constant of a timer.
func (h *harness) timerNumber(timer int) int {
	return int(number(reflect.ValueOf(h.Timers[timer].Value)))
}

// clearTimers overwrites the list of timers that the machine returns, which is the
// caller's.
func (h *harness) clearTimers(m any) {
	if list := reflect.ValueOf(m).MethodByName("Timers"); list.IsValid() {
		list.Call(nil)[0].Clear()
	}
}

// handlerType returns the interface of the handlers of Run.
func (h *harness) handlerType() reflect.Type {
	t := reflect.TypeOf(h.Run)
	last := t.NumIn() - 1
	if t.IsVariadic() {
		last-- // before the observers
	}
	return t.In(last)
}

// hostsRun reports whether Run takes a host: that of a machine with timers
// may have nothing to do in a run, whose time Run keeps.
func (h *harness) hostsRun() bool {
	const withHost = 4 // a context, the parameters, a host and a handler
	t := reflect.TypeOf(h.Run)
	count := t.NumIn()
	if t.IsVariadic() {
		count--
	}
	return count == withHost
}

// errorWith returns an error of the type of a pattern, a pointer to a struct, with certain
// fields. The names and the values take turns.
func errorWith(pattern error, namesAndValues ...any) error {
	err := reflect.New(reflect.TypeOf(pattern).Elem())
	for i := 0; i < len(namesAndValues); i += 2 {
		err.Elem().FieldByName(namesAndValues[i].(string)).Set(reflect.ValueOf(namesAndValues[i+1]))
	}
	return err.Interface().(error)
}
