package fsmtest

import (
	"fmt"
	"reflect"
	"slices"
	"unicode"
	"unicode/utf8"
)

// kind tells apart the types of the language.
type kind uint8

const (
	opaque kind = iota // a Go type that the spec does not look into
	boolean
	integer
	text
	enumerated
)

// enumeration is an enumeration with its type.
type enumeration struct {
	Enum
	typ    reflect.Type
	values []reflect.Value
}

// layout says where configurations and payloads have what the spec names.
type layout struct {
	paramsAt int // the field C.Params
	enums    map[reflect.Type]*enumeration
	params   []place // in C.Params
	slots    []place // in C: the variables and data, each field once
	plain    bool    // all values are the same exactly when == holds
}

// place is a field of a struct that represents a part of the spec.
type place struct {
	name  string // in the spec
	index int    // in the struct
	typ   reflect.Type
	kind  kind
	enum  *enumeration
	homes []int  // the states that have the datum; nil: a variable, which all have
	field string // of the machine

	pending bool       // no method reads it
	active  [][]string // of a region: the active states in it, by value
}

// newLayout reads the types of configurations.
func newLayout(s *Spec[any, any], config reflect.Type) layout {
	l := layout{enums: map[reflect.Type]*enumeration{}, plain: true}
	for _, e := range s.Enums {
		if len(e.Values) == 0 {
			continue
		}
		known := &enumeration{Enum: e, typ: reflect.TypeOf(e.Values[0])}
		for _, v := range e.Values {
			known.values = append(known.values, reflect.ValueOf(v))
		}
		l.enums[known.typ] = known
	}
	if len(s.Calls) > 0 { // which outputs as values have
		calls := &enumeration{typ: reflect.TypeOf(s.Calls[0].Value)}
		for _, c := range s.Calls {
			calls.Values, calls.Names, calls.values = append(calls.Values, c.Value), append(calls.Names, c.Name), append(calls.values, reflect.ValueOf(c.Value))
		}
		l.enums[calls.typ] = calls
	}
	params := fieldOf(config, "Params")
	l.paramsAt = params.Index[0]
	for i, p := range s.Params {
		l.params = append(l.params, l.place(p.Name, params.Type.Field(i)))
	}
	index := map[string]int{}
	for _, v := range s.Vars {
		name := exported(v.Go, v.Name)
		if _, known := index[name]; !known {
			index[name] = len(l.slots)
			p := l.place(v.Name, fieldOf(config, name))
			if p.field = v.Field; p.field == "" {
				p.field = v.Name
			}
			l.slots = append(l.slots, p)
		}
		if slot := &l.slots[index[name]]; v.Pending || v.Active != nil {
			slot.pending, slot.active = v.Pending, v.Active
		}
		if v.In != "" {
			slot := &l.slots[index[name]]
			slot.homes = append(slot.homes, slices.IndexFunc(s.States, func(t State[any]) bool { return t.Name == v.In }))
		}
	}
	for _, p := range slices.Concat(l.params, l.slots) {
		l.plain = l.plain && p.equatable()
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

// place describes a field.
func (l *layout) place(name string, f reflect.StructField) place {
	p := place{name: name, index: f.Index[0], typ: f.Type, enum: l.enums[f.Type]}
	switch {
	case p.enum != nil:
		p.kind = enumerated
	case f.Type == reflect.TypeFor[bool]():
		p.kind = boolean
	case f.Type == reflect.TypeFor[int]():
		p.kind = integer
	case f.Type == reflect.TypeFor[string]():
		p.kind = text
	}
	return p
}

// isError reports whether a value is an error, which a snapshot has as text.
func (p place) isError() bool { return p.typ == reflect.TypeFor[error]() }

// equatable reports whether values are known to be comparable with ==, and the same
// only when they are equal.
func (p place) equatable() bool {
	return p.kind != opaque || p.isError() || p.typ.Kind() == reflect.Pointer
}

// write appends a value as messages have it.
func (p place) write(v reflect.Value) string {
	switch {
	case p.kind == text:
		return fmt.Sprintf("%q", v.String())
	case p.kind == opaque && p.isError():
		return fmt.Sprint(v.Interface())
	case p.kind == opaque && p.typ.Kind() == reflect.Pointer:
		return fmt.Sprintf("%p", v.Interface())
	case p.kind == opaque:
		return fmt.Sprintf("a %v", p.typ)
	}
	return fmt.Sprint(v.Interface())
}

// number returns a value that is not opaque and not a text as a number.
func number(v reflect.Value) int64 {
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
