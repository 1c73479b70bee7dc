package subject

import (
	"reflect"
	"time"

	"github.com/fsmgen/fsmgen/fsmtest/internal/mirror"
)

// Access reaches the fields of the generated machine that are not exported: the tests are about
// them too, and would print much if each machine's test reached them by itself. This
// is the only file that does so.
type Access struct {
	// These are the indices of the fields; nil: there is none. A machine with observers has a mode, and no busy.
	typed, observers, steps, busy, mode, host []int
}

// modeBusy is the bit of the mode of a machine with a host that says that it is in a step.
const modeBusy = 1

// Attached is what a machine keeps of typed states and observers. The zero value is for nothing.
type Attached struct {
	typed, observers any // pointers, or nil
	mode             uint8
}

// Observed reports whether there are observers, or were any.
func (a Attached) Observed() bool {
	return a.mode != 0 || a.observers != nil && !reflect.ValueOf(a.observers).IsNil()
}

func newAccess(t reflect.Type) Access {
	index := func(name string, kind reflect.Kind) []int {
		if f, ok := t.FieldByName(name); ok && f.Type.Kind() == kind {
			return f.Index
		}
		return nil
	}
	return Access{
		typed: index("typed", reflect.Pointer), observers: index("observed", reflect.Pointer), steps: index("steps", reflect.Uint64),
		busy: index("busy", reflect.Bool), mode: index("mode", reflect.Uint8), host: index("host", reflect.Interface),
	}
}

// field returns a field of the machine, which can be read and set.
func field(m any, index []int) reflect.Value {
	return mirror.Settable(reflect.ValueOf(m).Elem().FieldByIndex(index))
}

// Swap exchanges what the machine keeps of typed states and observers, and returns what it was.
func (a Access) Swap(m any, with Attached) (before Attached) {
	exchange := func(index []int, with any) (before any) {
		if index == nil {
			return nil
		}
		f := field(m, index)
		before = f.Interface()
		if with == nil {
			f.SetZero()
		} else {
			f.Set(reflect.ValueOf(with))
		}
		return before
	}
	before.typed, before.observers = exchange(a.typed, with.typed), exchange(a.observers, with.observers)
	if a.mode != nil {
		f := field(m, a.mode)
		before.mode = uint8(f.Uint())
		f.SetUint(uint64(with.mode))
	}
	return before
}

// Observed reports whether the machine has observers.
func (a Access) Observed(m any) bool { return a.mode != nil && field(m, a.mode).Uint()&^modeBusy != 0 }

// SetBusy changes whether the machine, which has a host, is in a step.
func (a Access) SetBusy(m any, busy bool) {
	if a.busy != nil {
		field(m, a.busy).SetBool(busy)
	}
	if a.mode == nil {
		return
	}
	f := field(m, a.mode)
	mode := f.Uint() &^ modeBusy
	if busy {
		mode |= modeBusy
	}
	f.SetUint(mode)
}

// Counts reports whether the machine counts its steps.
func (a Access) Counts() bool { return a.steps != nil }

// StepsOf returns the number of steps that the machine has made, if it counts them.
func (a Access) StepsOf(m any) uint64 { return field(m, a.steps).Uint() }

// SetHost changes the host of the machine.
func (a Access) SetHost(m any, host any) {
	if a.host != nil {
		field(m, a.host).Set(reflect.ValueOf(host))
	}
}

// HostOf returns the host of the machine.
func (a Access) HostOf(m any) any {
	return field(m, a.host).Interface()
}

// FieldNamed returns a field of the machine, which can be read and set.
func (a Access) FieldNamed(m any, name string) reflect.Value {
	return mirror.Settable(reflect.ValueOf(m).Elem().FieldByName(name))
}

// DuesOf returns when the timers end that a Run keeps for the machine, by the number of
// the timer; zero or missing: it does not run. It returns nil if no Run drives the machine.
func (a Access) DuesOf(m any) []time.Time {
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
	return mirror.Settable(due).Interface().([]time.Time)
}
