package lamp

import (
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"time"
)

func checkColumns() error {
	m, err := New(Params{Uses: 3}, &room{})
	if err != nil {
		return err
	}
	if err := m.Push(); err != nil {
		return err
	}
	v := m.Values()
	due, ok := m.Due(TimerOnExpire)
	if want := (Values{Params: Params{Uses: 3}, State: StateOn, Left: 2, Starts: [1]int{1}, Due: [1]time.Time{due}}); v != want || !ok {
		return fmt.Errorf("the values are %+v, want %+v", v, want)
	}
	r := &room{}
	again, err := FromValues(v, r)
	if err != nil || again.Values() != v || *r != (room{}) {
		return fmt.Errorf("made %v from %+v: %w", again, v, err)
	}
	if !slices.Equal(again.Timers(), []Timer{TimerOnExpire}) {
		return fmt.Errorf("the timers are %v", again.Timers())
	}
	if at, ok := again.Due(TimerOnExpire); at != due || !ok {
		return fmt.Errorf("the timer is due at %v, want %v", at, due)
	}
	if err := again.Break("dropped"); err != nil || again.Values().Reason != "dropped" {
		return fmt.Errorf("the values are %+v: %w", again.Values(), err)
	}
	for _, spoil := range []func(v *Values){
		func(v *Values) { v.Params.Uses = 6 }, func(v *Values) { v.State = 200 }, func(v *Values) { v.Left = 4 }, func(v *Values) { v.Reason = "of another state" },
	} {
		wrong := v
		spoil(&wrong)
		if m, err := FromValues(wrong, r); m != nil || err == nil {
			return fmt.Errorf("made %v from %+v: %w", m, wrong, err)
		}
	}
	if m, err := FromValues(v, nil); m != nil || err == nil {
		return fmt.Errorf("made %v without a host: %w", m, err)
	}
	column, err := v.State.Value()
	if err != nil || column != "On" {
		return fmt.Errorf("the column of %v is %v: %w", v.State, column, err)
	}
	var s State
	var t sql.Null[Timer]
	if err := errors.Join(s.Scan(column), t.Scan([]byte("On.Expire"))); err != nil || s != StateOn || t.V != TimerOnExpire {
		return fmt.Errorf("read %v and %v: %w", s, t.V, err)
	}
	if err := t.Scan(nil); err != nil || t.Valid {
		return fmt.Errorf("read %v from NULL: %w", t, err)
	}
	return nil
}
