package codec

import (
	"encoding"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
)

// hasNil reports whether values of a kind can be nil.
func hasNil(k reflect.Kind) bool {
	switch k {
	case reflect.Chan, reflect.Func, reflect.Interface, reflect.Map, reflect.Pointer, reflect.Slice:
		return true
	}
	return false
}

// readable checks that encoding/json restores values of the type. It is done if the text is the null of a type that has nil.
func (v goValue) readable(at, name string, text []byte) (done bool, err error) {
	typ := reflect.TypeOf(v.pointer).Elem()
	if string(text) == "null" {
		return hasNil(typ.Kind()), nil
	}
	if !restorable(typ, map[reflect.Type]bool{}) {
		return true, fmt.Errorf("%s: JSON does not restore %s, of type %v", at, name, typ)
	}
	return false, nil
}

// append appends the JSON text of the value.
func (v goValue) append(text []byte, at, name string) ([]byte, error) {
	value := reflect.ValueOf(v.pointer).Elem()
	if hasNil(value.Kind()) && value.IsNil() {
		return append(text, "null"...), nil
	}
	if !restorable(value.Type(), map[reflect.Type]bool{}) {
		return nil, fmt.Errorf("%s: JSON does not restore %s, of type %v", at, name, value.Type())
	}
	encoded, err := json.Marshal(v.pointer)
	if err != nil {
		return nil, fmt.Errorf("%s: %s, of type %v: %w", at, name, value.Type(), err)
	}
	if string(encoded) == "null" {
		return nil, fmt.Errorf("%s: JSON does not restore %s, of type %v, which is not nil but encoded as null", at, name, value.Type())
	}
	if halved(encoded) || strings.Contains(strings.ReplaceAll(string(encoded), `\\`, ""), `\ufffd`) {
		return nil, fmt.Errorf("%s: %s, of type %v, has a string that is not valid UTF-8, so JSON cannot represent it", at, name, value.Type())
	}
	return append(text, encoded...), nil
}

// marshalers are the pairs of methods with which a type writes and reads its JSON.
func marshalers() [2]struct{ write, read reflect.Type } {
	return [2]struct{ write, read reflect.Type }{
		{reflect.TypeFor[json.Marshaler](), reflect.TypeFor[json.Unmarshaler]()},
		{reflect.TypeFor[encoding.TextMarshaler](), reflect.TypeFor[encoding.TextUnmarshaler]()},
	}
}

// has reports whether a type, or a pointer to it, has the methods of an interface.
func has(t, methods reflect.Type) bool {
	return t.Implements(methods) || reflect.PointerTo(t).Implements(methods)
}

// restorable reports whether JSON restores each value of type t completely. That is so for types with marshaling methods of
// their own, and for types made of exported fields, numbers, strings and booleans. known are the types that are being looked at.
func restorable(t reflect.Type, known map[reflect.Type]bool) bool {
	if known[t] {
		return true
	}
	known[t] = true
	base := t
	if t.Kind() == reflect.Pointer {
		base = t.Elem()
	}
	if base.Kind() == reflect.Struct {
		for i := range base.NumField() {
			if base.Field(i).Anonymous {
				return false // whose methods may write it without the other fields
			}
		}
	}
	for _, way := range marshalers() {
		if has(t, way.write) || has(t, way.read) {
			return t.Kind() != reflect.Interface && t.Implements(way.write) && has(t, way.read)
		}
	}
	switch t.Kind() {
	case reflect.Bool, reflect.String, reflect.Float32, reflect.Float64,
		reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return true
	case reflect.Array, reflect.Pointer, reflect.Slice:
		return restorable(t.Elem(), known)
	case reflect.Map:
		return t.Key().Kind() == reflect.String && !has(t.Key(), reflect.TypeFor[encoding.TextUnmarshaler]()) && restorable(t.Elem(), known)
	case reflect.Struct:
		for i := range t.NumField() {
			f := t.Field(i)
			if !f.IsExported() || f.Tag.Get("json") == "-" || !restorable(f.Type, known) {
				return false
			}
		}
		return true
	default:
		return false
	}
}
