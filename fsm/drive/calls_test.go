package drive_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"testing"
	"testing/synctest"
	"time"

	"github.com/fsmgen/fsmgen/fsm"
	"github.com/fsmgen/fsmgen/fsm/drive"
)

type calls = drive.Calls[machine, state, call]

// calling returns a run with calls.
func calling(h handler) (*machine, *run, *calls) {
	m, r := newRun(h)
	cs := &calls{}
	r.Calls = cs
	return m, r, cs
}

// after is a call that takes some time and then has a result.
func after(d time.Duration, send func(*machine) error) func(context.Context) func(*machine) error {
	return func(context.Context) func(*machine) error {
		time.Sleep(d)
		return send
	}
}

// TestCalls has calls with results while the handler waits.
func TestCalls(t *testing.T) {
	for _, test := range []struct {
		name  string
		start func(*calls)
		idle  func(context.Context, *machine) error
		want  []string
	}{
		{"one", func(cs *calls) { cs.Start(1, 7, after(time.Hour, step("a", done))) }, nil, []string{"a"}},
		{"the first", func(cs *calls) { cs.Start(0, 1, after(2, step("a", done))); cs.Start(1, 1, after(1, step("b", done))) }, nil, []string{"b"}},
		{"one after the other", func(cs *calls) { cs.Start(0, 1, after(2, step("a", done))); cs.Start(1, 1, after(1, step("b", busy))) }, nil, []string{"b", "a"}},
		{"the order of the spec", func(cs *calls) { cs.Start(2, 1, after(1, step("c", done))); cs.Start(1, 1, after(1, step("b", busy))) },
			func(context.Context, *machine) error { time.Sleep(time.Second); return nil }, []string{"b", "c"}},
		{"stopped", func(cs *calls) {
			cs.Start(0, 1, after(1, step("a", done)))
			cs.Start(1, 1, after(2, step("b", done)))
			cs.Stop(0)
			cs.Stop(9)
		}, nil, []string{"b"}},
		{"started again", func(cs *calls) {
			cs.Start(0, 1, after(1, step("old", done)))
			cs.Start(0, 2, after(2, step("new", done)))
		}, nil, []string{"new"}},
		{"it interrupts the handler", func(cs *calls) { cs.Start(3, 1, after(1, step("a", done))) }, func(ctx context.Context, m *machine) error {
			<-ctx.Done()
			m.tell("%v", context.Cause(ctx))
			return ctx.Err()
		}, []string{"drive_test: call call3 has ended", "a"}},
		{"after an event", func(cs *calls) { cs.Start(0, 1, after(1, step("a", done))) }, func(ctx context.Context, m *machine) error {
			<-ctx.Done()
			return step("event", busy)(m)
		}, []string{"event", "a"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				m, r, cs := calling(handler{idle: test.idle})
				test.start(cs)
				expect(t, m, driven(r, t.Context()), "done", test.want...)
			})
		})
	}
}

// TestCallsAndTimers has results and a timer at the same time: a result comes first.
func TestCallsAndTimers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, r, timers := timed(handler{idle: func(context.Context, *machine) error { time.Sleep(time.Hour); return nil }})
		cs := &calls{}
		r.Calls = cs
		timers.Start(0, 1, time.Minute)
		cs.Start(0, 1, after(time.Minute, step("a", busy)))
		expect(t, m, driven(r, t.Context()), "done", "a", "timer0 after 1h0m0s")
	})
}

// TestCallsBegin begins calls only when the machine waits and its checkpoints have been called.
func TestCallsBegin(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, r, cs := calling(nil)
		cs.Start(0, 1, func(context.Context) func(*machine) error { return step("a", done) })
		r.Checkpoint = checkpoints(func(m *machine) error { synctest.Wait(); m.tell("%v", m.state); return nil })
		expect(t, m, driven(r, t.Context()), "done", "idle", "a", "done")
	})
}

// TestCallsOnce goes round while a call runs: it is made once, and the contexts of methods and calls that have returned end.
func TestCallsOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var kept []context.Context
		m, r, cs := calling(handler{idle: func(ctx context.Context, m *machine) error {
			for _, ctx := range kept {
				if ctx.Err() == nil {
					return errors.New("the context of a method or a call goes on")
				}
			}
			if kept = append(kept, ctx); len(kept) == 1 {
				return m.to(idle)
			}
			return nil
		}})
		made := 0
		cs.Start(0, 1, func(context.Context) func(*machine) error { made++; time.Sleep(time.Hour); return step("a", done) })
		cs.Start(1, 1, after(time.Minute, step("b", idle)))
		cs.Start(2, 1, func(ctx context.Context) func(*machine) error {
			time.Sleep(time.Second) // the first step is over
			return func(m *machine) error { kept = append(kept, ctx); return step("c", idle)(m) }
		})
		expect(t, m, driven(r, t.Context()), "done", "c", "b", "a")
		if made != 1 || len(kept) != 5 {
			t.Errorf("the call is made %d times; %d contexts", made, len(kept))
		}
	})
}

