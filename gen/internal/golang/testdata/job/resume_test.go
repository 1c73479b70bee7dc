package job

import (
	"context"
	"encoding/json"
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
// the timers run on, the host is told nothing twice, and observers are told
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
		_, err := Run(t.Context(), DefaultParams(), h, f, WithObserver(observer))
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
		time.Sleep(3 * time.Second)
		f.waiting, h.said, f.calls, f.contexts = idles[InWaiting, AfterWaiting], nil, nil, nil
		observer, lines = told(since)
		end, err := Resume(t.Context(), saved, h, f, WithObserver(observer))
		wantEnd[InDone](t, end, err)
		if want := "Elapsed 20s, Success 20s, Stored 20s"; lines() != want {
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
		end, err := Run(t.Context(), DefaultParams(), h, f, WithObserver(observer))
		// 50 s, then 100 s, of which the timer of Busy leaves 10.
		wantEnd[InFailed](t, end, err)
		if want := "Begin 0s, Failure 0s, Elapsed 50s, Failure 50s, Overdue 1m0s"; lines() != want {
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
		end, err := Run(ctx, DefaultParams(), h, f, WithObserver(observer))
		wantEnd[InStopped](t, end, err)
		if want := "Begin 0s, Cancelled 0s, Elapsed 5s"; lines() != want {
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
		end, err := Run(t.Context(), DefaultParams(), h, f, WithObserver(observer))
		for range 10 {
			var stopped *RunError
			if !errors.As(err, &stopped) {
				break
			}
			saved, fault := stopped.At.Machine().MarshalJSON()
			if fault != nil {
				t.Fatal(fault)
			}
			end, err = Resume(t.Context(), saved, h, f, WithObserver(observer))
		}
		wantEnd[InFailed](t, end, err)
		if want := "Begin 0s, Failure 0s, Overdue 1m0s"; lines() != want {
			t.Errorf("observed %q, want %q", lines(), want)
		}
	})
}

// TestResumeRemains goes on from snapshots that say, in various ways, when timers are due. The machine has
// been in Busy for 15 s, of its minute, and in Waiting for 15 s, of 20.
func TestResumeRemains(t *testing.T) {
	tests := map[string]struct {
		timers string // of the snapshot; "": as they are
		want   string
	}{
		"as they are":       {"", "Elapsed 20s, Overdue 1m0s"},
		"older snapshot":    {"-", "Elapsed 35s, Overdue 1m15s"},
		"none is known":     {`{}`, "Elapsed 35s, Overdue 1m15s"},
		"other timers":      {`{"Working.Nudge": "$past", "Old.Gone": "$past"}`, "Elapsed 35s, Overdue 1m15s"},
		"one is known":      {`{"Waiting.Elapsed": "$soon"}`, "Elapsed 17s, Overdue 1m15s"},
		"expired":           {`{"Waiting.Elapsed": "$past", "Busy.Overdue": "$soon"}`, "Elapsed 15s, Overdue 17s"},
		"the first expired": {`{"Waiting.Elapsed": "$soon", "Busy.Overdue": "$past"}`, "Overdue 15s"},
		"over":              {`{"Waiting.Elapsed": null}`, "Overdue 1m15s"},
		// A clock was set back: the minute is limited to a minute, the computed delay is not.
		"clock set back": {`{"Waiting.Elapsed": "$hour", "Busy.Overdue": "$hour"}`, "Overdue 1m15s"},
		"computed":       {`{"Waiting.Elapsed": "$late", "Busy.Overdue": "$hour"}`, "Elapsed 1m5s, Overdue 1m15s"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T, f *funcs, h *host, since func() time.Duration) {
				f.working = fails
				f.waiting = func(context.Context, InWaiting) (AfterWaiting, error) {
					time.Sleep(15 * time.Second)
					return nil, errBoom
				}
				_, err := Run(t.Context(), Params{Limit: 1}, h, f)
				var stopped *RunError
				if !errors.As(err, &stopped) {
					t.Fatal(err)
				}
				saved, err := stopped.At.Machine().MarshalJSON()
				if err != nil {
					t.Fatal(err)
				}
				saved = withTimers(t, saved, test.timers)
				f.working, f.waiting = idles[InWorking, AfterWorking], idles[InWaiting, AfterWaiting]
				observer, lines := told(since)
				end, err := Resume(t.Context(), saved, h, f, WithObserver(observer))
				wantEnd[InFailed](t, end, err)
				if got := strings.ReplaceAll(lines(), ", Nudge", ""); got != test.want {
					t.Errorf("observed %q, want %q", got, test.want)
				}
			})
		})
	}
}

// withTimers changes what a snapshot says of timers.
func withTimers(t *testing.T, saved []byte, timers string) []byte {
	t.Helper()
	if timers == "" {
		return saved
	}
	var snapshot map[string]json.RawMessage
	if err := json.Unmarshal(saved, &snapshot); err != nil {
		t.Fatal(err)
	}
	delete(snapshot, "timers")
	if timers != "-" {
		at := func(d time.Duration) string { return time.Now().Add(d).Format(time.RFC3339Nano) }
		snapshot["timers"] = json.RawMessage(strings.NewReplacer("$past", at(-time.Hour), "$soon", at(2*time.Second),
			"$late", at(50*time.Second), "$hour", at(time.Hour)).Replace(timers))
	}
	saved, err := json.Marshal(snapshot)
	if err != nil {
		t.Fatal(err)
	}
	return saved
}

