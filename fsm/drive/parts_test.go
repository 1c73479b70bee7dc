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

// send sends an event of a method for a part.
type send = func(*machine) error

// methods are the methods for parts, by the name of the part; nil: it waits for other parts.
type methods map[string]func(ctx context.Context, at *machine) (send, error)

// beside returns a run of a machine that is busy, with the parts a and b.
func beside(methods methods) (*machine, *run) {
	m, r := newRun(nil)
	m.state, m.parts = busy, [2]string{"a", "b"}
	r.Parts = &drive.Parts[machine, handler, state]{
		Places: 2,
		Active: func(m *machine, active []string) bool {
			for i, part := range m.parts {
				if part != "" {
					active[i] = part
				}
			}
			return m.state == busy
		},
		Call: func(ctx context.Context, _ handler, part string, at *machine) (func(*machine) error, error) {
			if f := methods[part]; f != nil {
				return f(ctx, at)
			}
			return nil, nil
		},
		Entered: func(m *machine, place int) uint64 { return m.entered[place] },
	}
	return m, r
}

// moves is an event that changes the active part of a place.
func moves(name string, place int, to string) send {
	return func(m *machine) error {
		m.tell("%s", name)
		m.parts[place] = to
		return m.to(busy)
	}
}

// returns is a method that returns an event after some time.
func returns(d time.Duration, e send) func(context.Context, *machine) (send, error) {
	return func(context.Context, *machine) (send, error) { time.Sleep(d); return e, nil }
}

// lasts is a method that lasts until the end of its context.
func lasts(ctx context.Context, _ *machine) (send, error) { return nil, until(ctx) }

// TestParts has methods return events, side by side.
func TestParts(t *testing.T) {
	for _, test := range []struct {
		name    string
		methods methods
		want    []string
	}{
		{"one", methods{"a": returns(1, step("a", done))}, []string{"a"}},
		{"the first", methods{"a": returns(2, step("a", done)), "b": returns(1, step("b", done))}, []string{"b"}},
		{"one after the other", methods{"a": returns(2, step("a", done)), "b": returns(1, moves("b", 1, ""))}, []string{"b", "a"}},
		{"the next part of a place", methods{"a": returns(3, step("a", done)), "b": returns(1, moves("b", 1, "c")), "c": returns(1, moves("c", 1, ""))}, []string{"b", "c", "a"}},
		{"the same part", methods{"a": returns(5, step("a", done)), "b": returns(2, moves("b", 1, "b"))}, []string{"b", "b", "a"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				m, r := beside(test.methods)
				expect(t, m, driven(r, t.Context()), "done", test.want...)
			})
		})
	}
}

// TestPartsMeet has the methods wait for each other, in both directions.
func TestPartsMeet(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		there, back := make(chan int), make(chan int)
		m, r := beside(methods{
			"a": func(context.Context, *machine) (send, error) { there <- 1; <-back; return step("a", done), nil },
			"b": func(context.Context, *machine) (send, error) { <-there; back <- 1; return nil, nil },
		})
		expect(t, m, driven(r, t.Context()), "done", "a")
	})
}

// TestPartsInOrder has both methods return before the run looks, in both orders: the order of places decides.
func TestPartsInOrder(t *testing.T) {
	for _, first := range []time.Duration{1, 3} {
		synctest.Test(t, func(t *testing.T) {
			m, r := beside(methods{"a": returns(first, moves("a", 0, "")), "b": returns(2, step("b", done))})
			cs := &calls{}
			r.Calls = cs
			cs.Start(0, 1, func(context.Context) func(*machine) error {
				return func(*machine) error { time.Sleep(time.Second); return nil } // both return in this time
			})
			expect(t, m, driven(r, t.Context()), "done", "a", "b")
		})
	}
}

