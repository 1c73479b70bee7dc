package mirror

import (
	"errors"
	"fmt"
	"reflect"
)

// Edit returns a changed copy of a struct.
func Edit(s any, change func(v reflect.Value)) any {
	v := reflect.New(reflect.TypeOf(s)).Elem()
	v.Set(reflect.ValueOf(s))
	change(v)
	return v.Interface()
}

// OddError returns an error that wraps another one and has a text that is not
// a plain one.
func OddError(field string) error {
	return fmt.Errorf(" %s, \"a text\" with <signs>, which is longer than most texts of errors are, and ends in spaces: %w  ", field, errors.New("cause"))
}

// Beyond returns the least and the greatest value of a type that are none of its so
// many constants, if there are any.
func Beyond(t reflect.Type, constants int) []uint64 {
	greatest := uint64(1)<<t.Bits() - 1
	if uint64(constants) > greatest {
		return nil
	}
	return []uint64{uint64(constants), greatest}
}

// FillValue makes a value of a Go type that the spec does not look into. It is
// made of n, so that two of them differ where the type allows it.
func FillValue(v reflect.Value, n int) {
	switch {
	case v.Kind() == reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
	case v.Kind() == reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), n, n))
	case v.Kind() == reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
	case v.Kind() == reflect.Chan:
		v.Set(reflect.MakeChan(reflect.ChanOf(reflect.BothDir, v.Type().Elem()), 0).Convert(v.Type()))
	case v.Kind() == reflect.Func:
		v.Set(reflect.MakeFunc(v.Type(), func([]reflect.Value) []reflect.Value { panic("a machine calls nothing") }))
	case v.Kind() == reflect.Interface && v.NumMethod() == 0:
		v.Set(reflect.ValueOf(new(int)))
	case v.Type() == jsonNumber:
		v.SetString(fmt.Sprint(n))
	case v.Kind() == reflect.String:
		v.SetString(fmt.Sprintf(" A Text <%d> ", n))
	case v.Kind() == reflect.Bool:
		v.SetBool(true)
	case v.CanInt():
		v.SetInt(int64(n))
	case v.CanUint():
		v.SetUint(uint64(n))
	case v.CanFloat():
		v.SetFloat(-0.125 - float64(n))
	case v.Kind() == reflect.Struct:
		for i := range v.NumField() {
			if v.Field(i).CanSet() {
				FillValue(v.Field(i), n)
			}
		}
	case v.Kind() == reflect.Array:
		for i := range v.Len() {
			FillValue(v.Index(i), n)
		}
	}
}
