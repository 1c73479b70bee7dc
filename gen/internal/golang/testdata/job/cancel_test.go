package job

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"
)

// cancels returns a context that ends after some time, with errCause.
func cancels(t *testing.T, d time.Duration) context.Context {
	ctx, cancel := context.WithCancelCause(t.Context())
	stop := time.AfterFunc(d, func() { cancel(errCause) }).Stop
	t.Cleanup(func() { stop() })
	return ctx
}

// TestRunCancelled has contexts that end in states that have an event for that.
func TestRunCancelled(t *testing.T) {
	for _, test := range []struct {
		name   string
		urgent bool
		set    func(*testing.T, *funcs)
		calls  []State
		end    State
		took   time.Duration
	}{
		{"the handler returns the error of the context", false, func(t *testing.T, f *funcs) { f.working = until[InWorking, AfterWorking] },
			[]State{StateIdle, StateWorking, StateCleaning}, StateStopped, 8 * time.Second},
		{"the handler returns nothing", false, func(t *testing.T, f *funcs) { f.working = idles[InWorking, AfterWorking] },
			[]State{StateIdle, StateWorking, StateCleaning}, StateStopped, 8 * time.Second},
		{"the handler returns the cause", false, func(t *testing.T, f *funcs) {
			f.working = func(ctx context.Context, _ InWorking) (AfterWorking, error) {
				<-ctx.Done()
				return nil, context.Cause(ctx)
			}
		}, []State{StateIdle, StateWorking, StateCleaning}, StateStopped, 8 * time.Second},
		{"the handler makes a transition", false, func(t *testing.T, f *funcs) {
			f.working = after(4*time.Second, func(s InWorking) (AfterWorking, error) { return s.Failure(errBoom) })
		}, []State{StateIdle, StateWorking, StateCleaning}, StateStopped, 9 * time.Second},
		{"the handler makes the last transition", false, func(t *testing.T, f *funcs) {
			f.working = after(4*time.Second, func(s InWorking) (AfterWorking, error) { return s.Overdue() })
		}, []State{StateIdle, StateWorking}, StateFailed, 4 * time.Second},
		{"a state does nothing about it", true, func(t *testing.T, f *funcs) {
			f.working = succeeds
			f.storing = func(ctx context.Context, s InStoring) (AfterStoring, error) {
				time.Sleep(4 * time.Second)
				if ctx.Err() != nil {
					t.Error("Storing is disturbed")
				}
				return s.Stored(true)
			}
		}, []State{StateIdle, StateWorking, StateStoring}, StateDone, 4 * time.Second},
		{"it is sent in the next state", true, func(t *testing.T, f *funcs) {
			f.working = succeeds
			f.storing = after(4*time.Second, func(s InStoring) (AfterStoring, error) { return s.Stored(false) })
		}, []State{StateIdle, StateWorking, StateStoring}, StateStopped, 4 * time.Second},
		{"it is ignored in the next state", false, func(t *testing.T, f *funcs) {
			f.working = succeeds
			f.storing = after(4*time.Second, func(s InStoring) (AfterStoring, error) { return s.Stored(false) })
			f.checking = func(ctx context.Context, s InChecking) (AfterChecking, error) {
				if ctx.Err() != nil {
					t.Error("Checking is disturbed")
				}
				return s.Elapsed()
			}
		}, []State{StateIdle, StateWorking, StateStoring, StateChecking}, StateFailed, 4 * time.Second},
		{"it is ignored in the state that it interrupts", false, func(t *testing.T, f *funcs) {
			f.working = succeeds
			f.storing = func(_ context.Context, s InStoring) (AfterStoring, error) { return s.Stored(false) }
			f.checking = func(ctx context.Context, s InChecking) (AfterChecking, error) {
				select {
				case <-ctx.Done():
					return nil, ctx.Err()
				case <-time.After(5 * time.Second):
					return s.Elapsed()
				}
			}
		}, []State{StateIdle, StateWorking, StateStoring, StateChecking, StateChecking}, StateFailed, 8 * time.Second},
	} {
		t.Run(test.name, func(t *testing.T) {
			bubble(t, func(t *testing.T, f *funcs, h *host, since func() time.Duration) {
				h.urgent = test.urgent
				f.cleaning = func(ctx context.Context, s InCleaning) (AfterCleaning, error) {
					if ctx.Err() != nil || s.Cause() != errCause {
						t.Errorf("Cleaning begins with %v because of %v", ctx.Err(), s.Cause())
					}
					return until[InCleaning, AfterCleaning](ctx, s)
				}
				test.set(t, f)
				end, err := Run(cancels(t, 3*time.Second), DefaultParams(), h, f)
				if err != nil || end.State() != test.end {
					t.Fatalf("Run returns %v, %v, want an end in %v", end, err, test.end)
				}
				if since() != test.took || !slices.Equal(f.calls, test.calls) {
					t.Errorf("called %v in %v, want %v in %v", f.calls, since(), test.calls, test.took)
				}
			})
		})
	}
}

