//go:build faces

package alarm

import (
	"context"
	"errors"
	"slices"
	"testing"
	"testing/synctest"
	"time"
)

// sleeper sets the alarm, lets it ring three times, and switches it off.
type sleeper struct {
	log   []string
	start time.Time
	rings int
}

func (s *sleeper) Snooze() time.Duration { return 9 * time.Minute }

func (s *sleeper) note(what string) {
	s.log = append(s.log, time.Since(s.start).String()+" "+what)
}

func (s *sleeper) Silent(_ context.Context, in AlarmInSilent) (AlarmAfterSilent, error) {
	s.note("silent")
	time.Sleep(time.Hour)
	return in.Set()
}

func (s *sleeper) Armed(context.Context, AlarmInArmed) (AlarmAfterArmed, error) {
	s.note("armed")
	return nil, nil
}

func (s *sleeper) Ringing(ctx context.Context, in AlarmInRinging) (AlarmAfterRinging, error) {
	s.note("rings")
	if s.rings++; s.rings%3 == 0 {
		return in.Off()
	}
	<-ctx.Done()
	return nil, context.Cause(ctx)
}

// TestRunEndless runs a machine without an end until its context is done.
func TestRunEndless(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeoutCause(t.Context(), 4*time.Hour, errors.New("the day begins"))
		defer cancel()
		s := &sleeper{start: time.Now()}
		err := AlarmRun(ctx, AlarmParams{}, s, s)
		var stopped *AlarmRunError
		if !errors.As(err, &stopped) || err.Error() != "alarm: stopped in state Armed: the day begins" {
			t.Errorf("error %v", err)
		}
		want := []string{
			"0s silent", "1h0m0s armed", "1h30m0s rings", "1h39m0s rings", "1h48m0s rings",
			"1h48m0s silent", "2h48m0s armed", "3h18m0s rings", "3h27m0s rings", "3h36m0s rings",
			"3h36m0s silent",
		}
		if !slices.Equal(s.log, want) {
			t.Errorf("%q, want %q", s.log, want)
		}
	})
}
