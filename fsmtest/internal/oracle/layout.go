package oracle

import (
	"fmt"
	"reflect"
	"slices"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/fsmgen/fsmgen/fsmtest/internal/mirror"
)

// Slot returns the value of a field of a configuration.
func Slot(c any, p *Place) reflect.Value { return reflect.ValueOf(c).Field(p.Index) }

// Kind tells apart the types of the language.
type Kind uint8

// The kinds of types.
const (
	Opaque     Kind = iota // a Go type that the spec does not look into
	Boolean                // bool
	Integer                // int, or duration, which is Go's time.Duration
	Text                   // string
	Enumerated             // an enumeration of the spec
)

// Enumeration is an enumeration with its type.
type Enumeration struct {
	Declared Enum // as in the spec
	typ      reflect.Type
	Values   []reflect.Value // its constants
}

// Layout says where configurations and payloads have what the spec names.
type Layout struct {
	ParamsAt        int                           // the field C.Params
	Enums           map[reflect.Type]*Enumeration // by their types
	Params          []Place                       // in C.Params
	Slots           []Place                       // in C: the variables and data, each field once
	Config, Payload reflect.Type                  // of C and E
	Carried         [][]Carried                   // the fields of each event
	Plain           bool                          // all values are the same exactly when == holds
}

// Place is a field of a struct that represents a part of the spec.
type Place struct {
	Name  string       // in the spec
	Index int          // in the struct
	Type  reflect.Type // of the field
	Kind  Kind         // of the type
	Enum  *Enumeration // nil: it is not enumerated
	Homes []int        // the states that have the datum; nil: a variable, which all have
	Field string       // of the machine

	Pending bool       // no method reads it
	active  [][]string // of a region: the active states in it, by value
}

// newLayout reads the types of configurations.
func newLayout(s *Spec, config, payload reflect.Type) Layout {
	l := Layout{Config: config, Payload: payload, Enums: map[reflect.Type]*Enumeration{}, Plain: true}
	for _, e := range s.Enums {
		if len(e.Values) == 0 {
			continue
		}
		known := &Enumeration{Declared: e, typ: reflect.TypeOf(e.Values[0])}
		for _, v := range e.Values {
			known.Values = append(known.Values, reflect.ValueOf(v))
		}
		l.Enums[known.typ] = known
	}
	if len(s.Calls) > 0 { // which outputs as values have
		calls := &Enumeration{typ: reflect.TypeOf(s.Calls[0].Value)}
		for _, c := range s.Calls {
			calls.Declared.Values, calls.Declared.Names, calls.Values = append(calls.Declared.Values, c.Value), append(calls.Declared.Names, c.Name), append(calls.Values, reflect.ValueOf(c.Value))
		}
		l.Enums[calls.typ] = calls
	}
	params := fieldOf(config, "Params")
	l.ParamsAt = params.Index[0]
	for i, p := range s.Params {
		field := params.Type.Field(i)
		field.Tag = timed // no parameter is of a Go type
		l.Params = append(l.Params, l.Place(p.Name, field))
	}
	index := map[string]int{}
	for _, v := range s.Vars {
		name := exported(v.Go, v.Name)
		if _, known := index[name]; !known {
			index[name] = len(l.Slots)
			p := l.Place(v.Name, fieldOf(config, name))
			if p.Field = v.Field; p.Field == "" {
				p.Field = v.Name
			}
			l.Slots = append(l.Slots, p)
		}
		if slot := &l.Slots[index[name]]; v.Pending || v.Active != nil {
			slot.Pending, slot.active = v.Pending, v.Active
		}
		if v.In != "" {
			slot := &l.Slots[index[name]]
			slot.Homes = append(slot.Homes, slices.IndexFunc(s.States, func(t State) bool { return t.Name == v.In }))
		}
	}
	for _, p := range slices.Concat(l.Params, l.Slots) {
		l.Plain = l.Plain && p.Equatable()
	}
	return l
}

// exported returns the name of a Go field, given that in the spec.
func exported(name, spec string) string {
	if name != "" {
		return name
	}
	first, size := utf8.DecodeRuneInString(spec)
	return string(unicode.ToUpper(first)) + spec[size:]
}

