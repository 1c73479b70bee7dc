package drive_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/fsmgen/fsmgen/fsm"
	"github.com/fsmgen/fsmgen/fsm/drive"
)

type inbox = drive.Inbox[machine]

// received returns a run with an inbox.
func received(h handler) (*machine, *run, *inbox) {
	m, r := newRun(h)
	r.Inbox = &inbox{}
	return m, r, r.Inbox
}

// TestSend sends events to a run: before it begins, while a method runs, and while it waits.
func TestSend(t *testing.T) {
	for _, test := range []struct {
		name string
		at   time.Duration // when it is sent
		idle func(context.Context, *machine) error
		want []string
	}{
		{"before a method", 0, func(context.Context, *machine) error { return errFault }, []string{"sent after 0s"}},
		{"to a method that waits", time.Hour, nil, []string{"sent after 1h0m0s"}},
		{"to a method that runs, and then waits", time.Hour, func(ctx context.Context, m *machine) error {
			time.Sleep(2 * time.Hour)
			m.tell("%v", ctx.Err())
			return nil
		}, []string{"<nil>", "sent after 2h0m0s"}},
		{"after a transition", time.Hour, func(_ context.Context, m *machine) error {
			time.Sleep(2 * time.Hour)
			return step("moved", busy)(m)
		}, []string{"moved", "sent after 2h0m0s"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				m, r, in := received(handler{idle: test.idle})
				begin, sent := time.Now(), make(chan error, 1)
				go func() {
					time.Sleep(test.at)
					sent <- in.Send(t.Context(), func(m *machine) error {
						m.tell("sent after %v", time.Since(begin))
						return m.to(done)
					})
				}()
				synctest.Wait()
				expect(t, m, driven(r, t.Context()), "done", test.want...)
				if err := <-sent; err != nil {
					t.Error(err)
				}
			})
		})
	}
}

// TestSendRefused sends events that make no transition: the sender gets the error, and the method that waits is not called again.
func TestSendRefused(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, r, in := received(handler{idle: func(_ context.Context, m *machine) error { m.tell("idle"); return nil }})
		go func() {
			for _, want := range []error{errFault, nil} { // refused, and ignored
				time.Sleep(time.Hour)
				if err := in.Send(t.Context(), func(m *machine) error { m.tell("%v", want); return want }); err != want {
					t.Error(err)
				}
			}
			_ = in.Send(t.Context(), step("end", done))
		}()
		expect(t, m, driven(r, t.Context()), "done", "idle", "fault", "<nil>", "end")
	})
}

// TestInterrupt ends the context of a method that runs. One whose state is not left is called again, also if the sender has
// withdrawn the event.
func TestInterrupt(t *testing.T) {
	works := func(ctx context.Context, m *machine) error {
		select {
		case <-ctx.Done():
			m.tell("%v", context.Cause(ctx))
			time.Sleep(time.Minute)
			return ctx.Err()
		case <-time.After(24 * time.Hour):
			return step("late", done)(m)
		}
	}
	interrupts := fsm.ErrInterrupted.Error()
	for _, test := range []struct {
		name  string
		event func(*machine) error
		ends  time.Duration // of the sender's context
		want  []string
	}{
		{"a transition", step("sent", done), 48 * time.Hour, []string{interrupts, "sent"}},
		{"a refusal", func(m *machine) error { m.tell("refused"); return errFault }, 48 * time.Hour, []string{interrupts, "refused", "late"}},
		{"withdrawn", step("sent", done), time.Second, []string{interrupts, "late"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				m, r, in := received(handler{idle: works})
				go func() {
					time.Sleep(time.Hour)
					ctx, cancel := context.WithTimeout(t.Context(), test.ends)
					defer cancel()
					_ = in.Interrupt(ctx, test.event)
				}()
				expect(t, m, driven(r, t.Context()), "done", test.want...)
			})
		})
	}
}

