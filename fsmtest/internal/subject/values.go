package subject

import (
	"fmt"
	"reflect"

	"github.com/fsmgen/fsmgen/fsmtest/internal/mirror"
	"github.com/fsmgen/fsmgen/fsmtest/internal/oracle"
)

// ValuesOf returns the values of a machine, as its method Values does.
func (s *Subject) ValuesOf(m any) any { return mirror.Read(m, "Values") }

// ValuesFrom returns the values of a configuration.
func (s *Subject) ValuesFrom(m oracle.Config) any {
	v := reflect.New(reflect.TypeOf(s.Machine.FromValues).In(0)).Elem()
	v.FieldByName("Params").Set(s.Oracle.Layout.ParamsOf(m.Vars))
	v.FieldByName("State").Set(reflect.ValueOf(s.Spec.States[m.State].Value))
	for i := range s.Oracle.Layout.Slots {
		p := &s.Oracle.Layout.Slots[i]
		v.FieldByName(s.Oracle.Layout.Config.Field(p.Index).Name).Set(oracle.Slot(m.Vars, p))
	}
	if calls := v.FieldByName("Calls"); len(s.Spec.Calls) > 0 {
		reflect.Copy(calls, reflect.ValueOf(m.Calls))
	}
	if starts := v.FieldByName("Starts"); len(s.Spec.Timers) > 0 {
		reflect.Copy(starts, reflect.ValueOf(m.Starts))
	}
	return v.Interface()
}

// WithTiming returns values with what is known of the timers in a configuration.
func (s *Subject) WithTiming(values any, times Timing, m oracle.Config) any {
	return mirror.Edit(values, func(v reflect.Value) {
		expired := v.FieldByName("Expired") // if timers can outlast their states
		for i := range s.Spec.Timers {
			v.FieldByName("Due").Index(i).Set(reflect.ValueOf(times.Due[i]))
			if expired.IsValid() {
				expired.Index(i).SetBool(s.Oracle.Clocks.Ticks(i, m) && !times.Listed[i])
			}
		}
	})
}

// MadeOf says how a machine differs from a configuration, and its values from those of
// that configuration.
func (s *Subject) MadeOf(want oracle.Config, m any) error {
	if err := s.Compare(want, m); err != nil {
		return err
	}
	if v, values := s.ValuesOf(m), s.ValuesFrom(want); !mirror.Same(v, values) {
		return fmt.Errorf("Values() is %+v, want %+v", v, values)
	}
	return nil
}
