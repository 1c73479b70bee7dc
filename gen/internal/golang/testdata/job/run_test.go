package job

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"
)

// host is what Run needs of the program. It notes what it is told.
type host struct {
	urgent  bool
	backoff time.Duration
	said    []string
	onSaid  func()
}

func (h *host) Urgent() bool { return h.urgent }

func (h *host) Backoff(attempt int) time.Duration { return time.Duration(attempt) * h.backoff }

func (h *host) Said(text string, tries int) {
	h.said = append(h.said, fmt.Sprint(text, tries))
	if h.onSaid != nil {
		h.onSaid()
	}
}

// funcs is a handler made of functions. One that is missing fails.
type funcs struct {
	idle     func(context.Context, InIdle) (AfterIdle, error)
	working  func(context.Context, InWorking) (AfterWorking, error)
	waiting  func(context.Context, InWaiting) (AfterWaiting, error)
	storing  func(context.Context, InStoring) (AfterStoring, error)
	checking func(context.Context, InChecking) (AfterChecking, error)
	cleaning func(context.Context, InCleaning) (AfterCleaning, error)
	calls    []State
	contexts []context.Context
}

var errMissing = errors.New("no function for this state")

func call[S AnyState, A any](f *funcs, ctx context.Context, s S, do func(context.Context, S) (A, error)) (none A, err error) {
	f.calls = append(f.calls, s.State())
	f.contexts = append(f.contexts, ctx)
	if do == nil {
		return none, errMissing
	}
	return do(ctx, s)
}

func (f *funcs) Idle(ctx context.Context, s InIdle) (AfterIdle, error) {
	if f.idle == nil {
		f.idle = func(_ context.Context, s InIdle) (AfterIdle, error) { return s.Begin("work") }
	}
	return call(f, ctx, s, f.idle)
}

func (f *funcs) Working(ctx context.Context, s InWorking) (AfterWorking, error) {
	return call(f, ctx, s, f.working)
}

func (f *funcs) Waiting(ctx context.Context, s InWaiting) (AfterWaiting, error) {
	return call(f, ctx, s, f.waiting)
}

func (f *funcs) Storing(ctx context.Context, s InStoring) (AfterStoring, error) {
	return call(f, ctx, s, f.storing)
}

func (f *funcs) Checking(ctx context.Context, s InChecking) (AfterChecking, error) {
	return call(f, ctx, s, f.checking)
}

func (f *funcs) Cleaning(ctx context.Context, s InCleaning) (AfterCleaning, error) {
	return call(f, ctx, s, f.cleaning)
}

// until blocks as long as the context lasts.
func until[S AnyState, A any](ctx context.Context, _ S) (none A, err error) {
	<-ctx.Done()
	return none, fmt.Errorf("interrupted: %w", ctx.Err())
}

// after does something else after some time, whatever the context says.
func after[S AnyState, A any](d time.Duration, do func(S) (A, error)) func(context.Context, S) (A, error) {
	return func(_ context.Context, s S) (A, error) {
		time.Sleep(d)
		return do(s)
	}
}

// idles leaves the state to its timers.
func idles[S AnyState, A any](context.Context, S) (none A, err error) { return none, nil }

func succeeds(_ context.Context, s InWorking) (AfterWorking, error) { return s.Success(&Result{"x"}) }

func fails(_ context.Context, s InWorking) (AfterWorking, error) { return s.Failure(errBoom) }

var errBoom, errCause = errors.New("boom"), errors.New("the caller has gone")

// bubble runs a test in a bubble, which fails if it leaves a goroutine behind,
// and looks for contexts that are not done.
func bubble(t *testing.T, test func(*testing.T, *funcs, *host, func() time.Duration)) {
	synctest.Test(t, func(t *testing.T) {
		f, h, start := &funcs{}, &host{backoff: 20 * time.Second}, time.Now()
		test(t, f, h, func() time.Duration { return time.Since(start) })
		synctest.Wait()
		for i, s := range f.calls {
			if _, timed := f.contexts[i].Deadline(); timed && f.contexts[i].Err() == nil {
				t.Errorf("the context of %v is left behind", s)
			}
		}
	})
}

func wantEnd[End Ended](t *testing.T, end Ended, err error) End {
	t.Helper()
	got, ok := end.(End)
	if err != nil || !ok {
		t.Fatalf("Run returns %T, %v, want %T", end, err, got)
	}
	return got
}