// TestPartsLeft leaves a part, and enters one anew: the contexts of exactly these methods end, and what they return is dropped.
func TestPartsLeft(t *testing.T) {
	for name, change := range map[string]func(*machine){
		"left":   func(m *machine) { m.parts[1] = "" },
		"anew":   func(m *machine) { m.entered[1]++ },
		"others": func(m *machine) { m.parts[1] = "c" },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var cause error
				called := 0
				m, r := beside(methods{
					"a": func(ctx context.Context, m *machine) (send, error) {
						time.Sleep(time.Hour)
						return step(fmt.Sprint("a ", ctx.Err()), done), nil
					},
					"b": func(ctx context.Context, _ *machine) (send, error) {
						if called++; called > 1 {
							return nil, until(ctx)
						}
						<-ctx.Done()
						cause = context.Cause(ctx)
						return nil, errors.New("late")
					},
				})
				cs := &calls{}
				r.Calls = cs
				cs.Start(0, 1, after(time.Minute, func(m *machine) error { change(m); return m.to(busy) }))
				expect(t, m, driven(r, t.Context()), "done", "a <nil>")
				if left := (*fsm.StateLeftError[state])(nil); !errors.As(cause, &left) || left.State != "b" || cause.Error() != "drive_test: state b has been left" {
					t.Errorf("the context ends with %v", cause)
				}
			})
		})
	}
}

// TestPartsValues gives each method the values as they were when it was called, and calls one that waits again after a
// transition.
func TestPartsValues(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, r := beside(methods{
			"a": func(_ context.Context, at *machine) (send, error) {
				before := at.steps
				if before == 0 {
					time.Sleep(time.Minute)
				}
				if at.steps != before {
					return nil, errors.New("the values change")
				}
				if before == 0 {
					return nil, nil
				}
				return step(fmt.Sprint("a ", before), done), nil
			},
			"b": func(_ context.Context, at *machine) (send, error) {
				if at.steps > 0 {
					return nil, nil
				}
				time.Sleep(time.Second)
				return moves("b", 1, "b"), nil
			},
		})
		expect(t, m, driven(r, t.Context()), "done", "b", "a 1")
	})
}

// TestPartsTooLate has an event that is refused or ignored: it is dropped, and the method called again, if that did not know
// of another transition.
func TestPartsTooLate(t *testing.T) {
	ignored := func(m *machine) error { m.tell("ignored"); return nil }
	refused := func(m *machine) error { m.tell("refused"); return errFault }
	for _, test := range []struct {
		name  string
		event send
		late  bool
		end   string
		want  []string
	}{
		{"ignored", ignored, true, "done", []string{"b", "ignored", "a 1"}},
		{"refused", refused, true, "done", []string{"b", "refused", "a 1"}},
		{"an error", nil, true, "busy fault", []string{"b"}},
		{"refused at once", refused, false, "busy fault", []string{"refused"}},
		{"ignored at once", ignored, false, "busy drive_test: the handler of state busy made no transition", []string{"ignored"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				m, r := beside(methods{
					"a": func(_ context.Context, at *machine) (send, error) {
						if at.steps > 0 {
							return step(fmt.Sprint("a ", at.steps), done), nil
						}
						time.Sleep(time.Minute)
						if test.event == nil {
							return nil, errFault
						}
						return test.event, nil
					},
				})
				if test.late {
					cs := &calls{}
					r.Calls = cs
					cs.Start(0, 1, after(time.Second, func(m *machine) error { return moves("b", 1, "b")(m) }))
				}
				expect(t, m, driven(r, t.Context()), test.end, test.want...)
			})
		})
	}
}

