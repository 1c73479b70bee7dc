package kitchen

import (
	"context"
	"errors"
	"fmt"
	fsmdrive "github.com/fsmgen/fsmgen/fsm/drive"
	"runtime"
	"testing"
	"time"
)

// until is a call that lasts until its context ends.
func until(ctx context.Context) error {
	<-ctx.Done()
	return ctx.Err()
}

// calm is a staff whose calls and methods last until their contexts end.
func calm() *staff {
	return &staff{
		cook:    func(ctx context.Context) (string, error) { return "", until(ctx) },
		pour:    until,
		whole:   func(ctx context.Context, _ AtBusy) (ReplyAtBusy, error) { return nil, until(ctx) },
		cooking: func(ctx context.Context, _ AtCooking) (ReplyAtCooking, error) { return nil, until(ctx) },
		waiting: func(ctx context.Context, _ AtWaiting) (ReplyAtWaiting, error) { return nil, until(ctx) },
	}
}

// drive returns how a run ends, as text.
func drive(ctx context.Context, s *staff) (got string) {
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
}

// TestHandlersMeet has the methods of three parts wait for each other.
func TestHandlersMeet(t *testing.T) {
	defer leaks(t)()
	s, there, back := calm(), make(chan int), make(chan int)
	s.cooking = func(context.Context, AtCooking) (ReplyAtCooking, error) { there <- 1; <-back; return nil, nil }
	s.waiting = func(context.Context, AtWaiting) (ReplyAtWaiting, error) { <-there; <-back; return nil, nil }
	s.whole = func(_ context.Context, at AtBusy) (ReplyAtBusy, error) {
		back <- 1
		back <- 1
		return at.Close(), nil
	}
	if got := drive(context.Background(), s); got != "Cold <nil>" {
		t.Error(got)
	}
}

// TestHandlersLeft has an event for two regions, and one that leaves the whole state: the contexts of exactly the methods end whose states are left.
func TestHandlersLeft(t *testing.T) {
	defer leaks(t)()
	s, over := calm(), make(chan string, 1)
	s.waiting = func(ctx context.Context, at AtWaiting) (ReplyAtWaiting, error) {
		<-ctx.Done()
		over <- fmt.Sprint(context.Cause(ctx), at.Hall())
		return nil, errors.New("too late")
	}
	s.cooking = func(_ context.Context, at AtCooking) (ReplyAtCooking, error) { return at.Skip(), nil }
	s.whole = func(ctx context.Context, at AtBusy) (ReplyAtBusy, error) {
		if got := <-over; got != "kitchen: state Waiting has been left Waiting" || ctx.Err() != nil {
			return nil, fmt.Errorf("the method for Waiting ends with %q, and this one with %v", got, ctx.Err())
		}
		return at.Close(), nil
	}
	if got := drive(context.Background(), s); got != "Cold <nil>" {
		t.Error(got)
	}
}

// TestHandlersInOrder has the methods of two parts return, in both orders, before Run looks: the order of the spec decides.
func TestHandlersInOrder(t *testing.T) {
	for i := range 20 {
		before := runtime.NumGoroutine()
		s, first := calm(), make(chan int)
		wait := func(is bool) {
			if is {
				<-first
			} else {
				close(first)
			}
		}
		begun := make(chan int, 2)
		s.pour = func(context.Context) error { <-begun; <-begun; return nil }
		s.cook = func(ctx context.Context) (string, error) { return "", until(ctx) }
		// Both wait until the call ends, during the output of which they return.
		pouring := make(chan int)
		s.waiting = func(_ context.Context, at AtWaiting) (ReplyAtWaiting, error) {
			begun <- 1
			<-pouring
			wait(i%2 == 0)
			return at.Bell(), nil
		}
		s.cooking = func(_ context.Context, at AtCooking) (ReplyAtCooking, error) {
			begun <- 1
			<-pouring
			wait(i%2 == 1)
			return at.Skip(), nil // for Waiting, too, whose Bell is then too late
		}
		s.whole = nil
		s.fill = func() {
			close(pouring)
			if !goroutines(before + 1) { // the call of cook
				t.Error("a method does not return")
			}
		}
		if got := drive(context.Background(), s); got != "Served <nil>" {
			t.Fatal(got)
		}
		s.expect(t, "fill")
	}
}