// TestCallsStop stops a call that runs, by a step of another one. Its context ends, and what it returns is dropped.
func TestCallsStop(t *testing.T) {
	for name, again := range map[string]bool{"stopped": false, "started again": true} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				m, r, cs := calling(nil)
				var cause error
				cs.Start(0, 4, func(ctx context.Context) func(*machine) error {
					<-ctx.Done()
					cause = context.Cause(ctx)
					return step("late", done)
				})
				cs.Start(1, 1, after(time.Second, func(m *machine) error {
					cs.Stop(0)
					if again {
						cs.Start(0, 5, after(time.Second, step("again", done)))
						return step("b", busy)(m)
					}
					return step("b", done)(m)
				}))
				err := driven(r, t.Context())
				if again {
					expect(t, m, err, "done", "b", "again")
				} else {
					expect(t, m, err, "done", "b")
				}
				if stale := (*fsm.StaleCallError[state, call])(nil); !errors.As(cause, &stale) || *stale != (fsm.StaleCallError[state, call]{State: idle, Call: 0, Number: 4}) {
					t.Errorf("the context ends with %v", cause)
				}
			})
		})
	}
}

// TestCallsDropped has a call end while it is stopped: it does not disturb the method for the next state.
func TestCallsDropped(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var cs *calls
		m, r, started := calling(handler{
			idle: func(_ context.Context, m *machine) error { time.Sleep(time.Second); cs.Stop(0); return m.to(busy) },
			busy: func(ctx context.Context, m *machine) error {
				time.Sleep(time.Hour)
				m.tell("%v", ctx.Err())
				return m.to(done)
			},
		})
		cs = started
		cs.Start(0, 1, func(ctx context.Context) func(*machine) error { time.Sleep(time.Minute); return step("late", done) })
		expect(t, m, driven(r, t.Context()), "done", "<nil>")
	})
}

// TestCallsEnd ends a run in each way while a call runs: the context of the call ends, and Drive waits for it.
func TestCallsEnd(t *testing.T) {
	for _, test := range []struct {
		name string
		set  func(r *run, cs *calls, cancel func())
		idle func(context.Context, *machine) error
		want string
	}{
		{"the end", nil, func(_ context.Context, m *machine) error { return m.to(done) }, "<nil>"},
		{"an error", nil, func(context.Context, *machine) error { return errFault }, "drive_test: stopped in state idle: fault"},
		{"a panic of the handler", nil, func(context.Context, *machine) error { panic("spilt") }, "panic spilt"},
		{"the end of the handler's goroutine", nil, func(context.Context, *machine) error { runtime.Goexit(); return nil }, "goexit"},
		{"a result that fails", func(_ *run, cs *calls, _ func()) {
			cs.Start(1, 1, after(1, func(*machine) error { return errFault }))
		}, nil, "drive_test: stopped in state idle: fault"},
		{"a panic of another call", func(_ *run, cs *calls, _ func()) {
			cs.Start(1, 1, func(context.Context) func(*machine) error { panic("burnt") })
		}, untilDone, "panic burnt"},
		{"the end of the goroutine of another call", func(_ *run, cs *calls, _ func()) {
			cs.Start(1, 1, func(context.Context) func(*machine) error { runtime.Goexit(); return nil })
		}, untilDone, "goexit"},
		{"a panic of a call that was stopped", func(_ *run, cs *calls, _ func()) {
			cs.Start(1, 1, func(ctx context.Context) func(*machine) error { <-ctx.Done(); panic("late") })
			cs.Start(2, 1, after(1, func(m *machine) error { cs.Stop(1); return m.to(done) }))
		}, nil, "panic late"},
		{"the end of the context", func(_ *run, _ *calls, cancel func()) { cancel() }, nil, "drive_test: stopped in state idle: context canceled"},
		{"the event for the end of the context", func(r *run, _ *calls, cancel func()) {
			r.Cancel = func(m *machine, _ error) error { return m.to(done) }
			cancel()
		}, nil, "<nil>"},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				_, r, cs := calling(handler{idle: test.idle})
				returned := false
				cs.Start(0, 1, func(ctx context.Context) func(*machine) error {
					<-ctx.Done()
					time.Sleep(time.Hour) // it does not heed that at once
					returned = true
					return step("late", done)
				})
				if test.set != nil {
					test.set(r, cs, func() { time.AfterFunc(time.Minute, cancel) })
				}
				if got := ends(func() error { return driven(r, ctx) }); got != test.want || !returned {
					t.Errorf("got %q, want %q; the call has returned: %t", got, test.want, returned)
				}
			})
		})
	}
}

// untilDone waits for the end of the context.
func untilDone(ctx context.Context, _ *machine) error { return until(ctx) }

// TestCallsOutlive has the event for the end of the context lead on: calls go on.
func TestCallsOutlive(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		defer time.AfterFunc(time.Minute, cancel).Stop()
		m, r, cs := calling(nil)
		r.Cancel = func(m *machine, err error) error { return step(err.Error(), busy)(m) }
		cs.Start(0, 1, func(ctx context.Context) func(*machine) error {
			time.Sleep(time.Hour)
			return step(fmt.Sprint(ctx.Err()), done)
		})
		expect(t, m, driven(r, ctx), "done", "context canceled", "<nil>")
	})
}

// TestCallsIgnored has a result that is ignored: the call runs no longer.
func TestCallsIgnored(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, r, cs := calling(nil)
		cs.Start(0, 1, after(1, func(m *machine) error { m.tell("ignored"); return nil }))
		expect(t, m, driven(r, t.Context()), "idle drive_test: the handler of state idle made no transition", "ignored")
	})
}

// TestChild has results of child machines.
func TestChild(t *testing.T) {
	send := func(*machine) error { return errors.New("sent") }
	for want, got := range map[string]func(*machine) error{
		"sent":  drive.Child("m: Run", any(1), nil, send),
		"fault": drive.Child("m: Run", any(1), errFault, send),
		"m: Run has returned neither a result nor an error": drive.Child("m: Run", nil, nil, send),
	} {
		if err := got(nil); err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}
