package courier

import (
	"context"
	"errors"
	"testing"
	"time"
)

// TestRunMakesCalls follows a run in which all calls end well.
func TestRunMakesCalls(t *testing.T) {
	bubble(t, func(t *testing.T, h *host, f *handler) {
		h.check, h.signature = approves, signs
		var during context.Context
		h.fetch = func(ctx context.Context, url string, tries int) (string, error) {
			during = ctx
			return fetches(ctx, url, tries)
		}
		f.reading = reads
		var told []string
		end, err := Run(context.Background(), DefaultParams(), h, f, steps(&told))
		want(t, "by", wantEnd[InDone](t, end, err).By(), "Ann")
		want(t, "text", end.Machine().Text(), "approved")
		want(t, "made", len(h.made), 4) // log and check begin together, in any order
		want(t, "steps", told, []string{"0s Ask Fetching", "1s fetchDone Sorting", "1s always Reading", "2s checkDone Signing", "3s SignatureSigned Done"})
		want(t, "cause for the method", f.causes[0], error(&CallEndedError{Call: CallCheck}))
		want(t, "cause for a call that has had its result", context.Cause(during), error(&StaleCallError{State: StateReading, Call: CallFetch, Number: 1}))
	})
}

// TestRunLate has a call end long after its state was left. That interrupts no method, and is no result.
func TestRunLate(t *testing.T) {
	bubble(t, func(t *testing.T, h *host, f *handler) {
		h.fetch = func(_ context.Context, _ string, tries int) (string, error) {
			if tries == 0 {
				time.Sleep(40 * time.Second)
			}
			return "text", nil
		}
		h.check = func(ctx context.Context) (string, bool, error) { time.Sleep(time.Minute); return approves(ctx) }
		h.signature = signs
		f.reading = reads
		end, err := Run(context.Background(), DefaultParams(), h, f)
		wantEnd[InDone](t, end, err)
		want(t, "called", f.read, 1)
	})
}

// TestRunDeadline lets the deadline of a call pass, beside which it runs, until there are no tries left.
func TestRunDeadline(t *testing.T) {
	bubble(t, func(t *testing.T, h *host, f *handler) {
		var told []string
		end, err := Run(context.Background(), DefaultParams(), h, f, steps(&told))
		wantEnd[InFailed](t, end, err)
		want(t, "made", h.made, []string{"fetch here 0", "fetch here 1", "fetch here 2"})
		want(t, "steps", told, []string{"0s Ask Fetching", "30s TooLate Fetching", "1m0s TooLate Fetching", "1m30s TooLate Failed"})
		want(t, "causes", h.causes, []error{
			&StaleCallError{State: StateFetching, Call: CallFetch, Number: 1}, &StaleCallError{State: StateFetching, Call: CallFetch, Number: 2}, &StaleCallError{State: StateFailed, Call: CallFetch, Number: 3},
		})
	})
}

// TestRunRetries has errors of a call lead to a pause, and the answer come at last.
func TestRunRetries(t *testing.T) {
	bubble(t, func(t *testing.T, h *host, f *handler) {
		h.fetch = func(_ context.Context, _ string, tries int) (string, error) {
			if tries < 2 {
				return "", errBoom
			}
			return "", nil
		}
		var told []string
		end, err := Run(context.Background(), DefaultParams(), h, f, steps(&told))
		wantEnd[InFailed](t, end, err)
		want(t, "steps", told, []string{
			"0s Ask Fetching", "0s fetchError Waiting", "1s Again Fetching", "1s fetchError Waiting", "2s Again Fetching", "2s fetchDone Sorting", "2s always Failed",
		})
	})
}

// TestRunMethodCounts lets a method make a transition although a call has ended: that counts, and the
// result of the call is dropped.
func TestRunMethodCounts(t *testing.T) {
	bubble(t, func(t *testing.T, h *host, f *handler) {
		h.fetch = fetches
		h.log = func(context.Context) error { return errBoom }
		f.reading = func(ctx context.Context, s InReading) (AfterReading, error) {
			<-ctx.Done()
			return s.Refuse()
		}
		var told []string
		end, err := Run(context.Background(), DefaultParams(), h, f, steps(&told))
		wantEnd[InFailed](t, end, err)
		want(t, "steps", told[3:], []string{"1s Refuse Failed"})
		want(t, "cause for the method", f.causes, []error{&CallEndedError{Call: CallLog}})
		want(t, "cause for the call", h.causes[2], error(&StaleCallError{State: StateFailed, Call: CallCheck, Number: 1}))
	})
}

// TestRunResultStays lets a method move on inside the composite state whose call has ended: the result
// still counts.
func TestRunResultStays(t *testing.T) {
	bubble(t, func(t *testing.T, h *host, f *handler) {
		h.fetch = fetches
		h.log = func(context.Context) error { return errBoom }
		f.reading = func(ctx context.Context, s InReading) (AfterReading, error) {
			<-ctx.Done()
			return s.Accept()
		}
		var told []string
		end, err := Run(context.Background(), DefaultParams(), h, f, steps(&told))
		wantEnd[InFailed](t, end, err)
		want(t, "steps", told[3:], []string{"1s Accept Comparing", "1s logError Failed"})
	})
}

