package beacon

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

var errGone = errors.New("the caller has gone")

// pinger makes the calls with a function.
type pinger func(ctx context.Context, tries int) error

func (p pinger) Ping(ctx context.Context, tries int, _ string) error { return p(ctx, tries) }

// TestRunWithoutHandler runs a machine that only waits for calls, some of which end as soon as they begin.
func TestRunWithoutHandler(t *testing.T) {
	for range 3000 {
		end, err := BeaconRun(context.Background(), DefaultBeaconParams(), pinger(func(_ context.Context, tries int) error {
			if tries == 0 {
				return errGone
			}
			return nil
		}), nil)
		if _, up := end.(BeaconInUp); !up || err != nil {
			t.Fatalf("Run returns %T, %v", end, err)
		}
	}
}

// TestRunEndsWithContext has the context of a run end while a call runs. The machine has no event for it,
// so the call ends as well, and its error is no result: the run ends with the cause, and no try is lost.
func TestRunEndsWithContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancelCause(context.Background())
		go func() { time.Sleep(time.Second); cancel(errGone) }()
		var cause error
		_, err := BeaconRun(ctx, DefaultBeaconParams(), pinger(func(ctx context.Context, _ int) error {
			<-ctx.Done()
			cause = context.Cause(ctx)
			return ctx.Err()
		}), nil)
		var stopped *BeaconRunError
		if !errors.As(err, &stopped) || !errors.Is(err, errGone) || !errors.Is(cause, errGone) || stopped.At.Machine().Tries() != 0 {
			t.Errorf("Run returns %v, the cause is %v", err, cause)
		}
		end, err := BeaconContinue(context.Background(), stopped.At.Machine(), pinger(func(context.Context, int) error { return nil }), nil)
		if _, up := end.(BeaconInUp); !up || err != nil {
			t.Errorf("Continue returns %T, %v", end, err)
		}
	})
}
