package subject

import (
	"reflect"

	"github.com/fsmgen/fsmgen/fsmtest/internal/mirror"
	"github.com/fsmgen/fsmgen/fsmtest/internal/oracle"
)

// Subject is a machine under test, with all that is looked up once.
type Subject struct {
	Spec      *oracle.Spec   // that of the oracle
	Oracle    *oracle.Oracle // what the machine is to do
	Machine   *Machine       // the generated code
	Access    Access         // its fields that are not exported
	Type      reflect.Type   // of the machine
	OnMachine Methods        // those that take events
	Contexts  *Contexts      // what they get
	Typed     *TypedStates   // its typed states
	Observers *Observers     // what its observers are told
	// exact says that machines are the same exactly when == holds.
	exact bool
}

// New looks up what the tests use of a machine: a pointer to a struct, whose observers get steps of a type.
func New(o *oracle.Oracle, machine *Machine, pointer, step reflect.Type) *Subject {
	typ := pointer.Elem()
	s := &Subject{Spec: o.Spec, Oracle: o, Machine: machine, Access: newAccess(typ), Type: typ, Contexts: contextsOf(machine.New)}
	s.Observers = &Observers{spec: o.Spec, oracle: o, subject: s, steps: step}
	s.OnMachine = methodsOf(o.Spec, machine.Send, pointer)
	s.OnMachine.contexts = s.Contexts
	s.Typed = &TypedStates{o.Spec, o, s, typedStatesOf(o, machine.Typed)}
	s.exact = o.Layout.Plain && typ.Comparable()
	return s
}

// Clone returns a copy of a machine.
func (s *Subject) Clone(m any) any {
	c := reflect.New(s.Type)
	c.Elem().Set(reflect.ValueOf(m).Elem())
	return c.Interface()
}

// SameMachine reports whether two machines are the same.
func (s *Subject) SameMachine(a, b any) bool {
	if s.exact {
		return reflect.ValueOf(a).Elem().Interface() == reflect.ValueOf(b).Elem().Interface()
	}
	return mirror.SameValue(reflect.ValueOf(a).Elem(), reflect.ValueOf(b).Elem())
}

// sameVars reports whether two configurations have the same values.
func (s *Subject) sameVars(a, b any) bool {
	if s.Oracle.Layout.Plain {
		return a == b
	}
	return mirror.Same(a, b)
}

// NewMachine makes a machine with the parameters of c.
func (s *Subject) NewMachine(c any, host any) (any, error) {
	if s.Oracle.Always >= 0 && s.Oracle.Claims.Params(c) {
		s.Oracle.Start(c) // or the machine would start for ever
	}
	return s.Contexts.Makes(s.Machine.New, s.WithHost(host, s.Oracle.Layout.ParamsOf(c).Interface())...)
}

// WithHost appends a host to arguments, for machines that have one.
func (s *Subject) WithHost(host any, args ...any) []any {
	if s.Machine.Host == nil {
		return args
	}
	if host == nil {
		return append(args, nil)
	}
	return append(args, host)
}

// Defaults returns the default parameters that the generated code has, if there are any.
func (s *Subject) Defaults() (c any, ok bool) {
	if s.Machine.DefaultParams == nil {
		return nil, false
	}
	return s.Oracle.Layout.EditParams(s.Oracle.Layout.None(), func(v reflect.Value) { v.Set(reflect.ValueOf(s.Machine.DefaultParams).Call(nil)[0]) }), true
}