// TestInterruptWaiting sends an urgent event to a method that waits, which it has no context to end.
func TestInterruptWaiting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, r, in := received(handler{idle: func(_ context.Context, m *machine) error { m.tell("idle"); return nil }})
		go func() {
			synctest.Wait()
			_ = in.Interrupt(t.Context(), func(*machine) error { return errFault })
			_ = in.Interrupt(t.Context(), step("end", done))
		}()
		expect(t, m, driven(r, t.Context()), "done", "idle", "end")
	})
}

// TestInboxBeside has an inbox with timers, calls, the event for the end of the context, and a state without a method.
func TestInboxBeside(t *testing.T) {
	later := func(in *inbox, d time.Duration, event func(*machine) error) {
		go func() {
			time.Sleep(d)
			_ = in.Send(context.Background(), event)
		}()
	}
	for _, test := range []struct {
		name string
		set  func(*run, *inbox)
		want []string
	}{
		{"a timer comes first", func(r *run, in *inbox) {
			later(in, 2*time.Hour, step("sent", done))
		}, []string{"timer0 after 1h0m0s"}},
		{"the event comes first", func(r *run, in *inbox) { later(in, time.Minute, step("sent", done)) }, []string{"sent"}},
		{"refused events do not delay a timer", func(r *run, in *inbox) {
			for i := range 100 {
				later(in, time.Duration(i)*time.Minute, func(*machine) error { return errFault })
			}
		}, []string{"timer0 after 1h0m0s"}},
		{"a call", func(r *run, in *inbox) {
			cs := &calls{}
			r.Calls = cs
			cs.Start(0, 1, after(30*time.Minute, step("a", done)))
			later(in, time.Minute, func(*machine) error { return errFault })
		}, []string{"a"}},
		{"the end of the context", func(r *run, in *inbox) {
			r.Cancel = func(m *machine, err error) error { return step("cancel", done)(m) }
			later(in, 50*time.Minute, step("sent", done))
		}, []string{"cancel"}},
		{"no method", func(r *run, in *inbox) {
			r.Handle = func(*machine, context.Context, handler, at) (at, error) { return at{}, drive.ErrWaits }
			later(in, time.Minute, step("sent", done))
		}, []string{"sent"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithTimeout(t.Context(), 40*time.Minute)
				defer cancel()
				m, r, timers := timed(nil)
				timers.Start(0, 1, time.Hour)
				r.Inbox = &inbox{}
				test.set(r, r.Inbox)
				if r.Cancel == nil {
					ctx = t.Context()
				}
				expect(t, m, driven(r, ctx), "done", test.want...)
				time.Sleep(3 * time.Hour) // the senders come to an end
			})
		})
	}
}

// TestInboxParts sends events while the methods for parts run, which go on.
func TestInboxParts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		slow := func(ctx context.Context, _ *machine) (send, error) {
			time.Sleep(2 * time.Hour)
			return step(fmt.Sprint("slow ", ctx.Err()), done), nil
		}
		m, r := beside(methods{"a": slow, "b": nil})
		r.Inbox = &inbox{}
		go func() {
			for i := range 3 {
				time.Sleep(time.Minute)
				if err := r.Inbox.Send(t.Context(), func(m *machine) error { m.tell("%d", i); m.steps++; return nil }); err != nil {
					t.Error(err)
				}
			}
		}()
		expect(t, m, driven(r, t.Context()), "done", "0", "1", "2", "slow <nil>")
	})
	synctest.Test(t, func(t *testing.T) {
		m, r := beside(methods{"a": nil, "b": nil}) // all wait
		r.Inbox = &inbox{}
		go func() {
			time.Sleep(time.Hour)
			_ = r.Inbox.Send(t.Context(), step("sent", done))
		}()
		expect(t, m, driven(r, t.Context()), "done", "sent")
	})
}

// TestNoEventBeside has a method return the machine without a transition: that is no wait.
func TestNoEventBeside(t *testing.T) {
	m, r, _ := received(nil)
	r.Handle = func(_ *machine, _ context.Context, _ handler, in at) (at, error) { return in, nil }
	expect(t, m, driven(r, t.Context()), "idle drive_test: the handler of state idle made no transition")
}

