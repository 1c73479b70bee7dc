package fsmtest

import (
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// kept reports whether encoding/json surely gives back what it writes of a value
// of a type, as it is made of truth values, numbers, texts and exported fields
// only, and does not write itself.
func kept(t reflect.Type, depth int) bool {
	for _, writes := range []reflect.Type{reflect.TypeFor[json.Marshaler](), reflect.TypeFor[encoding.TextMarshaler]()} {
		if reflect.PointerTo(t).Implements(writes) || depth > 9 {
			return false
		}
	}
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Array:
		return kept(t.Elem(), depth+1)
	case reflect.Map:
		return t.Key().Kind() == reflect.String && kept(t.Key(), depth+1) && kept(t.Elem(), depth+1)
	case reflect.Struct:
		for i := range t.NumField() {
			if f := t.Field(i); f.PkgPath != "" || f.Anonymous || f.Tag.Get("json") != "" || !kept(f.Type, depth+1) {
				return false
			}
		}
		return true
	case reflect.Interface, reflect.Func, reflect.Chan, reflect.UnsafePointer, reflect.Complex64, reflect.Complex128:
		return false
	}
	return true
}

// shared reports whether two values refer to the same thing.
func shared(v, w reflect.Value) bool {
	switch v.Kind() {
	case reflect.Map, reflect.Slice:
		return v.Len() > 0 && v.Pointer() == w.Pointer()
	case reflect.Pointer:
		return !v.IsNil() && v.Type().Elem().Size() > 0 && v.Pointer() == w.Pointer() && kept(v.Type(), 0)
	}
	return false
}

// putText puts a text into a value, or a float that is no number if JSON cannot
// hold the text. What it points to is replaced. It reports whether the value has
// a place for it.
func putText(v reflect.Value, text string) bool {
	switch {
	case !kept(v.Type(), 0) || v.Type() == jsonNumber:
		return false
	case v.Kind() == reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		return putText(v.Elem(), text)
	case v.Kind() == reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		return putText(v.Index(0), text)
	case v.Kind() == reflect.String:
		v.SetString(text)
		return true
	case v.CanFloat() && !utf8.ValidString(text):
		v.SetFloat(math.NaN())
		return true
	case v.Kind() == reflect.Struct:
		for i := range v.NumField() {
			if putText(v.Field(i), text) {
				return true
			}
		}
	}
	return false
}

// keeps reports whether the program's types say what a snapshot can hold.
func (o *draws) keeps() bool {
	return slices.ContainsFunc(o.slots, func(p place) bool { return p.kind == opaque && !p.isError() })
}

// slot returns the value of a field of a configuration.
func slot(c any, p *place) reflect.Value { return reflect.ValueOf(c).Field(p.index) }

// restoredFrom returns the configuration of a machine that is restored from a snapshot
// of one with configuration m: what Go types refer to is another value, and an
// equal one.
func (h *harness) restoredFrom(m Config, got any) (Config, error) {
	for i := range h.slots {
		p := &h.slots[i]
		if p.kind != opaque {
			continue
		}
		old, now := slot(m.vars, p), h.fieldNamed(got, p.field)
		if altered(old, now) {
			return m, errors.New(p.name + " differs from what was saved")
		}
		m.vars = edit(m.vars, func(v reflect.Value) { v.Field(p.index).Set(now) })
	}
	return m, nil
}

// altered reports whether a value of a Go type is not the one that was saved.
func altered(old, now reflect.Value) bool {
	switch v := old.Interface().(type) {
	case time.Time:
		return !v.Equal(now.Interface().(time.Time)) // another location is the same time
	case nil:
		return !now.IsNil()
	case error:
		if old.Type() == reflect.TypeFor[error]() {
			w, _ := now.Interface().(error)
			return w == nil || v.Error() != w.Error()
		}
	}
	return !reflect.DeepEqual(old.Interface(), now.Interface())
}

// unsaved says what is wrong with the error of a machine that cannot be saved,
// if anything is: JSON does not hold all texts and Go types.
func (o *draws) unsaved(m Config, err error) error {
	for i := range o.slots {
		p := &o.slots[i]
		if p.homes != nil && !slices.Contains(p.homes, m.state) {
			continue
		}
		v := slot(m.vars, p)
		if p.kind == text && !utf8.ValidString(v.String()) && strings.Contains(err.Error(), p.name+" is not valid UTF-8") ||
			p.kind == opaque && !p.isError() && strings.Contains(err.Error(), p.name+", of type ") && !kept(p.typ, 0) {
			return nil
		}
	}
	return fmt.Errorf("no snapshot: %w", err)
}

// bare takes the values of Go types away: the zero values may be all that JSON holds.
func (r *run) bare() {
	for i := range r.slots {
		if p := &r.slots[i]; p.kind == opaque {
			r.fieldNamed(r.machine, p.field).SetZero()
			r.oracle.vars = edit(r.oracle.vars, func(v reflect.Value) { v.Field(p.index).SetZero() })
		}
	}
}

// apart says what two machines, each restored from the same snapshot, share.
func (h *checks) apart(m, other any) error {
	if m == other {
		return errors.New("the two are the same machine")
	}
	for _, p := range h.slots {
		if p.kind == opaque && !p.isError() && shared(h.fieldNamed(m, p.field), h.fieldNamed(other, p.field)) {
			return fmt.Errorf("two machines share %s", p.name)
		}
	}
	return nil
}

// withText returns the machine with each of its texts in turn another one. For one
// that JSON cannot hold, its floats are no numbers, too.
func (h *checks) withText(m Config, of any, text string) (all []any) {
	change := func(put func(bad any) bool) {
		bad := h.clone(of)
		if put(bad) {
			all = append(all, bad)
		}
	}
	for _, p := range h.params {
		if p.typ == reflect.TypeFor[string]() {
			change(func(bad any) bool { return putText(h.fieldNamed(bad, "params").Field(p.index), text) })
		}
	}
	for _, p := range h.slots {
		if (p.typ == reflect.TypeFor[string]() || p.kind == opaque && !p.isError()) && (p.homes == nil || slices.Contains(p.homes, m.state)) {
			change(func(bad any) bool { return putText(h.fieldNamed(bad, p.field), text) })
		}
	}
	return all
}
