package mirror

import (
	"reflect"
)

// Same reports whether a and b are the same value. Whatever refers to
// something else is the same when it refers to the same place.
func Same(a, b any) bool { return SameValue(reflect.ValueOf(a), reflect.ValueOf(b)) }

// SameValue reports whether two values are the same, as Same does.
func SameValue(v, w reflect.Value) bool {
	if v.Kind() != w.Kind() || v.IsValid() && v.Type() != w.Type() {
		return false
	}
	switch v.Kind() {
	case reflect.Invalid:
		return true
	case reflect.Interface:
		return SameValue(v.Elem(), w.Elem())
	case reflect.Func, reflect.Map:
		return v.Pointer() == w.Pointer()
	case reflect.Slice:
		return v.Pointer() == w.Pointer() && v.Len() == w.Len()
	case reflect.Array:
		for i := range v.Len() {
			if !SameValue(v.Index(i), w.Index(i)) {
				return false
			}
		}
		return true
	case reflect.Struct:
		for i := range v.NumField() {
			if !SameValue(v.Field(i), w.Field(i)) {
				return false
			}
		}
		return true
	}
	return v.Equal(w)
}