// TestRunEnds sends events to a run that ends, has ended, or panics, and to the next one.
func TestRunEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, r, in := received(handler{idle: func(_ context.Context, m *machine) error {
			time.Sleep(time.Hour)
			return m.to(done)
		}})
		send := func() error { return in.Send(t.Context(), func(*machine) error { panic("called") }) }
		early := make(chan error, 1)
		go func() { time.Sleep(time.Minute); early <- send() }()
		expect(t, m, driven(r, t.Context()), "done")
		if err, late := <-early, send(); err != fsm.ErrRunEnded || late != fsm.ErrRunEnded {
			t.Error(err, late)
		}

		m, next := newRun(handler{idle: func(context.Context, *machine) error { return nil }})
		next.Inbox = in
		go func() { time.Sleep(time.Hour); early <- send() }()
		if got := ends(func() error { return driven(next, t.Context()) }); got != "panic called" {
			t.Error(got)
		}
		if err := <-early; err != fsm.ErrRunEnded || m.state != idle {
			t.Error(err, m.state)
		}
	})
}

// TestInboxMisused refuses what is nil, a context that has ended, and a second run at the same time.
func TestInboxMisused(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, r, in := received(nil)
		ended, cancel := context.WithCancelCause(t.Context())
		cancel(errFault)
		nothing := func(*machine) error { return nil }
		for _, f := range []func() error{
			func() error { return in.Send(noContext(), nothing) },
			func() error { return in.Interrupt(t.Context(), nil) },
		} {
			if f() == nil {
				t.Error("something nil is sent")
			}
		}
		if err := in.Send(ended, nothing); err != errFault {
			t.Error(err)
		}
		go func() {
			synctest.Wait()
			second, other := newRun(nil)
			other.Inbox = in
			err := driven(other, t.Context())
			expect(t, second, err, "idle fsm: the inbox is that of another run")
			_ = in.Send(t.Context(), step("sent", done))
		}()
		expect(t, m, driven(r, t.Context()), "done", "sent")
	})
}

// TestSendEnded sends with a context that has ended: nothing is sent, and no method is interrupted.
func TestSendEnded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, r, in := received(handler{idle: func(ctx context.Context, m *machine) error {
			time.Sleep(time.Hour)
			m.tell("%v", ctx.Err())
			return m.to(done)
		}})
		ended, cancel := context.WithCancelCause(t.Context())
		cancel(errFault)
		go func() {
			time.Sleep(time.Minute)
			for _, send := range []func(context.Context, func(*machine) error) error{in.Send, in.Interrupt} {
				if err := send(ended, step("sent", done)); err != errFault {
					t.Error(err)
				}
			}
		}()
		expect(t, m, driven(r, t.Context()), "done", "<nil>")
	})
}

// TestCallSends has a call, and a method for a part, send an event when the run has ended: neither keeps it from returning.
func TestCallSends(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, r, in := received(nil)
		cs := &calls{}
		r.Calls = cs
		var late error
		cs.Start(0, 1, func(context.Context) func(*machine) error {
			time.Sleep(time.Hour)
			late = in.Send(context.Background(), step("late", done))
			return nil
		})
		go func() { time.Sleep(time.Minute); _ = in.Send(context.Background(), step("end", done)) }()
		if expect(t, m, driven(r, t.Context()), "done", "end"); late != fsm.ErrRunEnded {
			t.Error(late)
		}
	})
	synctest.Test(t, func(t *testing.T) {
		in, late := &inbox{}, error(nil)
		m, r := beside(methods{"b": nil, "a": func(context.Context, *machine) (send, error) {
			time.Sleep(time.Hour)
			late = in.Send(context.Background(), step("late", done))
			return nil, nil
		}})
		r.Inbox = in
		go func() { time.Sleep(time.Minute); _ = in.Send(context.Background(), step("end", done)) }()
		if expect(t, m, driven(r, t.Context()), "done", "end"); late != fsm.ErrRunEnded {
			t.Error(late)
		}
	})
}

