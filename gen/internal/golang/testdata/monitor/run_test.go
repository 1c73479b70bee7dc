package monitor

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

var errEnough = errors.New("enough")

// sleeper wakes the monitor some times.
type sleeper struct{ times int }

func (s *sleeper) Asleep(_ context.Context, in MonitorInAsleep) (MonitorAfterAsleep, error) {
	if s.times--; s.times < 0 {
		return nil, errEnough
	}
	return in.Wake()
}

type poller func(context.Context) error

func (p poller) Poll(ctx context.Context) error { return p(ctx) }

// TestRunWaitsForContext has a result ignored in a state for which the handler has no method: the run waits
// for its context, which takes the machine out of the state.
func TestRunWaitsForContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		polls, start := 0, time.Now()
		err := MonitorRun(ctx, MonitorParams{}, poller(func(context.Context) error {
			if polls++; polls == 3 {
				return errors.New("no answer")
			}
			return nil
		}), &sleeper{3})
		var stopped *MonitorRunError
		if !errors.As(err, &stopped) || !errors.Is(err, errEnough) || stopped.At.State() != MonitorStateAsleep {
			t.Errorf("Run returns %v", err)
		}
		if d := time.Since(start); polls != 3 || d != time.Minute {
			t.Errorf("%d polls, %v", polls, d)
		}
	})
}