// TestRunIgnores has results ignored: the method is called again, and in the end there is nothing to wait
// for.
func TestRunIgnores(t *testing.T) {
	bubble(t, func(t *testing.T, h *host, f *handler) {
		h.fetch = fetches
		h.log = func(context.Context) error { time.Sleep(time.Second); return nil }
		h.check = func(context.Context) (string, bool, error) { time.Sleep(2 * time.Second); return "", false, errBoom }
		end, err := Run(context.Background(), DefaultParams(), h, f)
		m := wantStop[InReading](t, end, err, nil)
		var none *NoEventError
		want(t, "is NoEventError", errors.As(err, &none), true)
		want(t, "called", f.read, 3)
		want(t, "causes", f.causes, []error{nil, nil, nil}) // it never waited for its context
		want(t, "calls that run", m.Calls(), []Call{})

		// A state whose calls are over waits for its timer.
		f.reading = func(_ context.Context, s InReading) (AfterReading, error) { return s.Accept() }
		start := time.Now()
		end, err = Continue(context.Background(), m, h, f)
		wantEnd[InFailed](t, end, err)
		want(t, "after", time.Since(start), time.Hour)
	})
}

// TestRunOrder has several calls end before Run looks: the order of the spec decides, and a result comes
// before a timer.
func TestRunOrder(t *testing.T) {
	for _, first := range []time.Duration{time.Second, 2 * time.Second, 3 * time.Second} {
		bubble(t, func(t *testing.T, h *host, f *handler) {
			h.fetch, h.signature = fetches, signs
			h.log = func(context.Context) error { time.Sleep(first); return errBoom }
			h.check = func(context.Context) (string, bool, error) { time.Sleep(2 * time.Second); return "", true, nil }
			f.reading = func(_ context.Context, s InReading) (AfterReading, error) {
				time.Sleep(10 * time.Second)
				return nil, nil
			}
			end, err := Run(context.Background(), DefaultParams(), h, f)
			wantEnd[InFailed](t, end, err)
		})
	}
	bubble(t, func(t *testing.T, h *host, f *handler) {
		h.fetch, h.check, h.signature = fetches, approves, signs
		f.reading = func(_ context.Context, s InReading) (AfterReading, error) {
			next, err := s.Accept()
			time.Sleep(2 * time.Hour) // now the timer of Comparing has expired, too
			return next, err
		}
		end, err := Run(context.Background(), DefaultParams(), h, f)
		wantEnd[InDone](t, end, err)
	})
}

// key is the key of a value of a context.
type key struct{}

// TestRunCancels ends the context of a run in each kind of state.
func TestRunCancels(t *testing.T) {
	after := func(d time.Duration) context.Context {
		ctx, cancel := context.WithCancelCause(context.WithValue(context.Background(), key{}, "value"))
		go func() { time.Sleep(d); cancel(errGone) }()
		return ctx
	}
	t.Run("accepted", func(t *testing.T) {
		bubble(t, func(t *testing.T, h *host, f *handler) {
			h.fetch = func(ctx context.Context, _ string, _ int) (string, error) {
				want(t, "value", ctx.Value(key{}), any("value"))
				return "", lasts(ctx)
			}
			end, err := Run(after(time.Second), DefaultParams(), h, f)
			want(t, "reason", wantEnd[InStopped](t, end, err).Reason(), errGone)
			want(t, "causes", h.causes, []error{&StaleCallError{State: StateStopped, Call: CallFetch, Number: 1}})
		})
	})
	t.Run("before a result", func(t *testing.T) {
		bubble(t, func(t *testing.T, h *host, f *handler) {
			ctx, cancel := context.WithCancelCause(context.Background())
			h.fetch = func(context.Context, string, int) (string, error) { cancel(errGone); return "text", nil }
			end, err := Run(ctx, DefaultParams(), h, f)
			wantEnd[InStopped](t, end, err)
		})
	})
	t.Run("refused", func(t *testing.T) {
		bubble(t, func(t *testing.T, h *host, f *handler) {
			h.fetch = fetches
			f.reading = reads
			end, err := Run(after(5*time.Second), DefaultParams(), h, f)
			wantStop[InReading](t, end, err, errGone)
			want(t, "causes", h.causes[1:], []error{err, err})
		})
	})
	t.Run("ignored", func(t *testing.T) {
		bubble(t, func(t *testing.T, h *host, f *handler) {
			h.fetch, h.signature = fetches, signs
			h.check = func(ctx context.Context) (string, bool, error) {
				time.Sleep(time.Minute)
				return "", true, ctx.Err() // which nothing has canceled
			}
			f.reading = func(_ context.Context, s InReading) (AfterReading, error) { return s.Accept() }
			end, err := Run(after(5*time.Second), DefaultParams(), h, f)
			wantEnd[InStopped](t, end, err) // in Signing, which does not ignore it
			want(t, "fetched and checked", len(h.made), 3)
		})
	})
}

// TestRunWaits makes calls that do not heed their contexts: they delay nothing but the end.
func TestRunWaits(t *testing.T) {
	bubble(t, func(t *testing.T, h *host, f *handler) {
		h.fetch, h.signature = fetches, signs
		h.check = approves
		h.log = func(context.Context) error { time.Sleep(time.Hour); return errBoom }
		f.reading = reads
		var told []string
		start := time.Now()
		end, err := Run(context.Background(), DefaultParams(), h, f, steps(&told))
		wantEnd[InDone](t, end, err)
		want(t, "the last step", told[4:], []string{"3s SignatureSigned Done"})
		want(t, "the end", time.Since(start), time.Hour+time.Second)
	})
}