// fieldOf returns a field that the generated test declares.
func fieldOf(t reflect.Type, name string) reflect.StructField {
	f, ok := t.FieldByName(name)
	if !ok {
		panic(fmt.Sprintf("fsmtest: %v has no field %s", t, name))
	}
	return f
}

// timed is the tag of a field whose type is duration in the spec: one of the Go type time.Duration is opaque.
const timed = `fsm:"duration"`

// Place describes a field.
func (l *Layout) Place(name string, f reflect.StructField) Place {
	p := Place{Name: name, Index: f.Index[0], Type: f.Type, Enum: l.Enums[f.Type]}
	switch {
	case p.Enum != nil:
		p.Kind = Enumerated
	case f.Type == reflect.TypeFor[bool]():
		p.Kind = Boolean
	case f.Type == reflect.TypeFor[int](), f.Type == reflect.TypeFor[time.Duration]() && f.Tag == timed:
		p.Kind = Integer
	case f.Type == reflect.TypeFor[string]():
		p.Kind = Text
	}
	return p
}

// IsError reports whether a value is an error, which a snapshot has as text.
func (p Place) IsError() bool { return p.Type == reflect.TypeFor[error]() }

// Equatable reports whether values are known to be comparable with ==, and the same
// only when they are equal.
func (p Place) Equatable() bool {
	return p.Kind != Opaque || p.IsError() || p.Type.Kind() == reflect.Pointer
}

// Write appends a value as messages have it.
func (p Place) Write(v reflect.Value) string {
	switch {
	case p.Kind == Text:
		return fmt.Sprintf("%q", v.String())
	case p.Kind == Opaque && p.IsError():
		return fmt.Sprint(v.Interface())
	case p.Kind == Opaque && p.Type.Kind() == reflect.Pointer:
		return fmt.Sprintf("%p", v.Interface())
	case p.Kind == Opaque:
		return fmt.Sprintf("a %v", p.Type)
	}
	return fmt.Sprint(v.Interface())
}

// Number returns a value that is not opaque and not a text as a number.
func Number(v reflect.Value) int64 {
	switch {
	case v.Kind() == reflect.Bool && v.Bool():
		return 1
	case v.Kind() == reflect.Bool:
		return 0
	case v.CanInt():
		return v.Int()
	}
	return int64(v.Uint())
}

// OnlyParams returns c without variables.
func (l *Layout) OnlyParams(c any) any {
	return mirror.Edit(c, func(v reflect.Value) {
		for _, p := range l.Slots {
			v.Field(p.Index).SetZero()
		}
	})
}

// ParamsOf returns the parameters.
func (l *Layout) ParamsOf(c any) reflect.Value { return reflect.ValueOf(c).Field(l.ParamsAt) }

// EditParams returns c with a change of its parameters.
func (l *Layout) EditParams(c any, change func(v reflect.Value)) any {
	return mirror.Edit(c, func(v reflect.Value) { change(v.Field(l.ParamsAt)) })
}

// None returns a configuration's values before any is set.
func (l *Layout) None() any { return reflect.Zero(l.Config).Interface() }

// PayloadValue returns the payload of an event, which is nil where nothing is carried.
func (l *Layout) PayloadValue(e Input) reflect.Value {
	if e.Payload == nil {
		return reflect.Zero(l.Payload)
	}
	return reflect.ValueOf(e.Payload)
}

// Carried is a field of an event, as a field of E.
type Carried struct {
	Place Place // in E
	Use   Use   // what the machine does with it
}

// Filled returns a value of the type of a place. It is not zero, if the type allows it.
func (p Place) Filled(n int) reflect.Value {
	v := reflect.New(p.Type).Elem()
	switch {
	case p.IsError():
		v.Set(reflect.ValueOf(mirror.OddError(p.Name)))
	case p.Type == reflect.TypeFor[time.Time]():
		v.Set(reflect.ValueOf(time.Unix(1, 0)))
	default:
		mirror.FillValue(v, n)
	}
	return v
}

// SetField changes a field of what an event carries.
func (l *Layout) SetField(e *Input, field int, value any) {
	v := reflect.New(l.Payload).Elem()
	if e.Payload != nil {
		v.Set(reflect.ValueOf(e.Payload))
	}
	v.Field(l.Carried[e.Event][field].Place.Index).Set(reflect.ValueOf(value))
	e.Payload = v.Interface()
}
