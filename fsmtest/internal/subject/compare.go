package subject

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"

	"github.com/fsmgen/fsmgen/fsmtest/internal/mirror"
	"github.com/fsmgen/fsmgen/fsmtest/internal/oracle"
)

// Compare says how a machine differs from a configuration.
func (s *Subject) Compare(m oracle.Config, got any) error {
	if state := s.Machine.State(got); state != m.State {
		return fmt.Errorf("state is %s, want %s", s.Oracle.Texts.State(state), s.Oracle.Texts.State(m.State))
	}
	if outcome := s.Machine.Outcome(got); outcome != s.Oracle.Outcome[m.State] {
		return fmt.Errorf("outcome is number %d, want %d", outcome, s.Oracle.Outcome[m.State])
	}
	read := s.Machine.Read(got)
	if !s.sameVars(read, m.Vars) {
		return s.Oracle.Texts.Difference(read, m.Vars)
	}
	if s.Machine.Has != nil {
		if err := s.compareData(m, got); err != nil {
			return err
		}
	}
	if s.Machine.Configuration != nil {
		if got, want := s.Machine.Configuration(got), s.Oracle.Active(m); !slices.Equal(got, want) {
			return fmt.Errorf("Configuration() is %q, want %q", got, want)
		}
	}
	if s.Machine.Within != nil {
		if err := s.compareWithin(m, got); err != nil {
			return err
		}
	}
	if s.Spec.Rank > 0 {
		if got, want := s.Machine.Progress(got), s.Oracle.Costs.Progress(m); !slices.Equal(got, want) {
			return fmt.Errorf("progress is %s, want %s", oracle.ProgressText(got), oracle.ProgressText(want))
		}
	}
	if s.Spec.Bound != nil {
		if got, want := s.Machine.MaxTransitions(got), s.Spec.Bound(m.Vars); got != want {
			return fmt.Errorf("MaxTransitions() is %v, want %v", got, want)
		}
	}
	if s.Machine.Left != nil {
		if err := cmp.Or(s.Oracle.Limits.Most(s.Machine.WorstCase(got), m), s.Oracle.Limits.Rest(s.Machine.Left(got), m)); err != nil {
			return err
		}
	}
	if len(s.Spec.Timers) > 0 {
		if err := s.compareTimers(m, got); err != nil {
			return err
		}
	}
	if len(s.Spec.Calls) > 0 {
		if err := s.compareCalls(m, got); err != nil {
			return err
		}
	}
	for event := range s.Spec.Events {
		if can := s.Oracle.Can(m, event); s.Machine.Can(got, event) != can {
			return fmt.Errorf("method Can(%s) is %t", s.Spec.Events[event].Name, !can)
		}
	}
	for _, none := range s.Oracle.NoEvents {
		if s.Machine.Can(got, int(none)) {
			return fmt.Errorf("Can(event number %d) is true, but there is no such event", none)
		}
	}
	return nil
}

// compareData says how the data that a machine has differ from those of its state.
func (s *Subject) compareData(m oracle.Config, got any) error {
	has := s.Machine.Has(got)
	for i := range s.Oracle.Layout.Slots {
		p := &s.Oracle.Layout.Slots[i]
		if p.Homes == nil {
			continue
		}
		if is := slices.Contains(p.Homes, m.State); has[0] != is {
			return fmt.Errorf("the machine has %s: %t", p.Name, has[0])
		}
		has = has[1:]
		// A method could hide what the machine should have let go.
		if held := s.Access.FieldNamed(got, p.Field); !mirror.SameValue(held, reflect.ValueOf(m.Vars).Field(p.Index)) {
			return fmt.Errorf("field %s differs from the spec", p.Field)
		}
	}
	return nil
}

// compareTimers says how the timers that run differ from those that should, of which some may have
// expired: only the machine knows those.
func (s *Subject) compareTimers(m oracle.Config, got any) error {
	list := reflect.ValueOf(got).MethodByName("Timers").Call(nil)[0]
	want := s.Oracle.Clocks.Running(m)
	var names []string
	next := 0
	for _, t := range want {
		names = append(names, s.Spec.Timers[t].Name)
		if next < list.Len() && list.Index(next).Interface() == s.Spec.Timers[t].Value {
			next++
		}
	}
	if next < list.Len() {
		return fmt.Errorf("the timers are %v, want %v", list.Interface(), names)
	}
	return s.compareStarts(m, reflect.ValueOf(got), list)
}

// compareWithin says what is active otherwise than the method Within says.
func (s *Subject) compareWithin(m oracle.Config, got any) error {
	active := s.Oracle.Active(m)
	for _, p := range s.Spec.Places {
		if is := slices.Contains(active, p.Name); s.Machine.Within(got, p.Value) != is {
			return fmt.Errorf("method Within(%v) is %t", p.Value, !is)
		}
	}
	first := reflect.TypeOf(s.Spec.Places[0].Value)
	for _, none := range mirror.Beyond(first, len(s.Spec.Places)) {
		if place := reflect.ValueOf(none).Convert(first); s.Machine.Within(got, place.Interface()) {
			return fmt.Errorf("method Within(%v) is true, but there is no such state", place)
		}
	}
	return nil
}

// compareStarts says how the starts of a timer that a machine knows differ from those of a configuration. A timer that is listed runs.
func (s *Subject) compareStarts(m oracle.Config, got, list reflect.Value) error {
	read := got.MethodByName("TimerStart")
	for i, t := range s.Spec.Timers {
		listed := false
		for k := range list.Len() {
			listed = listed || list.Index(k).Interface() == t.Value
		}
		out := read.Call([]reflect.Value{reflect.ValueOf(t.Value)})
		if number, runs := int(out[0].Int()), out[1].Bool(); number != m.Start(i) || runs != listed {
			return fmt.Errorf("method TimerStart(%s) is %d, %t, want %d, %t", t.Name, number, runs, m.Start(i), listed)
		}
	}
	for _, number := range mirror.Beyond(reflect.TypeOf(s.Spec.Timers[0].Value), len(s.Spec.Timers)) {
		none := reflect.ValueOf(number).Convert(reflect.TypeOf(s.Spec.Timers[0].Value))
		if out := read.Call([]reflect.Value{none}); !out[0].IsZero() || out[1].Bool() {
			return fmt.Errorf("method TimerStart(timer number %d) is %v, %v, but there is no such timer", number, out[0], out[1])
		}
	}
	return nil
}
