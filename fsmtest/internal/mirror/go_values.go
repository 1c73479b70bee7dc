package mirror

import (
	"encoding"
	"encoding/json"
	"math"
	"reflect"
	"time"
	"unicode/utf8"
)

// Kept reports whether encoding/json surely gives back what it writes of a value
// of a type, as it is made of truth values, numbers, texts and exported fields
// only, and does not write itself.
func Kept(t reflect.Type, depth int) bool {
	for _, writes := range []reflect.Type{reflect.TypeFor[json.Marshaler](), reflect.TypeFor[encoding.TextMarshaler]()} {
		if reflect.PointerTo(t).Implements(writes) || depth > 9 {
			return false
		}
	}
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Array:
		return Kept(t.Elem(), depth+1)
	case reflect.Map:
		return t.Key().Kind() == reflect.String && Kept(t.Key(), depth+1) && Kept(t.Elem(), depth+1)
	case reflect.Struct:
		for i := range t.NumField() {
			if f := t.Field(i); f.PkgPath != "" || f.Anonymous || f.Tag.Get("json") != "" || !Kept(f.Type, depth+1) {
				return false
			}
		}
		return true
	case reflect.Interface, reflect.Func, reflect.Chan, reflect.UnsafePointer, reflect.Complex64, reflect.Complex128:
		return false
	}
	return true
}

// Shared reports whether two values refer to the same thing.
func Shared(v, w reflect.Value) bool {
	switch v.Kind() {
	case reflect.Map, reflect.Slice:
		return v.Len() > 0 && v.Pointer() == w.Pointer()
	case reflect.Pointer:
		return !v.IsNil() && v.Type().Elem().Size() > 0 && v.Pointer() == w.Pointer() && Kept(v.Type(), 0)
	}
	return false
}

// PutText puts a text into a value, or a float that is no number if JSON cannot
// hold the text. What it points to is replaced. It reports whether the value has
// a place for it.
func PutText(v reflect.Value, text string) bool {
	switch {
	case !Kept(v.Type(), 0) || v.Type() == jsonNumber:
		return false
	case v.Kind() == reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		return PutText(v.Elem(), text)
	case v.Kind() == reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		return PutText(v.Index(0), text)
	case v.Kind() == reflect.String:
		v.SetString(text)
		return true
	case v.CanFloat() && !utf8.ValidString(text):
		v.SetFloat(math.NaN())
		return true
	case v.Kind() == reflect.Struct:
		for i := range v.NumField() {
			if PutText(v.Field(i), text) {
				return true
			}
		}
	}
	return false
}

// Altered reports whether a value of a Go type is not the one that was saved.
func Altered(old, now reflect.Value) bool {
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
