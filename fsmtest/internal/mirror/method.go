package mirror

import (
	"encoding/json"
	"errors"
	"reflect"
	"unsafe"
)

var jsonNumber = reflect.TypeFor[json.Number]()

// Settable returns a field, which is not exported, as one that can be read and set.
func Settable(v reflect.Value) reflect.Value {
	return reflect.NewAt(v.Type(), unsafe.Pointer(v.UnsafeAddr())).Elem()
}

// Tagged returns the field of a payload that has a name in JSON, or no value.
func Tagged(payload reflect.Value, name string) reflect.Value {
	for i := range payload.NumField() {
		if payload.Type().Field(i).Tag.Get("json") == name {
			return payload.Field(i)
		}
	}
	return reflect.Value{}
}

// Results calls a method, and returns what it returns.
func Results(of any, method string, args ...any) []reflect.Value {
	m := reflect.ValueOf(of).MethodByName(method)
	in := make([]reflect.Value, len(args))
	for i, a := range args {
		if in[i] = reflect.ValueOf(a); a == nil {
			in[i] = reflect.Zero(m.Type().In(i))
		}
	}
	return m.Call(in)
}

// Error returns the only result of a call, an error.
func Error(out []reflect.Value) error {
	err, _ := out[0].Interface().(error)
	return err
}

// ErrorLike returns the error in a chain that has the type of a pattern, or nil.
func ErrorLike(err, pattern error) any {
	if pattern == nil {
		return nil
	}
	found := reflect.New(reflect.TypeOf(pattern))
	if !errors.As(err, found.Interface()) {
		return nil
	}
	return found.Elem().Interface()
}

// FieldsAre reports whether fields of an error, a pointer to a struct, have certain values. The
// names and the values take turns.
func FieldsAre(err any, namesAndValues ...any) bool {
	v := reflect.ValueOf(err).Elem()
	for i := 0; i < len(namesAndValues); i += 2 {
		if v.FieldByName(namesAndValues[i].(string)).Interface() != namesAndValues[i+1] {
			return false
		}
	}
	return true
}

// FieldsOf writes fields of an error, a pointer to a struct.
func FieldsOf(err any, names ...string) (values []any) {
	for _, name := range names {
		values = append(values, reflect.ValueOf(err).Elem().FieldByName(name).Interface())
	}
	return values
}

// Call calls a function that returns a value and an error, or an error alone. The result
// is nil for a nil pointer.
func Call(f any, args ...any) (any, error) {
	fn := reflect.ValueOf(f)
	in := make([]reflect.Value, len(args))
	for i, a := range args {
		if in[i] = reflect.ValueOf(a); !in[i].IsValid() {
			in[i] = reflect.Zero(fn.Type().In(i))
		}
	}
	out := fn.Call(in)
	err := Error(out[len(out)-1:])
	if out[0].Kind() == reflect.Pointer && out[0].IsNil() {
		return nil, err
	}
	return out[0].Interface(), err
}

// ask calls a method without parameters.
func Read(value any, method string) any {
	return reflect.ValueOf(value).MethodByName(method).Call(nil)[0].Interface()
}