// wantStop wants a RunError in a state and returns its handle.
func wantStop[In AnyState](t *testing.T, end Ended, err, target error) In {
	t.Helper()
	var stopped *RunError
	if end != nil || !errors.As(err, &stopped) || target != nil && !errors.Is(err, target) {
		t.Fatalf("Run returns %v, %v, want a RunError with %v", end, err, target)
	}
	at, ok := stopped.At.(In)
	if !ok || stopped.At != stopped.At.Machine().In() {
		t.Fatalf("stopped at %T, want %T", stopped.At, at)
	}
	return at
}

func TestRunToTheEnd(t *testing.T) {
	bubble(t, func(t *testing.T, f *funcs, h *host, since func() time.Duration) {
		f.working = func(_ context.Context, s InWorking) (AfterWorking, error) {
			if s.Tries() == 0 {
				return s.Failure(errBoom)
			}
			return s.Success(&Result{s.Name()})
		}
		f.waiting = idles[InWaiting, AfterWaiting]
		f.storing = func(_ context.Context, s InStoring) (AfterStoring, error) { return s.Stored(s.Result() != nil) }
		end, err := Run(t.Context(), DefaultParams(), h, f)
		if done := wantEnd[InDone](t, end, err); done.Result().Text != "work" || done.Outcome() != OutcomeDone {
			t.Errorf("the result is %v with %v", done.Result(), done.Outcome())
		}
		if since() != 20*time.Second {
			t.Errorf("it took %v", since())
		}
		if want := []string{"busy0", "free1"}; !slices.Equal(h.said, want) {
			t.Errorf("told %q, want %q", h.said, want)
		}
		if want := []State{StateIdle, StateWorking, StateWaiting, StateWorking, StateStoring}; !slices.Equal(f.calls, want) {
			t.Errorf("called %v, want %v", f.calls, want)
		}
	})
}

func TestRunArguments(t *testing.T) {
	for want, run := range map[string]func() (Ended, error){
		"job: Run: h is nil":                   func() (Ended, error) { return Run(t.Context(), DefaultParams(), &host{}, nil) },
		"job: Run: host is nil":                func() (Ended, error) { return Run(t.Context(), DefaultParams(), nil, &funcs{}) },
		"job: limit is 9, must be from 0 to 5": func() (Ended, error) { return Run(t.Context(), Params{Limit: 9}, &host{}, &funcs{}) },
	} {
		var stopped *RunError
		if end, err := run(); end != nil || err == nil || err.Error() != want || errors.As(err, &stopped) {
			t.Errorf("Run returns %v, %v, want %s", end, err, want)
		}
	}
}

