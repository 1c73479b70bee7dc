package kitchen

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"
)

// staff is a host and a handler. Its calls do what the functions say.
type staff struct {
	cook func(context.Context) (string, error)
	pour func(context.Context) error

	// These are methods of the handler; nil: they return nil, and wait.
	whole   func(context.Context, AtBusy) (ReplyAtBusy, error)
	cooking func(context.Context, AtCooking) (ReplyAtCooking, error)
	waiting func(context.Context, AtWaiting) (ReplyAtWaiting, error)
	ring    func()
	fill    func()

	lock sync.Mutex
	told []string
}

func (s *staff) note(what string) {
	s.lock.Lock()
	defer s.lock.Unlock()
	s.told = append(s.told, what)
}

func (s *staff) Plate(dish string)                                          { s.note("plate " + dish) }
func (s *staff) Cook(ctx context.Context) (string, error)                   { return s.cook(ctx) }
func (s *staff) Pour(ctx context.Context) error                             { return s.pour(ctx) }
func (s *staff) Closed(_ context.Context, in InClosed) (AfterClosed, error) { return in.Order() }

func (s *staff) Fill() {
	s.note("fill")
	if s.fill != nil {
		s.fill()
	}
}

func (s *staff) Ring() {
	s.note("ring")
	if s.ring != nil {
		s.ring()
	}
}

func (s *staff) Busy(ctx context.Context, at AtBusy) (ReplyAtBusy, error) {
	if s.whole == nil {
		return nil, nil
	}
	return s.whole(ctx, at)
}

func (s *staff) Cooking(ctx context.Context, at AtCooking) (ReplyAtCooking, error) {
	if s.cooking == nil {
		return nil, nil
	}
	return s.cooking(ctx, at)
}

func (s *staff) Waiting(ctx context.Context, at AtWaiting) (ReplyAtWaiting, error) {
	if s.waiting == nil {
		return at.Bell(), nil
	}
	return s.waiting(ctx, at)
}

func (s *staff) expect(t *testing.T, want ...string) {
	t.Helper()
	if !slices.Equal(s.told, want) {
		t.Errorf("got %q, want %q", s.told, want)
	}
}

// goroutines waits until there are only as many goroutines as before, and reports whether there are.
func goroutines(before int) bool {
	for deadline := time.Now().Add(10 * time.Second); runtime.NumGoroutine() > before; time.Sleep(100 * time.Microsecond) {
		if time.Now().After(deadline) {
			return false
		}
	}
	return true
}

// leaks reports goroutines that Run has left behind. Run waits for its own, so none may be on its way out for long.
func leaks(t *testing.T) func() {
	before := runtime.NumGoroutine()
	return func() {
		t.Helper()
		if !goroutines(before) {
			stacks := make([]byte, 1<<20)
			t.Errorf("%d goroutines, %d before:\n%s", runtime.NumGoroutine(), before, stacks[:runtime.Stack(stacks, true)])
		}
	}
}

// TestSideBySide has each call wait for the other one, in both directions.
func TestSideBySide(t *testing.T) {
	defer leaks(t)()
	there, back := make(chan int), make(chan int)
	s := &staff{
		cook: func(context.Context) (string, error) { there <- 1; <-back; return "soup", nil },
		pour: func(context.Context) error { <-there; back <- 1; return nil },
	}
	end, err := Run(context.Background(), Params{}, s, s)
	if _, ok := end.(InServed); !ok || err != nil {
		t.Fatalf("%v, %v", end, err)
	}
	slices.Sort(s.told)
	s.expect(t, "fill", "plate soup", "ring")
}

// TestOrder has the calls end in both orders before Run looks: the order of their outputs is that of the spec.
func TestOrder(t *testing.T) {
	for i := range 40 {
		before := runtime.NumGoroutine()
		rings, first := make(chan int), make(chan int)
		wait := func(is bool) {
			<-rings
			if is {
				<-first
			} else {
				close(first)
			}
		}
		s := &staff{
			cook: func(context.Context) (string, error) { wait(i%2 == 0); return "soup", nil },
			pour: func(context.Context) error { wait(i%2 == 1); return nil },
		}
		s.ring = func() { // Run looks for results after this output: here, when both calls have ended
			close(rings)
			if !goroutines(before) {
				t.Error("a call does not end")
			}
		}
		if _, err := Run(context.Background(), Params{}, s, s); err != nil {
			t.Fatal(err)
		}
		s.expect(t, "ring", "plate soup", "fill")
	}
}