// TestPartsStop ends a run in each way while the method for b lasts: it has returned before Drive does.
func TestPartsStop(t *testing.T) {
	fault := errors.New("no")
	for _, test := range []struct {
		name string
		a    func(context.Context, *machine) (send, error)
		set  func(r *run, cancel func())
		want string
	}{
		{"the end", returns(1, step("a", done)), nil, "<nil>"},
		{"an error", func(context.Context, *machine) (send, error) { return nil, fault }, nil, "drive_test: stopped in state busy: no"},
		{"an error with an event", func(context.Context, *machine) (send, error) { return step("a", done), fault }, nil, "drive_test: stopped in state busy: no"},
		{"a panic", func(context.Context, *machine) (send, error) { panic("spilt") }, nil, "panic spilt"},
		{"the end of its goroutine", func(context.Context, *machine) (send, error) { runtime.Goexit(); return nil, nil }, nil, "goexit"},
		{"a panic at the end", func(ctx context.Context, _ *machine) (send, error) { <-ctx.Done(); panic("late") }, func(r *run, cancel func()) {
			cs := &calls{}
			r.Calls = cs
			cs.Start(0, 1, after(1, step("end", done)))
		}, "panic late"},
		{"a panic in an event", returns(1, func(*machine) error { panic("event") }), nil, "panic event"},
		{"the end of the context", lasts, func(_ *run, cancel func()) { cancel() }, "drive_test: stopped in state busy: context canceled"},
		{"an event after that", func(ctx context.Context, _ *machine) (send, error) { <-ctx.Done(); return step("a", done), nil }, func(_ *run, cancel func()) { cancel() }, "<nil>"},
		{"an event that goes on after that", func(ctx context.Context, _ *machine) (send, error) { <-ctx.Done(); return moves("a", 0, ""), nil }, func(_ *run, cancel func()) { cancel() },
			"drive_test: stopped in state busy: context canceled"},
		{"an error after that", func(ctx context.Context, _ *machine) (send, error) { <-ctx.Done(); return nil, fault }, func(_ *run, cancel func()) { cancel() },
			"drive_test: stopped in state busy: no"},
		{"the event for the end of the context", lasts, func(r *run, cancel func()) {
			r.Cancel = func(m *machine, _ error) error { return m.to(done) }
			cancel()
		}, "<nil>"},
		{"a checkpoint", lasts, func(r *run, _ func()) {
			cs := &calls{}
			r.Calls = cs
			cs.Start(0, 1, after(1, moves("call", 0, "a")))
			n := 0
			r.Checkpoint = checkpoints(func(*machine) error {
				if n++; n == 2 {
					return fault
				}
				return nil
			})
		}, "drive_test: stopped in state busy: no"},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				begun, returned := make(chan int), false
				_, r := beside(methods{
					"a": func(ctx context.Context, at *machine) (send, error) { <-begun; return test.a(ctx, at) },
					"b": func(ctx context.Context, _ *machine) (send, error) {
						close(begun)
						<-ctx.Done()
						time.Sleep(time.Hour)
						returned = true
						return nil, fmt.Errorf("wrapped: %w", ctx.Err())
					},
				})
				if test.set != nil {
					test.set(r, func() { time.AfterFunc(time.Minute, cancel) })
				}
				if got := ends(func() error { return driven(r, ctx) }); got != test.want || !returned {
					t.Errorf("got %q, want %q; the other method has returned: %t", got, test.want, returned)
				}
			})
		})
	}
}

// TestPartsCause has a method panic when an error has ended the run: that error is the cause for the other methods, and for
// calls.
func TestPartsCause(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var causes []error
		m, r := beside(methods{
			"a": func(context.Context, *machine) (send, error) { time.Sleep(time.Second); return nil, errFault },
			"b": func(ctx context.Context, _ *machine) (send, error) {
				<-ctx.Done()
				causes = append(causes, context.Cause(ctx))
				panic("late")
			},
		})
		cs := &calls{}
		r.Calls = cs
		cs.Start(0, 1, func(ctx context.Context) func(*machine) error {
			<-ctx.Done()
			causes = append(causes, context.Cause(ctx))
			return nil
		})
		if got := ends(func() error { return driven(r, t.Context()) }); got != "panic late" || len(causes) != 2 {
			t.Fatal(got, causes)
		}
		for _, cause := range causes {
			expect(t, m, cause, "busy fault")
		}
	})
}