// TestOver sends a machine an event by a timer that goes on to be one of the state: it has expired, and
// does not start again when the machine is restored, until its state is entered again.
func TestOver(t *testing.T) {
	bubble(t, func(t *testing.T, f *funcs, h *host, since func() time.Duration) {
		h.urgent = true
		f.working = func(ctx context.Context, s InWorking) (AfterWorking, error) {
			select {
			case <-time.After(15 * time.Second):
				return nil, errBoom
			case <-ctx.Done():
				return nil, ctx.Err()
			}
		}
		_, err := Run(t.Context(), DefaultParams(), h, f)
		var stopped *RunError
		if !errors.As(err, &stopped) || stopped.At.State() != StateWorking {
			t.Fatal(err)
		}
		m := stopped.At.Machine()
		saved, err := m.MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(saved), `"Working.Nudge":null`) || !slices.Equal(m.Timers(), []Timer{TimerBusyOverdue}) {
			t.Errorf("after Nudge, the timers are %v, and the snapshot is %s", m.Timers(), saved)
		}
		f.working = idles[InWorking, AfterWorking]
		observer, lines := told(since)
		end, err := Resume(t.Context(), saved, h, f, WithObserver(observer))
		wantEnd[InFailed](t, end, err)
		if want := "Overdue 1m0s"; lines() != want {
			t.Errorf("observed %q, want %q", lines(), want)
		}
	})
}

// TestCheckpoints has a checkpoint fail at each machine of a run, and goes on with Continue, which begins
// with that checkpoint. A copy that is restored from what the last checkpoint saved goes the same way.
func TestCheckpoints(t *testing.T) {
	const machines = 7
	for fails := range machines {
		bubble(t, func(t *testing.T, f *funcs, h *host, since func() time.Duration) {
			f.working = func(_ context.Context, s InWorking) (AfterWorking, error) {
				if s.Tries() == 0 {
					return s.Failure(errBoom)
				}
				return s.Success(&Result{s.Name()})
			}
			f.waiting = idles[InWaiting, AfterWaiting]
			f.storing = func(_ context.Context, s InStoring) (AfterStoring, error) { return s.Stored(false) }
			f.checking = idles[InChecking, AfterChecking]
			var states []State
			var saved []byte
			checkpoint := WithCheckpoint(func(_ context.Context, m *Machine, _ []Step) error {
				if len(states) == fails {
					states = append(states, m.State())
					return errCause
				}
				states = append(states, m.State())
				text, err := m.MarshalJSON()
				if saved = text; err != nil {
					t.Fatal(err)
				}
				return nil
			})
			want := []State{StateIdle, StateWorking, StateWaiting, StateWorking, StateStoring, StateChecking, StateFailed}
			_, err := Run(t.Context(), DefaultParams(), h, f, checkpoint)
			var stopped *RunError
			if !errors.As(err, &stopped) || !errors.Is(err, errCause) || stopped.At.State() != want[fails] || !slices.Equal(states, want[:fails+1]) {
				t.Fatalf("at %v: error %v, states %v", want[fails], err, states)
			}
			time.Sleep(7 * time.Second)
			end, err := Continue(t.Context(), stopped.At.Machine(), h, f, checkpoint)
			wantEnd[InFailed](t, end, err)
			if want := slices.Insert(slices.Clone(want), fails, want[fails]); !slices.Equal(states, want) {
				t.Errorf("the checkpoints were called in %v, want %v", states, want)
			}
			if m, err := Restore(saved, &runTimers{RunHost: h}); err != nil || m.State() != StateFailed {
				t.Errorf("the last checkpoint saved %v, %v", m, err)
			}
			ends := time.Minute // since the machine is busy
			if fails == 0 || fails == machines-1 {
				ends += 7 * time.Second // of sleep, before the minute or after it
			}
			if since() != ends {
				t.Errorf("the run ends after %v, want %v", since(), ends)
			}
		})
	}
}

func TestContinueArguments(t *testing.T) {
	m, err := New(DefaultParams(), &runTimers{RunHost: &host{}})
	if err != nil {
		t.Fatal(err)
	}
	for want, start := range map[string]func() (Ended, error){
		"job: Continue: m is nil":    func() (Ended, error) { return Continue(t.Context(), nil, &host{}, &funcs{}) },
		"job: Continue: h is nil":    func() (Ended, error) { return Continue(t.Context(), m, &host{}, nil) },
		"job: Continue: host is nil": func() (Ended, error) { return Continue(t.Context(), m, nil, &funcs{}) },
		"job: Continue: the machine is in a step, or a panic has left a step unfinished": func() (Ended, error) {
			m.mode.Occupy()
			return Continue(t.Context(), m, &host{}, &funcs{})
		},
	} {
		var stopped *RunError
		if end, err := start(); end != nil || err == nil || err.Error() != want || errors.As(err, &stopped) {
			t.Errorf("Continue returns %v, %v, want %s", end, err, want)
		}
		m.mode.Release()
	}
}