// TestHandlersAgain drops an event that is too late, and calls the method again with the present values.
func TestHandlersAgain(t *testing.T) {
	defer leaks(t)()
	s, rang, called := calm(), make(chan int), 0
	s.waiting = func(_ context.Context, at AtWaiting) (ReplyAtWaiting, error) { return at.Bell(), nil }
	s.ring = func() { close(rang) }
	s.cooking = func(ctx context.Context, at AtCooking) (ReplyAtCooking, error) {
		called++
		if called == 1 {
			<-rang
			return nil, nil // waits, but for what has happened already
		}
		if at.Hall() != HallRung {
			return nil, fmt.Errorf("called with %v", at)
		}
		return at.Close(), nil
	}
	if got := drive(context.Background(), s); got != "Cold <nil>" || called != 2 {
		t.Error(got, called)
	}
}

// TestHandlersEnd ends a run in each way: all methods end with it.
func TestHandlersEnd(t *testing.T) {
	fault := errors.New("fault")
	for _, test := range []struct {
		name, want string
		whole      func(cancel func()) (ReplyAtBusy, error)
	}{
		{"an error", "<nil> fault", func(func()) (ReplyAtBusy, error) { return nil, fault }},
		{"an error with an event", "<nil> fault", func(func()) (ReplyAtBusy, error) { return AtBusy{}.Close(), fault }},
		{"a panic", "panic fault", func(func()) (ReplyAtBusy, error) { panic(fault) }},
		{"canceled", "Cold <nil>", func(cancel func()) (ReplyAtBusy, error) { cancel(); return nil, nil }},
		{"canceled and fails", "<nil> fault", func(cancel func()) (ReplyAtBusy, error) { cancel(); return nil, fault }},
		{"canceled with an event", "Cold <nil>", func(cancel func()) (ReplyAtBusy, error) { cancel(); return AtBusy{}.Close(), nil }},
	} {
		t.Run(test.name, func(t *testing.T) {
			defer leaks(t)()
			ctx, cancel := context.WithCancel(context.Background())
			defer cancel()
			s, begun, returned := calm(), make(chan int), false
			s.cooking = func(ctx context.Context, _ AtCooking) (ReplyAtCooking, error) {
				close(begun)
				<-ctx.Done()
				time.Sleep(time.Millisecond)
				returned = true
				return nil, fmt.Errorf("wrapped: %w", ctx.Err())
			}
			s.whole = func(context.Context, AtBusy) (ReplyAtBusy, error) { <-begun; return test.whole(cancel) }
			if got := drive(ctx, s); got != test.want || !returned {
				t.Errorf("got %s, want %s; the other method has returned: %t", got, test.want, returned)
			}
		})
	}
}

// TestHandlersWait has all methods wait while no call runs any more.
func TestHandlersWait(t *testing.T) {
	s := calm()
	s.cook = func(context.Context) (string, error) { return "soup", nil }
	s.pour = func(context.Context) error { return nil }
	s.waiting = func(context.Context, AtWaiting) (ReplyAtWaiting, error) { return nil, nil }
	s.whole = nil
	if got, want := drive(context.Background(), s), "<nil> "+(&NoEventError{State: StateBusy}).Error(); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestHandlersMisuse returns an event that makes no transition.
func TestHandlersMisuse(t *testing.T) {
	s := calm()
	s.waiting = func(context.Context, AtWaiting) (ReplyAtWaiting, error) { return nil, nil }
	s.cook = func(context.Context) (string, error) { return "soup", nil }
	s.pour = func(context.Context) error { return nil }
	bell := 0
	s.whole = func(context.Context, AtBusy) (ReplyAtBusy, error) {
		if bell++; bell < 2 {
			return nil, nil
		}
		return fsmdrive.Send[AtBusy]((*Machine).Order), nil
	}
	if got := drive(context.Background(), s); got != "<nil> kitchen: event Order is illegal in state Busy" {
		t.Error(got)
	}
}
