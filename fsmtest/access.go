package fsmtest

import (
	"encoding/json"
	"reflect"
	"unsafe"
)

var jsonNumber = reflect.TypeFor[json.Number]()

// access reaches the fields of the generated machine that are not exported: the tests are about
// them too, and would print much if each machine's test reached them by itself. This
// is the only file that does so.
type access[M any] struct {
	// typed, steps and busy are where those fields are, or -1.
	typed, steps, busy int
	host               []int // the index of the field, or nil
}

func newAccess[M any]() (a access[M]) {
	t := reflect.TypeFor[M]()
	offset := func(name string, kinds ...reflect.Kind) int {
		f, ok := t.FieldByName(name)
		for _, k := range kinds {
			if ok && f.Type.Kind() == k {
				return int(f.Offset)
			}
		}
		return -1
	}
	a.typed = offset("typed", reflect.Pointer)
	a.steps = offset("steps", reflect.Uint64)
	a.busy = offset("busy", reflect.Bool)
	if f, ok := t.FieldByName("host"); ok && f.Type.Kind() == reflect.Interface {
		a.host = f.Index
	}
	return a
}

// swapTyped exchanges what the machine keeps of typed states and observers, and returns
// what it was; nil: nothing.
func (a access[M]) swapTyped(m *M, typed unsafe.Pointer) (before unsafe.Pointer) {
	if a.typed < 0 {
		return nil
	}
	at := (*unsafe.Pointer)(unsafe.Add(unsafe.Pointer(m), a.typed))
	before = *at
	*at = typed
	return before
}

// setBusy changes whether the machine is in a step.
func (a access[M]) setBusy(m *M, busy bool) {
	if a.busy >= 0 {
		*(*bool)(unsafe.Add(unsafe.Pointer(m), a.busy)) = busy
	}
}

// stepsOf returns the number of steps that the machine has made.
func (a access[M]) stepsOf(m *M) *uint64 {
	return (*uint64)(unsafe.Add(unsafe.Pointer(m), a.steps))
}

// setHost changes the host of the machine.
func (a access[M]) setHost(m *M, host any) {
	if a.host != nil {
		settable(reflect.ValueOf(m).Elem().FieldByIndex(a.host)).Set(reflect.ValueOf(host))
	}
}

// fieldNamed returns a field of the machine, which can be read and set.
func (a access[M]) fieldNamed(m *M, name string) reflect.Value {
	return settable(reflect.ValueOf(m).Elem().FieldByName(name))
}

// settable returns a field, which is not exported, as one that can be read and set.
func settable(v reflect.Value) reflect.Value {
	return reflect.NewAt(v.Type(), unsafe.Pointer(v.UnsafeAddr())).Elem()
}