// TestRunHandlerErrors ends runs by errors and by a lack of events.
func TestRunHandlerErrors(t *testing.T) {
	bubble(t, func(t *testing.T, f *funcs, h *host, _ func() time.Duration) {
		f.working = func(context.Context, InWorking) (AfterWorking, error) { return nil, fmt.Errorf("deep: %w", errBoom) }
		end, err := Run(t.Context(), DefaultParams(), h, f)
		at := wantStop[InWorking](t, end, err, errBoom)
		if want := "job: stopped in state Working: deep: boom"; err.Error() != want {
			t.Errorf("error %q, want %q", err, want)
		}
		if next, err := at.Success(nil); err != nil || at.Machine().State() != StateStoring || next != at.Machine().In() {
			t.Errorf("the machine does not go on: %v, %v", next, err)
		}
	})
	bubble(t, func(t *testing.T, f *funcs, h *host, _ func() time.Duration) {
		f.working = func(_ context.Context, s InWorking) (AfterWorking, error) { // moves and fails
			next, err := s.Success(nil)
			return next, errors.Join(err, errBoom)
		}
		end, err := Run(t.Context(), DefaultParams(), h, f)
		wantStop[InStoring](t, end, err, errBoom)
	})
	bubble(t, func(t *testing.T, f *funcs, h *host, _ func() time.Duration) {
		f.working = func(ctx context.Context, s InWorking) (AfterWorking, error) { // the same with the error of a timer
			<-ctx.Done()
			next, err := s.Success(nil)
			return next, errors.Join(err, ctx.Err())
		}
		end, err := Run(t.Context(), DefaultParams(), h, f)
		wantStop[InStoring](t, end, err, context.DeadlineExceeded)
	})
	bubble(t, func(t *testing.T, f *funcs, h *host, _ func() time.Duration) {
		f.idle = func(_ context.Context, s InIdle) (AfterIdle, error) { return s.Begin("") }
		end, err := Run(t.Context(), DefaultParams(), h, f)
		wantStop[InIdle](t, end, err, nil)
		var rejected *GuardRejectedError
		if !errors.As(err, &rejected) || rejected.Event != EventBegin {
			t.Errorf("error %v, want a rejection", err)
		}
	})
	for name, idle := range map[string]func(context.Context, InIdle) (AfterIdle, error){
		"nil":  idles[InIdle, AfterIdle],
		"zero": func(context.Context, InIdle) (AfterIdle, error) { return InWorking{}, nil },
	} {
		bubble(t, func(t *testing.T, f *funcs, h *host, since func() time.Duration) {
			f.idle = idle
			end, err := Run(t.Context(), DefaultParams(), h, f)
			wantStop[InIdle](t, end, err, nil)
			var none *NoEventError
			if !errors.As(err, &none) || none.State != StateIdle || since() > 0 {
				t.Errorf("%s: error %v, want that there is no event", name, err)
			}
		})
	}
	bubble(t, func(t *testing.T, f *funcs, h *host, since func() time.Duration) { // though timers run
		f.working = func(_ context.Context, s InWorking) (AfterWorking, error) {
			for range 3 {
				s, _ = s.Note()
			}
			if len(f.calls) == 2 {
				return s, nil
			}
			return s.Note()
		}
		end, err := Run(t.Context(), DefaultParams(), h, f)
		wantStop[InWorking](t, end, err, nil)
		var none *NoEventError
		if !errors.As(err, &none) || none.State != StateWorking || since() > 0 || len(f.calls) != 3 {
			t.Errorf("error %v after %v and %v, want that there is no event", err, since(), f.calls)
		}
	})
	for name, result := range map[string]func(InWorking) AfterWorking{
		"the state before": func(s InWorking) AfterWorking { return s },
		"nil":              func(InWorking) AfterWorking { return nil },
		"zero":             func(InWorking) AfterWorking { return InStoring{} },
	} {
		bubble(t, func(t *testing.T, f *funcs, h *host, _ func() time.Duration) {
			f.working = func(_ context.Context, s InWorking) (AfterWorking, error) {
				if _, err := s.Success(nil); err != nil {
					return nil, err
				}
				return result(s), nil
			}
			end, err := Run(t.Context(), DefaultParams(), h, f)
			wantStop[InStoring](t, end, err, nil)
			var stale *StaleStateError
			if !errors.As(err, &stale) || *stale != (StaleStateError{State: StateWorking, Now: StateStoring}) {
				t.Errorf("%s: error %v, want a stale state", name, err)
			}
		})
	}
}

func TestRunPanic(t *testing.T) {
	bubble(t, func(t *testing.T, f *funcs, h *host, _ func() time.Duration) {
		f.working = func(context.Context, InWorking) (AfterWorking, error) { panic(errBoom) }
		defer func() {
			if r := recover(); r != errBoom {
				t.Errorf("recovered %v", r)
			}
		}()
		end, err := Run(t.Context(), DefaultParams(), h, f)
		t.Errorf("Run returns %v, %v", end, err)
	})
}