// TestElsewhere has somebody else send the result of a call, and the event of a timer, through the inbox: what the run would send
// later is refused, and dropped.
func TestElsewhere(t *testing.T) {
	stale := func(*machine) error { return &fsm.StaleCallError[state, call]{Number: 1} }
	synctest.Test(t, func(t *testing.T) {
		m, r, in := received(nil)
		cs := &calls{}
		r.Calls = cs
		cs.Start(0, 1, after(time.Minute, stale))
		go func() { time.Sleep(time.Hour); _ = in.Send(context.Background(), step("end", done)) }()
		expect(t, m, driven(r, t.Context()), "done", "end")
	})
	synctest.Test(t, func(t *testing.T) {
		m, r, timers := timed(nil)
		r.Inbox = &inbox{}
		timers.Start(0, 1, time.Minute)
		timers.Fire = func(timer, int) error { return &fsm.StaleTimerError[state, timer]{} }
		go func() { time.Sleep(time.Hour); _ = r.Inbox.Send(context.Background(), step("end", done)) }()
		expect(t, m, driven(r, t.Context()), "done", "end")
	})
}

// TestStaleOfAnother ends a run with the error of a child machine, or of a guard, that wraps a stale one of another machine.
func TestStaleOfAnother(t *testing.T) {
	for _, cause := range []error{&fsm.StaleCallError[timer, call]{}, &fsm.StaleCallError[state, call]{Number: 2}, fmt.Errorf("guard: %w", &fsm.StaleCallError[state, call]{})} {
		synctest.Test(t, func(t *testing.T) {
			m, r, cs := calling(nil)
			cs.Start(0, 1, after(time.Minute, func(*machine) error { return cause }))
			expect(t, m, driven(r, t.Context()), "idle "+cause.Error())
		})
		synctest.Test(t, func(t *testing.T) {
			m, r, timers := timed(nil)
			cause := fmt.Errorf("guard: %w", cause)
			timers.Start(0, 1, time.Minute)
			timers.Fire = func(timer, int) error { return cause }
			expect(t, m, driven(r, t.Context()), "idle "+cause.Error())
		})
	}
}

// TestPartsRefused refuses events while one method for a part waits for the others, which is not called again.
func TestPartsRefused(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		asked := 0
		m, r := beside(methods{"a": func(context.Context, *machine) (send, error) { asked++; return nil, nil }, "b": func(ctx context.Context, _ *machine) (send, error) {
			return nil, until(ctx)
		}})
		r.Inbox = &inbox{}
		go func() {
			for range 5 {
				time.Sleep(time.Minute)
				_ = r.Inbox.Send(context.Background(), func(*machine) error { return errFault })
			}
			_ = r.Inbox.Send(context.Background(), step("end", done))
		}()
		if expect(t, m, driven(r, t.Context()), "done", "end"); asked != 1 {
			t.Errorf("the method is called %d times", asked)
		}
	})
}

// TestManySenders sends from many goroutines at once: each event is handled once, or withdrawn and never handled.
func TestManySenders(t *testing.T) {
	m, r, in := received(nil)
	var all sync.WaitGroup
	var lock sync.Mutex
	handled, withdrawn := 0, 0
	for i := range 64 {
		all.Go(func() {
			for range 50 {
				ctx, cancel := context.WithTimeout(t.Context(), time.Duration(i)*time.Microsecond)
				called := false
				send := in.Send
				if i%2 == 0 {
					send = in.Interrupt
				}
				err := send(ctx, func(m *machine) error { called = true; m.steps++; return nil })
				cancel()
				if called != (err == nil) || err != nil && !errors.Is(err, context.DeadlineExceeded) {
					t.Errorf("called %v, %v", called, err)
				}
				lock.Lock()
				if called {
					handled++
				} else {
					withdrawn++
				}
				lock.Unlock()
			}
		})
	}
	go func() {
		all.Wait()
		_ = in.Send(t.Context(), func(m *machine) error { m.state = done; m.steps++; return nil })
	}()
	expect(t, m, driven(r, t.Context()), "done")
	if handled+withdrawn != 64*50 || m.steps != uint64(handled)+1 {
		t.Errorf("%d handled, %d withdrawn, %d steps", handled, withdrawn, m.steps)
	}
}
