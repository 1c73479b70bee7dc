package drive_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/fsmgen/fsmgen/fsm"
)

// TestCallTimeout has a call whose timeout is a timer: its context has the deadline, and ends then with a cause of its own. What the
// call returns afterwards is dropped, and what it returns before counts.
func TestCallTimeout(t *testing.T) {
	for _, test := range []struct {
		name string
		work func(ctx context.Context, m *machine, timedOut *bool) func(*machine) error
		want []string
	}{
		{"it waits for its context", func(ctx context.Context, m *machine, timedOut *bool) func(*machine) error {
			<-ctx.Done()
			if cause := context.Cause(ctx); cause != fsm.ErrTimeout || !errors.Is(cause, context.DeadlineExceeded) {
				return step(cause.Error(), busy)
			}
			*timedOut = true
			return step("late", busy)
		}, []string{"timer1 after 1m0s"}},
		{"it knows its deadline", func(ctx context.Context, m *machine, timedOut *bool) func(*machine) error {
			due, ok := ctx.Deadline()
			m.tell("%v, %t", time.Until(due), ok)
			return step("early", done)
		}, []string{"1m0s, true", "early"}},
		{"it does not listen", func(context.Context, *machine, *bool) func(*machine) error {
			time.Sleep(time.Hour)
			return step("late", busy)
		}, []string{"timer1 after 1m0s"}},
		{"just in time", func(context.Context, *machine, *bool) func(*machine) error {
			time.Sleep(time.Minute - 1)
			return step("early", done)
		}, []string{"early"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				timedOut := false
				m, r, timers := timed(nil)
				cs := &calls{Limit: func(c call) time.Time {
					if c == 1 {
						return timers.Due(9, 0, 1)
					}
					return time.Time{}
				}}
				r.Calls = cs
				fire := timers.Fire
				timers.Fire = func(f timer, start int) error {
					defer cs.Stop(1)
					err := fire(f, start)
					return err
				}
				timers.Start(1, 1, time.Minute)
				cs.Start(1, 1, func(ctx context.Context) func(*machine) error { return test.work(ctx, m, &timedOut) })
				expect(t, m, driven(r, t.Context()), "done", test.want...)
				if want := test.name == "it waits for its context"; timedOut != want {
					t.Errorf("that the context has ended with the cause ErrTimeout is %t", timedOut)
				}
			})
		})
	}
}

// TestCallStoppedEarly stops a call before its timeout: it is stale, as one without a timeout.
func TestCallStoppedEarly(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, r, timers := timed(nil)
		cs := &calls{Limit: func(call) time.Time { return timers.Due(1) }}
		r.Calls = cs
		fire := timers.Fire
		timers.Fire = func(f timer, start int) error { cs.Stop(0); return fire(f, start) }
		timers.Start(0, 1, time.Minute)
		timers.Start(1, 1, time.Hour)
		cs.Start(0, 1, func(ctx context.Context) func(*machine) error {
			<-ctx.Done()
			if !errors.Is(context.Cause(ctx), fsm.ErrStale) {
				t.Error(context.Cause(ctx))
			}
			return nil
		})
		expect(t, m, driven(r, t.Context()), "done", "timer0 after 1m0s")
	})
}
