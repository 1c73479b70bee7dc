package fsmtest

import (
	"encoding/json"
	"reflect"
	"time"
	"unsafe"
)

var jsonNumber = reflect.TypeFor[json.Number]()

// access reaches the fields of the generated machine that are not exported: the tests are about
// them too, and would print much if each machine's test reached them by itself. This
// is the only file that does so.
type access struct {
	// typed, observers, steps, busy and mode are where those fields are, or -1. A machine with observers has a mode, and no busy.
	typed, observers, steps, busy, mode int
	host                                []int // the index of the field, or nil
}

// modeBusy is the bit of the mode of a machine with a host that says that it is in a step.
const modeBusy = 1

// attached is what a machine keeps of typed states and observers. The zero value is for nothing.
type attached struct {
	typed, observers unsafe.Pointer
	mode             uint8
}

func newAccess(t reflect.Type) (a access) {
	offset := func(name string, kinds ...reflect.Kind) int {
		f, ok := t.FieldByName(name)
		for _, k := range kinds {
			if ok && f.Type.Kind() == k {
				return int(f.Offset)
			}
		}
		return -1
	}
	a.typed, a.observers = offset("typed", reflect.Pointer), offset("observed", reflect.Pointer)
	a.steps = offset("steps", reflect.Uint64)
	a.busy, a.mode = offset("busy", reflect.Bool), offset("mode", reflect.Uint8)
	if f, ok := t.FieldByName("host"); ok && f.Type.Kind() == reflect.Interface {
		a.host = f.Index
	}
	return a
}

// swap exchanges what the machine keeps of typed states and observers, and returns what it was.
func (a access) swap(m any, with attached) (before attached) {
	at := reflect.ValueOf(m).UnsafePointer()
	if a.typed >= 0 {
		p := (*unsafe.Pointer)(unsafe.Add(at, a.typed))
		before.typed, *p = *p, with.typed
	}
	if a.observers >= 0 {
		p := (*unsafe.Pointer)(unsafe.Add(at, a.observers))
		before.observers, *p = *p, with.observers
	}
	if a.mode >= 0 {
		p := (*uint8)(unsafe.Add(at, a.mode))
		before.mode, *p = *p, with.mode
	}
	return before
}

// observed reports whether the machine has observers.
func (a access) observed(m any) bool {
	return a.mode >= 0 && *(*uint8)(unsafe.Add(reflect.ValueOf(m).UnsafePointer(), a.mode))&^modeBusy != 0
}

// setBusy changes whether the machine, which has a host, is in a step.
func (a access) setBusy(m any, busy bool) {
	at := reflect.ValueOf(m).UnsafePointer()
	if a.busy >= 0 {
		*(*bool)(unsafe.Add(at, a.busy)) = busy
	}
	if a.mode < 0 {
		return
	}
	mode := (*uint8)(unsafe.Add(at, a.mode))
	if *mode &^= modeBusy; busy {
		*mode |= modeBusy
	}
}

// stepsOf returns the number of steps that the machine has made.
func (a access) stepsOf(m any) *uint64 {
	return (*uint64)(unsafe.Add(reflect.ValueOf(m).UnsafePointer(), a.steps))
}

// setHost changes the host of the machine.
func (a access) setHost(m any, host any) {
	if a.host != nil {
		settable(reflect.ValueOf(m).Elem().FieldByIndex(a.host)).Set(reflect.ValueOf(host))
	}
}

// hostOf returns the host of the machine.
func (a access) hostOf(m any) any {
	return settable(reflect.ValueOf(m).Elem().FieldByIndex(a.host)).Interface()
}

// fieldNamed returns a field of the machine, which can be read and set.
func (a access) fieldNamed(m any, name string) reflect.Value {
	return settable(reflect.ValueOf(m).Elem().FieldByName(name))
}

// duesOf returns when the timers end that a Run keeps for the machine, by the number of
// the timer; zero or missing: it does not run. It returns nil if no Run drives the machine.
func (a access) duesOf(m any) []time.Time {
	if a.host == nil {
		return nil
	}
	host := reflect.ValueOf(m).Elem().FieldByIndex(a.host).Elem()
	if host.Kind() != reflect.Pointer || host.Elem().Kind() != reflect.Struct {
		return nil
	}
	timers := host.Elem().FieldByName("timers")
	if !timers.IsValid() || timers.Kind() != reflect.Struct {
		return nil
	}
	due := timers.FieldByName("due")
	if !due.IsValid() || due.Type() != reflect.TypeFor[[]time.Time]() {
		return nil
	}
	if due.IsNil() { // no timer has started
		return []time.Time{}
	}
	return settable(due).Interface().([]time.Time)
}

// settable returns a field, which is not exported, as one that can be read and set.
func settable(v reflect.Value) reflect.Value {
	return reflect.NewAt(v.Type(), unsafe.Pointer(v.UnsafeAddr())).Elem()
}