// TestRunTimers has timers that interrupt, and that composite states keep.
func TestRunTimers(t *testing.T) {
	for _, test := range []struct {
		name   string
		urgent bool
		set    func(*funcs)
		calls  []State
		said   []string
		took   time.Duration
	}{
		{"the event of a timer stays", true, func(f *funcs) { f.working = until[InWorking, AfterWorking] },
			[]State{StateIdle, StateWorking, StateWorking}, []string{"busy0", "nudge0", "free0"}, time.Minute},
		{"the event of a timer is ignored", false, func(f *funcs) { f.working = until[InWorking, AfterWorking] },
			[]State{StateIdle, StateWorking, StateWorking}, []string{"busy0", "free0"}, time.Minute},
		{"a handler leaves it to the timer", true, func(f *funcs) { f.working = idles[InWorking, AfterWorking] },
			[]State{StateIdle, StateWorking, StateWorking}, []string{"busy0", "nudge0", "free0"}, time.Minute},
		{"a handler returns the cause", false, func(f *funcs) {
			f.working = func(ctx context.Context, _ InWorking) (AfterWorking, error) {
				<-ctx.Done()
				return nil, context.Cause(ctx)
			}
		}, []State{StateIdle, StateWorking, StateWorking}, []string{"busy0", "free0"}, time.Minute},
		{"a handler returns its own state", false, func(f *funcs) {
			f.working = func(ctx context.Context, s InWorking) (AfterWorking, error) {
				<-ctx.Done()
				return s, nil
			}
		}, []State{StateIdle, StateWorking, StateWorking}, []string{"busy0", "free0"}, time.Minute},
		{"the timer of the composite state runs on", true, func(f *funcs) {
			f.working = after(50*time.Second, func(s InWorking) (AfterWorking, error) { return s.Failure(errBoom) })
			f.waiting = until[InWaiting, AfterWaiting]
		}, []State{StateIdle, StateWorking, StateWaiting}, []string{"busy0", "free1"}, time.Minute},
		{"the timers of a state end with it", true, func(f *funcs) {
			f.working = func(_ context.Context, s InWorking) (AfterWorking, error) {
				time.Sleep(11 * time.Second)
				return s.Failure(errBoom)
			}
			f.waiting = func(_ context.Context, s InWaiting) (AfterWaiting, error) { return s.Elapsed() }
		}, []State{StateIdle, StateWorking, StateWaiting, StateWorking, StateWaiting, StateWorking},
			[]string{"busy0", "free2"}, 33 * time.Second},
		{"a timer that is over is not lost", true, func(f *funcs) {
			f.working = after(2*time.Minute, func(s InWorking) (AfterWorking, error) { return s.Success(nil) })
			f.storing = func(ctx context.Context, s InStoring) (AfterStoring, error) {
				if _, timed := ctx.Deadline(); timed || ctx.Err() != nil {
					return nil, errors.New("a timer disturbs Storing")
				}
				return s.Stored(false)
			}
		}, []State{StateIdle, StateWorking, StateStoring}, []string{"busy0", "free0"}, 2 * time.Minute},
	} {
		t.Run(test.name, func(t *testing.T) {
			bubble(t, func(t *testing.T, f *funcs, h *host, since func() time.Duration) {
				h.urgent = test.urgent
				test.set(f)
				end, err := Run(t.Context(), DefaultParams(), h, f)
				wantEnd[InFailed](t, end, err)
				if since() != test.took || !slices.Equal(f.calls, test.calls) || !slices.Equal(h.said, test.said) {
					t.Errorf("called %v and told %q in %v, want %v and %q in %v", f.calls, h.said, since(), test.calls, test.said, test.took)
				}
			})
		})
	}
}

// TestRunTimerContext looks at the context that a timer ends.
func TestRunTimerContext(t *testing.T) {
	bubble(t, func(t *testing.T, f *funcs, h *host, since func() time.Duration) {
		f.working = func(ctx context.Context, _ InWorking) (AfterWorking, error) {
			<-ctx.Done()
			var fired *TimerFiredError
			if !errors.As(context.Cause(ctx), &fired) || ctx.Err() != context.DeadlineExceeded {
				t.Errorf("%v: the context ends with %v because of %v", since(), ctx.Err(), context.Cause(ctx))
			}
			if want := []Timer{TimerWorkingNudge, TimerBusyOverdue}[len(f.calls)-2]; fired.Timer != want {
				t.Errorf("%v: %v, want %v", since(), fired, want)
			}
			return nil, nil
		}
		end, err := Run(t.Context(), DefaultParams(), h, f)
		wantEnd[InFailed](t, end, err)
	})
	bubble(t, func(t *testing.T, f *funcs, h *host, since func() time.Duration) { // another error than that of the context
		f.working = after(time.Hour, func(InWorking) (AfterWorking, error) { return nil, errBoom })
		end, err := Run(t.Context(), DefaultParams(), h, f)
		wantStop[InWorking](t, end, err, errBoom)
	})
	bubble(t, func(t *testing.T, f *funcs, h *host, since func() time.Duration) { // a limit of the handler's own
		f.working = func(ctx context.Context, _ InWorking) (AfterWorking, error) {
			ctx, cancel := context.WithTimeout(ctx, time.Second)
			defer cancel()
			<-ctx.Done()
			return nil, ctx.Err()
		}
		end, err := Run(t.Context(), DefaultParams(), h, f)
		wantStop[InWorking](t, end, err, context.DeadlineExceeded)
		if since() != time.Second {
			t.Errorf("it took %v", since())
		}
	})
	bubble(t, func(t *testing.T, f *funcs, h *host, since func() time.Duration) { // a delay of nothing
		h.backoff = 0
		f.working = fails
		end, err := Run(t.Context(), DefaultParams(), h, f)
		wantEnd[InFailed](t, end, err)
		if want := []State{StateIdle, StateWorking, StateWorking, StateWorking}; since() > 0 || !slices.Equal(f.calls, want) {
			t.Errorf("called %v in %v, want %v", f.calls, since(), want)
		}
	})
}
