package subject

import (
	"fmt"
	"reflect"
	"slices"

	"github.com/fsmgen/fsmgen/fsmtest/internal/mirror"
	"github.com/fsmgen/fsmgen/fsmtest/internal/oracle"
)

// TypedState is the type of the typed states for one state: its methods, as
// numbers that reflection knows them by; -1: there is none.
type TypedState struct {
	Type           reflect.Type // of the generated code
	state, outcome int
	Events         []int // by the number of the event
	reads          []int // by slot
}

// TypedStates are the typed states of a machine, and how Run takes them.
type TypedStates struct {
	spec    *oracle.Spec
	oracle  *oracle.Oracle
	subject *Subject
	States  []TypedState // by state; nil: there are none
}

// typedStatesOf looks up the types of typed states, in the order of the states.
func typedStatesOf(o *oracle.Oracle, zeros []any) (all []TypedState) {
	for i, zero := range zeros {
		t := TypedState{Type: reflect.TypeOf(zero)}
		method := func(name string) int {
			if m, ok := t.Type.MethodByName(name); ok {
				return m.Index
			}
			return -1
		}
		t.state, t.outcome = method("State"), method("Outcome")
		for _, e := range o.Spec.Events {
			t.Events = append(t.Events, method(e.Method))
		}
		for _, p := range o.Layout.Slots {
			read := -1
			if p.Homes == nil || slices.Contains(p.Homes, i) {
				read = method(o.Layout.Config.Field(p.Index).Name)
			}
			t.reads = append(t.reads, read)
		}
		all = append(all, t)
	}
	return all
}

// of returns the type of a typed state, which is nil if s is none.
func (o *TypedStates) of(s any) *TypedState {
	for i := range o.States {
		if o.States[i].Type == reflect.TypeOf(s) {
			return &o.States[i]
		}
	}
	return nil
}

// State returns the number of the state that a typed state says it is of.
func (o *TypedStates) State(s any) int {
	if t := o.of(s); t != nil && t.state >= 0 {
		return int(oracle.Number(reflect.ValueOf(s).Method(t.state).Call(nil)[0]))
	}
	return -1
}

// MachineOf returns the machine of a typed state.
func MachineOf(s any) any {
	return reflect.ValueOf(s).MethodByName("Machine").Call(nil)[0].Interface()
}

// Send sends an event to a typed state, if that has a method for it.
func (o *TypedStates) Send(s any, e oracle.Input) (next any, listed bool, err error) {
	t := o.of(s)
	if t == nil || t.Events[e.Event] < 0 {
		return nil, false, nil
	}
	out := o.subject.Contexts.call(reflect.ValueOf(s).Method(t.Events[e.Event]), o.subject.payloadOf(e)...)
	return out[0].Interface(), true, mirror.Error(out[1:])
}

// Compare says how what a typed state reads differs from a configuration.
func (o *TypedStates) Compare(s any, m oracle.Config) error {
	t := o.of(s)
	if t == nil || o.State(s) != m.State {
		return fmt.Errorf("the typed state is a %T, want one of %s", s, o.oracle.Texts.Config(m))
	}
	v, line := reflect.ValueOf(s), o.spec.States[m.State].Name+o.oracle.Texts.Regions(m)
	for i := range o.oracle.Layout.Slots {
		p := &o.oracle.Layout.Slots[i]
		if p.Homes != nil && !slices.Contains(p.Homes, m.State) || p.Pending {
			continue
		}
		if t.reads[i] < 0 {
			return fmt.Errorf("the typed state %T has no method for %s", s, p.Name)
		}
		got, want := v.Method(t.reads[i]).Call(nil)[0], oracle.Slot(m.Vars, p)
		switch {
		case mirror.SameValue(got, want):
		case p.Equatable():
			return fmt.Errorf("%s of the typed state is %s, want %s", p.Name, p.Write(got), p.Write(want))
		default:
			return fmt.Errorf("%s of the typed state differs from the spec", p.Name)
		}
		if p.Homes == nil && p.Kind != oracle.Opaque {
			line += " " + p.Name + "=" + p.Write(want)
		}
	}
	if got := fmt.Sprint(s); got != line {
		return fmt.Errorf("the typed state is %s, want %s", got, line)
	}
	if !o.oracle.Ended(m) {
		return nil
	}
	if t.outcome < 0 {
		return fmt.Errorf("the typed state %T has no outcome", s)
	}
	if got := v.Method(t.outcome).Call(nil)[0]; int(oracle.Number(got)) != o.oracle.Outcome[m.State] {
		return fmt.Errorf("outcome of the typed state is %v, want %s", got, o.spec.States[m.State].Outcome)
	}
	return nil
}

// CompareLeft says what is wrong if a typed state is read that the machine has left: that panics with an error, except for its text.
func (o *TypedStates) CompareLeft(s any) error {
	v, t := reflect.ValueOf(s), o.of(s)
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
			return fmt.Errorf("%s is read: the panic is %v, want an error", o.oracle.Layout.Slots[i].Name, cause)
		}
	}
	for _, s := range []any{s, reflect.Zero(t.Type).Interface()} {
		if text := s.(fmt.Stringer).String(); text == "" {
			return fmt.Errorf("the text is %q", text)
		}
	}
	return nil
}

// timerNumber returns the number of the constant of a timer.
func (s *Subject) timerNumber(timer int) int {
	return int(oracle.Number(reflect.ValueOf(s.Spec.Timers[timer].Value)))
}

// ClearTimers overwrites the list of timers that the machine returns, which is the
// caller's.
func (s *Subject) ClearTimers(m any) {
	if list := reflect.ValueOf(m).MethodByName("Timers"); list.IsValid() {
		list.Call(nil)[0].Clear()
	}
}

// HandlerType returns the interface of the handlers of Run.
func (o *TypedStates) HandlerType() reflect.Type {
	t := reflect.TypeOf(o.subject.Machine.Run)
	last := t.NumIn() - 1
	if t.IsVariadic() {
		last-- // before the observers
	}
	return t.In(last)
}

// HostsRun reports whether Run takes a host: that of a machine with timers
// may have nothing to do in a run, whose time Run keeps.
func (o *TypedStates) HostsRun() bool {
	const withHost = 4 // a context, the parameters, a host and a handler
	t := reflect.TypeOf(o.subject.Machine.Run)
	count := t.NumIn()
	if t.IsVariadic() {
		count--
	}
	return count == withHost
}

// ErrorWith returns an error of the type of a pattern, a pointer to a struct, with certain
// fields. The names and the values take turns.
func ErrorWith(pattern error, namesAndValues ...any) error {
	err := reflect.New(reflect.TypeOf(pattern).Elem())
	for i := 0; i < len(namesAndValues); i += 2 {
		err.Elem().FieldByName(namesAndValues[i].(string)).Set(reflect.ValueOf(namesAndValues[i+1]))
	}
	return err.Interface().(error)
}

// Attends reports whether the handler of Run has a method for a state as a whole, which makes its transitions.
func (o *TypedStates) Attends(state int) bool {
	handler := o.HandlerType()
	for i := range handler.NumMethod() {
		if handler.Method(i).Type.In(1) == reflect.TypeOf(o.subject.Machine.Typed[state]) {
			return true
		}
	}
	return false
}
