package fsmtest

import (
	"errors"
	"fmt"
	"reflect"
)

// methods are those of the machine that take events.
type methods struct {
	events []int // by the number of the event
	send   int   // with an event as a value, or -1
	fire   int   // with a timer, or -1
	// contexts are those that they take.
	contexts *contexts
}

// methodsOf finds them.
func methodsOf(s *Spec[any, any], send string, t reflect.Type) methods {
	index := func(name string) int {
		if m, ok := t.MethodByName(name); ok {
			return m.Index
		}
		return -1
	}
	m := methods{send: -1, fire: index("Fire")}
	for _, e := range s.Events {
		i := index(e.Method)
		if i < 0 && !e.Internal {
			panic(fmt.Sprintf("fsmtest: %v has no method %s", t, e.Method))
		}
		m.events = append(m.events, i)
	}
	if send != "" {
		m.send = index(send)
	}
	return m
}

// receiver is a machine that takes events.
type receiver struct {
	value   reflect.Value
	methods *methods
}

// errorOf returns the only result of a call, an error.
func errorOf(out []reflect.Value) error {
	err, _ := out[0].Interface().(error)
	return err
}

// asValue hands over an event as a value.
func (r receiver) asValue(event reflect.Value) error {
	return errorOf(r.methods.contexts.call(r.value.Method(r.methods.send), event))
}

// fire hands over a timer and the number of its start.
func (r receiver) fire(timer any, start int) error {
	return errorOf(r.methods.contexts.call(r.value.Method(r.methods.fire), reflect.ValueOf(timer), reflect.ValueOf(start)))
}

// errorLike returns the error in a chain that has the type of a pattern, or nil.
func errorLike(err, pattern error) any {
	if pattern == nil {
		return nil
	}
	found := reflect.New(reflect.TypeOf(pattern))
	if !errors.As(err, found.Interface()) {
		return nil
	}
	return found.Elem().Interface()
}

// fieldsAre reports whether fields of an error, a pointer to a struct, have certain values. The
// names and the values take turns.
func fieldsAre(err any, namesAndValues ...any) bool {
	v := reflect.ValueOf(err).Elem()
	for i := 0; i < len(namesAndValues); i += 2 {
		if v.FieldByName(namesAndValues[i].(string)).Interface() != namesAndValues[i+1] {
			return false
		}
	}
	return true
}

// fieldsOf writes fields of an error, a pointer to a struct.
func fieldsOf(err any, names ...string) (values []any) {
	for _, name := range names {
		values = append(values, reflect.ValueOf(err).Elem().FieldByName(name).Interface())
	}
	return values
}

// called calls a function that returns a value and an error, or an error alone. The result
// is nil for a nil pointer.
func called(f any, args ...any) (any, error) {
	fn := reflect.ValueOf(f)
	in := make([]reflect.Value, len(args))
	for i, a := range args {
		if in[i] = reflect.ValueOf(a); !in[i].IsValid() {
			in[i] = reflect.Zero(fn.Type().In(i))
		}
	}
	out := fn.Call(in)
	err := errorOf(out[len(out)-1:])
	if out[0].Kind() == reflect.Pointer && out[0].IsNil() {
		return nil, err
	}
	return out[0].Interface(), err
}
