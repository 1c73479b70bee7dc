package orchestration

import (
	"context"
	"errors"
	"testing"
	"time"
)

var errGone = errors.New("the user has gone")

// TestCancelled cancels a run in each state. It ends there, when the call that
// runs has listened to its context, and keeps the results that there are.
func TestCancelled(t *testing.T) {
	waits := func(ctx context.Context) error {
		<-ctx.Done()
		return ctx.Err()
	}
	slow := func(ctx context.Context, task Task) (string, error) {
		if task.Name == "t0" {
			return "done", nil
		}
		return "", waits(ctx)
	}
	gap := func(context.Context, []Result) ([]string, error) { return []string{"more"}, nil }
	for _, test := range []struct {
		name    string
		first   ports
		at      time.Duration
		from    State
		results int
	}{
		{"before it begins", ports{}, 0, StateInit, 0},
		{"planning", ports{plan: func(ctx context.Context, _ Scope) ([]Task, error) { return nil, waits(ctx) }}, time.Second, StatePlan, 0},
		{"executing", ports{execute: slow}, time.Second, StateExecute, 1},
		{"executing without a result", ports{execute: func(ctx context.Context, _ Task) (string, error) { return "", waits(ctx) }}, time.Second, StateExecute, 0},
		{"waiting for a retry", ports{execute: fails(errBusy, errBusy)}, time.Second / 2, StateExecute, 1},
		{"switching", ports{execute: fails(errInvalid, errInvalid)}, time.Second, StateFallback, 1},
		{"verifying", ports{verify: func(ctx context.Context, _ []Result) ([]string, error) { return nil, waits(ctx) }}, time.Second, StateVerify, 3},
		{"refining", ports{verify: gap, refine: func(ctx context.Context, _ []string) ([]Task, error) { return nil, waits(ctx) }}, time.Second, StateRefine, 3},
	} {
		t.Run(test.name, func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				ctx, cancel := context.WithCancelCause(t.Context())
				if test.at == 0 {
					cancel(errGone)
				} else {
					defer time.AfterFunc(test.at, func() { cancel(errGone) }).Stop()
				}
				start, r := time.Now(), &recorder{t: t}
				second := ports{connect: waits}.provider("second")
				results, err := Orchestrate(ctx, names(3), DefaultConfig(), Providers{Preferred: test.first.provider("first"), Compatible: second}, r)
				d := wantAbort(t, err, AbortReasonWasCancelled)
				last := r.moves[len(r.moves)-1]
				if last.From != test.from || last.Event != EventCancelled || !errors.Is(err, errGone) || d.Cause != errGone.Error() {
					t.Errorf("%v, with %v at the end", err, last)
				}
				if len(results) != test.results || time.Since(start) != test.at || len(d.Unfinished) != d.Pending {
					t.Errorf("%d results after %v, %+v", len(results), time.Since(start), d)
				}
			})
		})
	}
}

// TestCancelledAfterTheLastStep has a context that ends while the last step
// succeeds: the step is not complete.
func TestCancelledAfterTheLastStep(t *testing.T) {
	bubble(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		first := ports{execute: func(_ context.Context, task Task) (string, error) {
			cancel()
			return task.Name, nil
		}}.provider("first")
		results, err := Orchestrate(ctx, "one", DefaultConfig(), Providers{Preferred: first}, &recorder{t: t})
		if d := wantAbort(t, err, AbortReasonWasCancelled); len(results) != 0 || d.Pending != 1 {
			t.Errorf("%v, %+v", results, d)
		}
	})
}
