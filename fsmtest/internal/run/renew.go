package run

import (
	"fmt"
	"reflect"
	"slices"

	"github.com/fsmgen/fsmgen/fsmtest/internal/mirror"
	"github.com/fsmgen/fsmgen/fsmtest/internal/oracle"
	"github.com/fsmgen/fsmgen/fsmtest/internal/subject"
)

// Rebuild goes on with the machine that FromValues makes of the values of the machine.
func (r *Run) Rebuild() error {
	v, want := r.Subject.ValuesOf(r.Machine), r.Subject.ValuesFrom(r.Now)
	var times subject.Timing
	if len(r.Spec.Timers) > 0 {
		var err error
		if times, err = r.Subject.TimingOf(r.Machine); err != nil {
			return err
		}
		want = r.Subject.WithTiming(want, times, r.Now)
	}
	if !mirror.Same(v, want) {
		return fmt.Errorf("Values() is %+v, want %+v", v, want)
	}
	m, err := r.Host.FromValues(r.Subject, v)
	if err != nil {
		return fmt.Errorf("FromValues() refused %+v: %w", v, err)
	}
	if err = r.Subject.Compare(r.Now, m); err == nil && len(r.Spec.Timers) > 0 {
		err = r.Subject.TimingIs(times, m)
	}
	if err == nil && !mirror.Same(r.Subject.ValuesOf(m), v) {
		err = fmt.Errorf("Values() is %+v", r.Subject.ValuesOf(m))
	}
	if err != nil {
		return fmt.Errorf("the machine with the values %+v: %w", v, err)
	}
	r.Machine = m
	return nil
}

// Replace goes on with an equal machine: one that is restored from a snapshot, or one that is made of
// values, in turn if there are both.
func (r *Run) Replace() error {
	r.replaced++
	if r.Subject.Machine.Restore != nil && (r.Subject.Machine.FromValues == nil || r.replaced%2 == 1) {
		return r.Restore()
	}
	return r.Rebuild()
}

// Bare takes the values of Go types away: the zero values may be all that JSON holds.
func (r *Run) Bare() {
	for i := range r.Oracle.Layout.Slots {
		if p := &r.Oracle.Layout.Slots[i]; p.Kind == oracle.Opaque {
			r.Subject.Access.FieldNamed(r.Machine, p.Field).SetZero()
			r.Now.Vars = mirror.Edit(r.Now.Vars, func(v reflect.Value) { v.Field(p.Index).SetZero() })
		}
	}
}

// Restore saves the machine and goes on with the one that Restore makes of the
// snapshot. Values that JSON cannot hold keep a machine from being saved.
func (r *Run) Restore() error {
	told := 0
	if r.Host != nil {
		told = len(r.Host.Told)
	}
	text, err := r.Subject.Save(r.Machine)
	if err != nil {
		return r.Draws.Unsaved(r.Now, err)
	}
	m, err := r.Subject.Restored(text, r.Host.AsFace())
	if err != nil {
		return fmt.Errorf("Restore() refused the snapshot %s: %w", text, err)
	}
	if r.Host != nil && len(r.Host.Told) > told {
		return fmt.Errorf("Restore() called the host: %v", r.Host.Told[told:])
	}
	now, err := r.Subject.RestoredFrom(r.Now, m)
	if err == nil && len(r.Spec.Timers) > 0 {
		var before subject.Timing
		if before, err = r.Subject.TimingOf(r.Machine); err == nil {
			err = r.Subject.TimingIs(before, m)
		}
	}
	if err == nil {
		err = r.Subject.Compare(now, m)
	}
	if err != nil {
		return fmt.Errorf("the machine restored from %s: %w", text, err)
	}
	if !slices.ContainsFunc(r.Oracle.Layout.Slots, func(p oracle.Place) bool { return p.Kind == oracle.Opaque }) {
		if again, err := r.Subject.Save(m); err != nil || string(again) != string(text) {
			return fmt.Errorf("the snapshot of the machine restored from %s is %s (%v)", text, again, err)
		}
	}
	r.Machine, r.Now = m, now
	return nil
}
