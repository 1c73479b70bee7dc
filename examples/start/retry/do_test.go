package retry

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

func TestDo(t *testing.T) {
	type result struct {
		transient bool
		err       error
	}
	busy, gone := result{true, errors.New("busy")}, result{false, errors.New("gone")}
	silent := result{true, context.DeadlineExceeded}
	for name, test := range map[string]struct {
		results []result // of the calls, one after the other
		want    string
		takes   time.Duration
	}{
		"succeeds": {[]result{busy, busy, {}}, "", 1200 * time.Millisecond},
		"gives up": {[]result{busy, busy, busy, busy, {}}, "busy", 2800 * time.Millisecond},
		"is gone":  {[]result{gone, {}}, "gone", 0},
		"silent":   {[]result{silent, silent, silent, silent}, "attempt: timer Calling.TooLate is over", 4*5*time.Second + 2800*time.Millisecond},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { // its clock does not wait
				began, calls, got := time.Now(), 0, ""
				err := Do(t.Context(), func(ctx context.Context) (bool, error) {
					r := test.results[calls]
					if calls++; r == silent {
						<-ctx.Done()
					}
					return r.transient, r.err
				})
				if err != nil {
					got = err.Error()
				}
				if errors.Is(err, context.DeadlineExceeded) != (name == "silent") {
					t.Errorf("the error is %v", err)
				}
				if took := time.Since(began); got != test.want || took != test.takes {
					t.Errorf("%q after %v, want %q after %v", got, took, test.want, test.takes)
				}
			})
		})
	}
}

// TestCanceled wants the error of the context, and no further call.
func TestCanceled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	calls := 0
	err := Do(ctx, func(context.Context) (bool, error) {
		calls++
		cancel()
		return true, errors.New("busy")
	})
	if !errors.Is(err, context.Canceled) || calls != 1 {
		t.Errorf("%v after %d calls", err, calls)
	}
}