// TestRunCauses has contexts that end in states without an event for that.
func TestRunCauses(t *testing.T) {
	bubble(t, func(t *testing.T, f *funcs, h *host, since func() time.Duration) {
		ctx := cancels(t, 0)
		time.Sleep(time.Millisecond)
		end, err := Run(ctx, DefaultParams(), h, f)
		wantStop[InIdle](t, end, err, errCause)
		if len(f.calls) > 0 {
			t.Errorf("called %v with a context that is done", f.calls)
		}
	})
	bubble(t, func(t *testing.T, f *funcs, h *host, since func() time.Duration) {
		f.idle = until[InIdle, AfterIdle]
		end, err := Run(cancels(t, time.Second), DefaultParams(), h, f)
		wantStop[InIdle](t, end, err, errCause)
	})
	bubble(t, func(t *testing.T, f *funcs, h *host, since func() time.Duration) {
		f.idle = after(2*time.Second, func(InIdle) (AfterIdle, error) { return nil, errBoom })
		end, err := Run(cancels(t, time.Second), DefaultParams(), h, f)
		wantStop[InIdle](t, end, err, errBoom)
	})
	bubble(t, func(t *testing.T, f *funcs, h *host, since func() time.Duration) { // a deadline before those of all timers
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		f.working = until[InWorking, AfterWorking]
		f.cleaning = func(_ context.Context, s InCleaning) (AfterCleaning, error) { return s.Elapsed() }
		end, err := Run(ctx, DefaultParams(), h, f)
		if stopped := wantEnd[InStopped](t, end, err); !errors.Is(stopped.Cause(), context.DeadlineExceeded) || since() != time.Second {
			t.Errorf("stopped after %v because of %v", since(), stopped.Cause())
		}
	})
	bubble(t, func(t *testing.T, f *funcs, h *host, since func() time.Duration) { // at the same moment as a timer
		f.working = until[InWorking, AfterWorking]
		f.cleaning = func(_ context.Context, s InCleaning) (AfterCleaning, error) { return s.Elapsed() }
		end, err := Run(cancels(t, 10*time.Second), DefaultParams(), h, f)
		wantEnd[InStopped](t, end, err)
		if since() != 10*time.Second {
			t.Errorf("it took %v", since())
		}
	})
}

// TestTypedDuringStep sends events from the host.
func TestTypedDuringStep(t *testing.T) {
	h := &host{}
	s, err := Begin(DefaultParams(), struct {
		*host
		noTimers
	}{h, noTimers{}})
	if err != nil {
		t.Fatal(err)
	}
	told := false
	h.onSaid = func() {
		told = true
		now, ok := s.Machine().In().(InWorking)
		if !ok {
			t.Fatalf("told in %v", s.Machine())
		}
		var reentrant *ReentrantError
		if _, err := now.Note(); !errors.As(err, &reentrant) || reentrant.Event != EventNote {
			t.Errorf("an event during a step: %v", err)
		}
		var stale *StaleStateError
		if _, err := s.Begin("again"); !errors.As(err, &stale) {
			t.Errorf("an event on the state before: %v", err)
		}
	}
	if _, err := s.Begin("work"); err != nil || !told {
		t.Fatal(err)
	}
}

type noTimers struct{}

func (noTimers) Now() time.Time { return time.Now() }

func (noTimers) StartTimer(Timer, int, time.Duration) {}
func (noTimers) StopTimer(Timer, int)                 {}
