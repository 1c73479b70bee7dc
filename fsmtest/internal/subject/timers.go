package subject

import (
	"fmt"
	"reflect"
	"time"

	"github.com/fsmgen/fsmgen/fsmtest/internal/mirror"
)

// Timing is what a machine says of its timers, by timer.
type Timing struct {
	Listed []bool      // as running
	Due    []time.Time // zero: it is not running, or that is unknown
}

// TimingOf reads the timers of a machine. Times are in UTC, and have no monotonic part.
func (s *Subject) TimingOf(m any) (Timing, error) {
	v := reflect.ValueOf(m)
	listed := v.MethodByName("Timers").Call(nil)[0]
	due := v.MethodByName("Due")
	t := Timing{make([]bool, len(s.Spec.Timers)), make([]time.Time, len(s.Spec.Timers))}
	for i, timer := range s.Spec.Timers {
		for k := range listed.Len() {
			t.Listed[i] = t.Listed[i] || listed.Index(k).Interface() == timer.Value
		}
		out := due.Call([]reflect.Value{reflect.ValueOf(timer.Value)})
		at := out[0].Interface().(time.Time)
		if known := out[1].Bool(); known == at.IsZero() || at != at.UTC() {
			return t, fmt.Errorf("method Due(%s) is %#v, %t", timer.Name, at, known)
		}
		t.Due[i] = at
	}
	for _, number := range mirror.Beyond(reflect.TypeOf(s.Spec.Timers[0].Value), len(s.Spec.Timers)) {
		none := reflect.ValueOf(number).Convert(reflect.TypeOf(s.Spec.Timers[0].Value))
		if out := due.Call([]reflect.Value{none}); out[1].Bool() || !out[0].IsZero() {
			return t, fmt.Errorf("method Due(timer number %d) is %v, but there is no such timer", number, out[0])
		}
	}
	return t, nil
}

// TimingIs says how the timers of a machine differ from what is wanted.
func (s *Subject) TimingIs(want Timing, m any) error {
	got, err := s.TimingOf(m)
	if err != nil {
		return err
	}
	for i, t := range s.Spec.Timers {
		switch {
		case got.Listed[i] != want.Listed[i]:
			return fmt.Errorf("method Timers() lists %s: %t", t.Name, got.Listed[i])
		case got.Due[i] != want.Due[i]:
			return fmt.Errorf("timer %s is due at %v, want %v", t.Name, got.Due[i], want.Due[i])
		}
	}
	return nil
}

// Due returns when a timer ends: dues are by the number of its constant.
func (s *Subject) Due(dues []time.Time, timer int) *time.Time {
	n := s.timerNumber(timer)
	if n >= len(dues) {
		return &time.Time{}
	}
	return &dues[n]
}
