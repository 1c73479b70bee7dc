package drive_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/fsmgen/fsmgen/fsm"
	"github.com/fsmgen/fsmgen/fsm/drive"
)

// timed returns a run with timers, each of which leads to done if it fires, and tells when.
func timed(h handler) (*machine, *run, *drive.Timers[timer]) {
	m, r := newRun(h)
	begin := time.Now()
	timers := &drive.Timers[timer]{}
	timers.Fire = func(f timer, start int) error {
		text := fmt.Sprint(f)
		if start > 1 {
			text += fmt.Sprintf(", start %d,", start)
		}
		m.tell("%s after %v", text, time.Since(begin))
		return m.to(done)
	}
	r.Timers = timers
	return m, r, timers
}

// TestTimers has timers end a wait of the handler.
func TestTimers(t *testing.T) {
	waits := func(ctx context.Context, m *machine) error {
		<-ctx.Done()
		m.tell("%v", context.Cause(ctx))
		return ctx.Err()
	}
	for _, test := range []struct {
		name  string
		start func(*drive.Timers[timer])
		idle  func(context.Context, *machine) error
		want  []string
	}{
		{"one", func(ts *drive.Timers[timer]) { ts.Start(1, 1, time.Hour) }, waits, []string{"drive_test: timer timer1 is over", "timer1 after 1h0m0s"}},
		{"the first", func(ts *drive.Timers[timer]) {
			ts.Start(0, 1, time.Hour)
			ts.Start(2, 1, time.Minute)
			ts.Start(1, 1, time.Hour)
		}, waits,
			[]string{"drive_test: timer timer2 is over", "timer2 after 1m0s"}},
		{"the order of the spec", func(ts *drive.Timers[timer]) { ts.Start(2, 1, time.Hour); ts.Start(1, 1, time.Hour) }, nil, []string{"timer1 after 1h0m0s"}},
		{"stopped", func(ts *drive.Timers[timer]) {
			ts.Start(1, 1, time.Hour)
			ts.Start(0, 1, time.Minute)
			ts.Stop(0)
			ts.Stop(9)
		}, nil, []string{"timer1 after 1h0m0s"}},
		{"started again", func(ts *drive.Timers[timer]) { ts.Start(1, 1, time.Minute); ts.Start(1, 2, time.Hour) }, nil, []string{"timer1, start 2, after 1h0m0s"}},
		{"over before", func(ts *drive.Timers[timer]) { ts.Start(0, 1, -time.Second) }, func(context.Context, *machine) error { return errFault }, []string{"timer0 after 0s"}},
		{"the cause is returned", func(ts *drive.Timers[timer]) { ts.Start(0, 1, time.Second) }, func(ctx context.Context, _ *machine) error { <-ctx.Done(); return context.Cause(ctx) }, []string{"timer0 after 1s"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				m, r, timers := timed(handler{idle: test.idle})
				test.start(timers)
				expect(t, m, driven(r, t.Context()), "done", test.want...)
			})
		})
	}
}

// TestTimersInert has a timer whose event has no effect until the machine leaves its state.
func TestTimersInert(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, r, timers := timed(nil)
		r.Handler = handler{
			idle: func(ctx context.Context, m *machine) error {
				time.Sleep(time.Hour)
				m.tell("idle %v", ctx.Err())
				return m.to(busy)
			},
			busy: func(context.Context, *machine) error { return errFault },
		}
		timers.Inert = func(f timer) bool { return f == 0 && m.state == idle }
		timers.Start(0, 1, time.Minute)
		expect(t, m, driven(r, t.Context()), "done", "idle <nil>", "timer0 after 1h0m0s")
	})
}

// TestTimersOnce has a timer whose event is ignored: it fires once, and what its method returns after that is an error.
func TestTimersOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, r, timers := timed(nil)
		timers.Fire = func(timer, int) error { m.tell("ignored"); return nil }
		timers.Start(3, 1, time.Minute)
		expect(t, m, driven(r, t.Context()), "idle drive_test: the handler of state idle made no transition", "ignored")
	})
}

// TestTimersFail has the event of a timer fail.
func TestTimersFail(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, r, timers := timed(nil)
		timers.Fire = func(timer, int) error { return errFault }
		timers.Start(0, 1, time.Minute)
		expect(t, m, driven(r, t.Context()), "idle fault")
	})
}

// TestTimersContext ends each context of a method when the method has returned.
func TestTimersContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var kept context.Context
		m, r, timers := timed(handler{idle: func(ctx context.Context, m *machine) error {
			if due, ok := ctx.Deadline(); !ok || time.Until(due) != time.Minute {
				return fmt.Errorf("the deadline is %v", due)
			}
			kept = ctx
			return m.to(done)
		}})
		timers.Start(0, 1, time.Minute)
		expect(t, m, driven(r, t.Context()), "done")
		if !errors.Is(kept.Err(), context.Canceled) {
			t.Error(kept.Err())
		}
		if fired := (*fsm.TimerFiredError[timer])(nil); errors.As(context.Cause(kept), &fired) {
			t.Error(fired)
		}
	})
}
