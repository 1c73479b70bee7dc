package fsmtest

import (
	"fmt"
	"reflect"
	"slices"
	"time"
)

// timing is what a machine says of its timers, by timer.
type timing struct {
	listed []bool      // as running
	due    []time.Time // zero: it is not running, or that is unknown
}

// timingOf reads the timers of a machine. Times are in UTC, and have no monotonic part.
func (h *harness) timingOf(m any) (timing, error) {
	v := reflect.ValueOf(m)
	listed := v.MethodByName("Timers").Call(nil)[0]
	due := v.MethodByName("Due")
	t := timing{make([]bool, len(h.Timers)), make([]time.Time, len(h.Timers))}
	for i, timer := range h.Timers {
		for k := range listed.Len() {
			t.listed[i] = t.listed[i] || listed.Index(k).Interface() == timer.Value
		}
		out := due.Call([]reflect.Value{reflect.ValueOf(timer.Value)})
		at := out[0].Interface().(time.Time)
		if known := out[1].Bool(); known == at.IsZero() || at != at.UTC() {
			return t, fmt.Errorf("method Due(%s) is %#v, %t", timer.Name, at, known)
		}
		t.due[i] = at
	}
	for _, number := range beyond(reflect.TypeOf(h.Timers[0].Value), len(h.Timers)) {
		none := reflect.ValueOf(number).Convert(reflect.TypeOf(h.Timers[0].Value))
		if out := due.Call([]reflect.Value{none}); out[1].Bool() || !out[0].IsZero() {
			return t, fmt.Errorf("method Due(timer number %d) is %v, but there is no such timer", number, out[0])
		}
	}
	return t, nil
}

// timingIs says how the timers of a machine differ from what is wanted.
func (h *harness) timingIs(want timing, m any) error {
	got, err := h.timingOf(m)
	if err != nil {
		return err
	}
	for i, t := range h.Timers {
		switch {
		case got.listed[i] != want.listed[i]:
			return fmt.Errorf("method Timers() lists %s: %t", t.Name, got.listed[i])
		case got.due[i] != want.due[i]:
			return fmt.Errorf("timer %s is due at %v, want %v", t.Name, got.due[i], want.due[i])
		}
	}
	return nil
}

// begun returns the timers of a machine that has just begun, or been restored, and has started all timers of
// its state.
func (h *host) begun(m Config) timing {
	t := timing{make([]bool, len(h.Timers)), make([]time.Time, len(h.Timers))}
	for i := range h.Timers {
		if t.listed[i] = h.ticks(i, m); t.listed[i] {
			t.due[i] = h.started[i]
		}
	}
	return t
}

// timingAtEnd returns the timers after a course, whose event the timer fired has raised; -1: none has.
func (h *host) timingAtEnd(before timing, c course, fired int) timing {
	for i, s := range c.steps {
		by := -1
		if i == c.early {
			by = fired
		}
		before = h.timingAfter(before, s.to, s.row, by)
	}
	return before
}

// timingAfter returns the timers after a transition by a row of the table, which the timer fired has
// raised; -1: none has. Timers keep their times unless they stop or start.
func (h *host) timingAfter(before timing, next Config, row, fired int) timing {
	t := timing{slices.Clone(before.listed), slices.Clone(before.due)}
	for i := range h.Timers {
		at, starts := h.started[i]
		switch {
		case !h.ticks(i, next):
			t.listed[i], t.due[i] = false, time.Time{}
		case slices.Contains(h.rows[row].starts, i):
			t.listed[i], t.due[i] = starts, at
		case i == fired:
			t.listed[i], t.due[i] = false, time.Time{}
		}
	}
	return t
}

// now implements hosting: a second goes by from call to call.
func (h *host) now() time.Time {
	if h.told = append(h.told, Call{"Now"}); len(h.told) == h.silent {
		panic(h.told[len(h.told)-1])
	}
	if h.tries {
		h.look(h.course.from)
	}
	if h.timeless {
		return time.Time{}
	}
	h.clock = h.clock.Add(time.Second)
	return h.clock
}

// notes keeps when a timer that starts is due.
func (h *host) notes(call Call) {
	if call.method() != "StartTimer" || len(h.Timers) == 0 || len(call) != 4 {
		return
	}
	i := slices.IndexFunc(h.Timers, func(t Timer[any]) bool { return t.Value == call[1] })
	length, ok := call[3].(time.Duration)
	switch {
	case !ok || i < 0: // wrong, as the list of calls shows
	case h.timeless:
		h.started[i] = time.Time{}
	default:
		h.started[i] = h.clock.Add(length).UTC()
	}
}

// restarting returns the calls of a host when the timers of a restored machine start again, and the
// timers after that: what remains of those whose times are known, at most their constant length.
func (h *host) restarting(m Config, t timing) ([]Call, timing) {
	var calls []Call
	t = timing{slices.Clone(t.listed), slices.Clone(t.due)}
	clock, delay := h.clock, time.Duration(0)
	now := func() time.Time {
		calls = append(calls, Call{"Now"})
		clock = clock.Add(time.Second)
		return clock
	}
	for i, timer := range h.Timers {
		if !t.listed[i] {
			continue
		}
		left, length := t.due[i].Sub(now()), timer.Length
		if !t.due[i].IsZero() && (timer.Delay != nil || left <= length) {
			calls = append(calls, Call{"StartTimer", timer.Value, m.start(i), left})
			continue
		}
		if timer.Delay != nil {
			delay++
			calls, length = append(calls, timer.Delay(m.vars)), delay
		}
		t.due[i] = now().Add(length).UTC()
		calls = append(calls, Call{"StartTimer", timer.Value, m.start(i), length})
	}
	return calls, t
}

// timelessRun makes a run with a host that does not know the time, and says what is wrong with it: no timer is
// ever due.
func (h *harness) timelessRun(c testCase) error {
	host := h.newHost()
	host.timeless = true
	r := h.beginWith(c.params, host)
	for _, e := range c.events {
		r.take(e)
	}
	if r.fault != nil {
		return fmt.Errorf("with a host whose Now returns no time: %w", r.fault)
	}
	return nil
}