// TestLeft leaves the state of one region, in which a call runs. The call of the other region goes on.
func TestLeft(t *testing.T) {
	defer leaks(t)()
	ended, begun := make(chan error, 1), make(chan int)
	s := &staff{
		cook: func(ctx context.Context) (string, error) {
			close(begun)
			<-ctx.Done()
			ended <- context.Cause(ctx)
			return "soup", nil // too late, and dropped
		},
		cooking: func(_ context.Context, at AtCooking) (ReplyAtCooking, error) { <-begun; return at.Skip(), nil },
		waiting: func(ctx context.Context, _ AtWaiting) (ReplyAtWaiting, error) { <-ctx.Done(); return nil, ctx.Err() },
	}
	s.pour = func(ctx context.Context) error {
		err := <-ended
		if stale := (*StaleCallError)(nil); !errors.As(err, &stale) || stale.Call != CallCook || ctx.Err() != nil {
			return fmt.Errorf("the other call ends with %v, and this one with %v", err, ctx.Err())
		}
		return nil
	}
	end, err := Run(context.Background(), Params{}, s, s)
	if _, ok := end.(InServed); !ok || err != nil {
		t.Fatalf("%v, %v", end, err)
	}
	s.expect(t, "fill")
}

// TestEnds ends the run in each way while both calls run: the contexts of all that still run end, and Run waits for them.
func TestEnds(t *testing.T) {
	fault := errors.New("fault")
	for _, test := range []struct {
		name string
		pour func(cancel func()) error
		busy error
		want string
	}{
		{"canceled", func(cancel func()) error { cancel(); return errors.New("late") }, nil, "Cold <nil>"},
		{"a call fails", func(func()) error { return fault }, nil, "Cold <nil>"},
		{"the handler fails", func(func()) error { time.Sleep(time.Millisecond); return nil }, fault, "<nil> fault"},
		{"a call panics", func(func()) error { panic("spilt") }, nil, "panic spilt"},
	} {
		t.Run(test.name, func(t *testing.T) {
			defer leaks(t)()
			ctx, cancel := context.WithCancel(context.Background())
			defer cancel()
			begun, returned := make(chan int), false
			s := &staff{
				cook: func(ctx context.Context) (string, error) {
					close(begun)
					<-ctx.Done()
					time.Sleep(time.Millisecond)
					returned = true
					return "", ctx.Err()
				},
				pour: func(context.Context) error { <-begun; return test.pour(cancel) },
			}
			if test.busy != nil {
				s.whole = func(context.Context, AtBusy) (ReplyAtBusy, error) { <-begun; return nil, test.busy }
			}
			got := func() (got string) {
				defer func() {
					if cause := recover(); cause != nil {
						got = fmt.Sprint("panic ", cause)
					}
				}()
				end, err := Run(ctx, Params{}, s, s)
				if run := (*RunError)(nil); errors.As(err, &run) {
					err = run.Err
				}
				if end == nil {
					return fmt.Sprint("<nil> ", err)
				}
				return fmt.Sprint(end.State(), " ", err)
			}()
			if got != test.want || !returned {
				t.Errorf("got %s, want %s; the other call has returned: %t", got, test.want, returned)
			}
		})
	}
}

// TestLate ends the context while a call ends and two methods run that return after that, one of them an event: the event counts, then the
// end of the context, and the result comes too late.
func TestLate(t *testing.T) {
	defer leaks(t)()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	begun, ended, poured, rung := make(chan int), make(chan int), make(chan int), make(chan int)
	s := &staff{
		cook: func(ctx context.Context) (string, error) { <-ctx.Done(); return "", ctx.Err() },
		pour: func(context.Context) error { close(begun); <-ended; defer close(poured); return nil },
		waiting: func(ctx context.Context, at AtWaiting) (ReplyAtWaiting, error) {
			<-begun
			cancel()
			<-ctx.Done()
			close(ended)
			<-poured
			time.Sleep(10 * time.Millisecond) // until Run knows
			return at.Bell(), nil
		},
		whole: func(ctx context.Context, _ AtBusy) (ReplyAtBusy, error) {
			<-rung
			time.Sleep(10 * time.Millisecond) // so that Run could send the result
			return nil, ctx.Err()
		},
		ring: func() { close(rung) },
	}
	if end, err := Run(ctx, Params{}, s, s); err != nil || end.State() != StateCold {
		t.Errorf("%v, %v", end, err)
	}
	s.expect(t, "ring")
}