// TestPartsLate ends the context while a call ends, a timer is over, and two methods run that return events after that: the
// events count, then the end of the context; result and timer come too late.
func TestPartsLate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeoutCause(t.Context(), time.Minute, errFault)
		defer cancel()
		m, r := beside(methods{
			"a": func(ctx context.Context, _ *machine) (send, error) {
				<-ctx.Done()
				time.Sleep(time.Second)
				return moves("a", 0, "a"), nil
			},
			"b": func(ctx context.Context, _ *machine) (send, error) {
				<-ctx.Done()
				time.Sleep(time.Hour)
				return moves("b", 1, "b"), nil
			},
		})
		r.Cancel = func(m *machine, err error) error { return step(err.Error(), done)(m) }
		cs := &calls{}
		r.Calls = cs
		cs.Start(0, 1, after(time.Minute+time.Millisecond, step("call", done)))
		timers := &drive.Timers[timer]{Fire: func(timer, int) error { return m.to(done) }}
		r.Timers = timers
		timers.Start(0, 1, time.Minute+time.Millisecond)
		expect(t, m, driven(r, ctx), "done", "a", "b", "fault")
	})
}

// TestPartsTimer has a timer fire while methods go on.
func TestPartsTimer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, r := beside(methods{"a": func(ctx context.Context, _ *machine) (send, error) {
			time.Sleep(time.Hour)
			return step(fmt.Sprint("a ", ctx.Err()), done), nil
		}})
		timers := &drive.Timers[timer]{Fire: func(timer, int) error { return moves("timer", 1, "")(m) }}
		r.Timers = timers
		timers.Start(0, 1, time.Minute)
		expect(t, m, driven(r, t.Context()), "done", "timer", "a <nil>")
	})
}

// TestPartsWait has all methods wait, while a call runs and after it.
func TestPartsWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, r := beside(nil)
		cs := &calls{}
		r.Calls = cs
		r.Cancel = func(m *machine, _ error) error { return m.to(done) } // nobody waits for that
		cs.Start(0, 1, after(time.Hour, func(m *machine) error { return moves("call", 0, "")(m) }))
		expect(t, m, driven(r, t.Context()), "busy drive_test: the handler of state busy made no transition", "call")
	})
}

// TestPartsIgnored has a result of a call that is ignored: the methods that wait are called again.
func TestPartsIgnored(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		called := 0
		var first context.Context
		m, r := beside(methods{"a": func(ctx context.Context, _ *machine) (send, error) {
			if called++; called > 1 {
				return step(fmt.Sprint("again ", first.Err()), done), nil
			}
			first = ctx
			return nil, nil
		}})
		cs := &calls{}
		r.Calls = cs
		cs.Start(0, 1, after(time.Hour, func(m *machine) error { m.tell("ignored"); return nil }))
		expect(t, m, driven(r, t.Context()), "done", "ignored", "again context canceled")
	})
}

// TestPartsNone has no active part: only the end of the context can take the machine further.
func TestPartsNone(t *testing.T) {
	for _, accepts := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			m, r := beside(nil)
			m.parts = [2]string{}
			r.Cancel = func(m *machine, _ error) error { return step("cancel", done)(m) }
			r.Accepts = func(*machine) bool { return accepts }
			if accepts {
				expect(t, m, driven(r, ctx), "done", "cancel")
			} else {
				expect(t, m, driven(r, ctx), "busy drive_test: the handler of state busy made no transition")
			}
		})
	}
}

// TestPartsAround drives a machine into and out of the state with parts.
func TestPartsAround(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, r := beside(methods{"a": returns(1, step("a", idle)), "b": lasts})
		m.state = idle
		r.Handler = handler{idle: func(_ context.Context, m *machine) error {
			if m.steps > 1 {
				return m.to(done)
			}
			return m.to(busy)
		}}
		active := r.Parts.Active
		r.Parts.Active = func(m *machine, names []string) bool { return m.state == busy && active(m, names) }
		expect(t, m, driven(r, t.Context()), "done", "a")
	})
}
