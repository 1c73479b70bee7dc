package job

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"
)

// told returns an observer and what it has been told: events, and after how
// long.
func told(since func() time.Duration) (func(Step), func() string) {
	var lines []string
	return func(s Step) {
			lines = append(lines, s.Event.String()+" "+since().String())
		}, func() string {
			return strings.Join(lines, ", ")
		}
}

// TestRunResumes stops a run while a timer runs, and goes on from its snapshot:
// the timers start anew, the host is told nothing twice, and observers are told
// the events that Run sends.
func TestRunResumes(t *testing.T) {
	bubble(t, func(t *testing.T, f *funcs, h *host, since func() time.Duration) {
		f.working = func(_ context.Context, s InWorking) (AfterWorking, error) {
			if s.Tries() == 0 {
				return s.Failure(errBoom)
			}
			return s.Success(&Result{s.Name()})
		}
		f.waiting = func(context.Context, InWaiting) (AfterWaiting, error) {
			time.Sleep(15 * time.Second)
			return nil, errBoom
		}
		f.storing = func(_ context.Context, s InStoring) (AfterStoring, error) { return s.Stored(true) }
		observer, lines := told(since)
		_, err := Run(t.Context(), DefaultParams(), h, f, observer)
		var stopped *RunError
		if !errors.As(err, &stopped) || stopped.At.State() != StateWaiting {
			t.Fatal(err)
		}
		if want := "Begin 0s, Failure 0s"; lines() != want {
			t.Errorf("observed %q, want %q", lines(), want)
		}
		saved, err := stopped.At.Machine().MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Hour)
		f.waiting, h.said, f.calls, f.contexts = idles[InWaiting, AfterWaiting], nil, nil, nil
		observer, lines = told(since)
		end, err := Resume(t.Context(), saved, h, f, observer)
		wantEnd[InDone](t, end, err)
		// The delay of Waiting begins again.
		if want := "Due 1h0m35s, Success 1h0m35s, Stored 1h0m35s"; lines() != want {
			t.Errorf("observed %q, want %q", lines(), want)
		}
		if want := []string{"free1"}; !slices.Equal(h.said, want) {
			t.Errorf("told %q, want %q", h.said, want)
		}
	})
	bubble(t, func(t *testing.T, f *funcs, h *host, since func() time.Duration) {
		h.backoff = 50 * time.Second
		f.working, f.waiting = fails, idles[InWaiting, AfterWaiting]
		observer, lines := told(since)
		end, err := Run(t.Context(), DefaultParams(), h, f, observer)
		// 50 s, then 100 s, of which the timer of Busy leaves 10.
		wantEnd[InFailed](t, end, err)
		if want := "Begin 0s, Failure 0s, Due 50s, Failure 50s, Overdue 1m0s"; lines() != want {
			t.Errorf("observed %q, want %q", lines(), want)
		}
	})
	bubble(t, func(t *testing.T, f *funcs, h *host, since func() time.Duration) {
		ctx, cancel := context.WithCancelCause(t.Context())
		f.working = func(ctx context.Context, s InWorking) (AfterWorking, error) {
			cancel(errCause)
			return until[InWorking, AfterWorking](ctx, s)
		}
		f.cleaning = idles[InCleaning, AfterCleaning]
		observer, lines := told(since)
		end, err := Run(ctx, DefaultParams(), h, f, observer)
		wantEnd[InStopped](t, end, err)
		if want := "Begin 0s, Cancelled 0s, Due 5s"; lines() != want {
			t.Errorf("observed %q, want %q", lines(), want)
		}
	})
}

func TestRunResumesArguments(t *testing.T) {
	m, err := New(DefaultParams(), &runTimers{RunHost: &host{}})
	if err != nil {
		t.Fatal(err)
	}
	data, err := m.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	for want, resume := range map[string]func() (Ended, error){
		"job: Resume: h is nil":         func() (Ended, error) { return Resume(t.Context(), data, &host{}, nil) },
		"job: Resume: host is nil":      func() (Ended, error) { return Resume(t.Context(), data, nil, &funcs{}) },
		"job: snapshot: not valid JSON": func() (Ended, error) { return Resume(t.Context(), nil, &host{}, &funcs{}) },
	} {
		var stopped *RunError
		if end, err := resume(); end != nil || err == nil || err.Error() != want || errors.As(err, &stopped) {
			t.Errorf("Resume returns %v, %v, want %s", end, err, want)
		}
	}
}

// TestDeadlineSurvivesRestarts stops a run every 50 s, and goes on from its snapshot. The deadline of a
// minute is kept.
func TestDeadlineSurvivesRestarts(t *testing.T) {
	bubble(t, func(t *testing.T, f *funcs, h *host, since func() time.Duration) {
		h.backoff = time.Hour
		f.working = fails
		f.waiting = func(ctx context.Context, s InWaiting) (AfterWaiting, error) {
			select {
			case <-time.After(50 * time.Second):
				return nil, errBoom
			case <-ctx.Done():
				return nil, ctx.Err()
			}
		}
		observer, lines := told(since)
		end, err := Run(t.Context(), DefaultParams(), h, f, observer)
		for range 10 {
			var stopped *RunError
			if !errors.As(err, &stopped) {
				break
			}
			saved, fault := stopped.At.Machine().MarshalJSON()
			if fault != nil {
				t.Fatal(fault)
			}
			end, err = Resume(t.Context(), saved, h, f, observer)
		}
		wantEnd[InFailed](t, end, err)
		if want := "Begin 0s, Failure 0s, Overdue 1m0s"; lines() != want {
			t.Errorf("observed %q, want %q", lines(), want)
		}
	})
}
