package fsm_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/fsmgen/fsmgen/fsm"
)

// lantern is a machine as it is generated if its host takes contexts.
type lantern struct{ fired []context.Context }

func (m *lantern) Fire(ctx context.Context, _ clock, _ int) error {
	m.fired = append(m.fired, ctx)
	return nil
}

// lent is a lantern whose timers fire in a context of the program's.
type lent struct {
	*lantern
	ctx context.Context
}

func (m lent) Fire(t clock, start int) error { return m.lantern.Fire(m.ctx, t, start) }

// TestTimerContext lets timers fire in machines that take contexts.
func TestTimerContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, other := &lantern{}, &lantern{}
		var plain fsm.Shared[*lantern, clock]
		var own fsm.Shared[lent, clock]
		if err := plain.Begin(func() (*lantern, error) { plain.StartTimer(0, 1, time.Second); return m, nil }); err != nil {
			t.Fatal(err)
		}
		if err := own.Begin(func() (lent, error) { own.StartTimer(0, 1, 2*time.Second); return lent{other, t.Context()}, nil }); err != nil {
			t.Fatal(err)
		}
		time.Sleep(3 * time.Second)
		synctest.Wait()
		if len(m.fired) != 1 || m.fired[0] != context.Background() || len(other.fired) != 1 || other.fired[0] != t.Context() {
			t.Errorf("the timers fire with %v and %v", m.fired, other.fired)
		}
	})
}
