package fsm

import (
	"context"
	"errors"
	"sync"
)

// ErrClosed is the error of a [Shared] that is closed.
var ErrClosed = errors.New("fsm: the shared machine is closed")

// ErrNotBegun is the error of a [Shared] that has no machine yet.
var ErrNotBegun = errors.New("fsm: the shared machine has not begun")

// Shared is a machine that several goroutines use. M is the type of the machine, such as *circuit.Machine, and T that of its
// timers, or [NoTimer].
//
// The zero value has no machine: call [Shared.Begin]. A host embeds a Shared, which then has the methods Now, StartTimer,
// and StopTimer of the host's interface. Do not copy a Shared.
//
// A function that a Shared calls with the machine, and a method of the host that the machine calls, have the lock. They call
// no method of the Shared but [Shared.Later], [Shared.Now], [Shared.StartTimer], and [Shared.StopTimer], and do not keep the
// machine.
type Shared[M any, T comparable] struct {
	// TimerFailed is called when the machine refuses the event of a timer, outside of the lock; nil: nobody hears of it.
	// Set it before Begin.
	TimerFailed func(timer T, err error)

	lock       sync.Mutex // protects what follows
	machine    M
	begun      bool
	closed     bool
	timers     map[T]*running
	later      []func()
	delivering bool
	changed    chan struct{} // is closed after the next step; nil: nobody waits
}

// Begin makes the machine with create, which has the lock: New, Restore, or FromValues of the generated package. A machine
// that comes from storage has started none of its timers: create starts them with [Shared.StartTimer].
// Begin can be called again if create fails. The error is that of create, [ErrClosed], or that there is a machine already.
func (s *Shared[M, T]) Begin(create func() (M, error)) error {
	return s.step(func() error {
		if s.begun {
			return errors.New("fsm: the shared machine has begun already")
		}
		defer func() {
			if !s.begun { // also after a panic
				s.stopTimers()
				s.later = nil
			}
		}()
		m, err := create()
		if err == nil {
			s.machine, s.begun = m, true
		}
		return err
	})
}

// Do calls f with the machine, for example to send it an event, and returns the error of f. Then it delivers what f has given
// to [Shared.Later], unless somebody else is delivering, who goes on with that. If there is no machine, or the Shared is
// closed, Do returns [ErrNotBegun] or [ErrClosed], and does not call f.
func (s *Shared[M, T]) Do(f func(M) error) error {
	return s.step(func() error {
		if !s.begun {
			return ErrNotBegun
		}
		return f(s.machine)
	})
}

// Look calls f with the machine, which f only reads. It also looks at the machine of a Shared that is closed, and reports
// false if there is none.
func (s *Shared[M, T]) Look(f func(M)) bool {
	s.lock.Lock()
	defer s.lock.Unlock()
	if s.begun {
		f(s.machine)
	}
	return s.begun
}

// Wait waits until a condition holds, which it asks now and after each step. The error is the cause of the end of ctx, or
// [ErrClosed] if the condition does not hold and the Shared is closed.
func (s *Shared[M, T]) Wait(ctx context.Context, condition func(M) bool) error {
	for {
		changed, err := s.ask(condition)
		if changed == nil {
			return err
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

// ask asks whether a condition holds. If it does not, but may, it returns what the next step closes.
func (s *Shared[M, T]) ask(condition func(M) bool) (<-chan struct{}, error) {
	s.lock.Lock()
	defer s.lock.Unlock()
	switch {
	case s.begun && condition(s.machine):
		return nil, nil
	case s.closed:
		return nil, ErrClosed
	}
	if s.changed == nil {
		s.changed = make(chan struct{})
	}
	return s.changed, nil
}

// Close stops all timers. After that, the machine makes no step; outputs of steps before are still delivered. Close waits for
// nobody, so an output may call it.
func (s *Shared[M, T]) Close() {
	s.lock.Lock()
	defer s.lock.Unlock()
	s.closed = true
	s.stopTimers()
	s.wake()
}

// Later has f called after the present step, outside of the lock, after what was given to Later before. A host calls it in
// the methods of outputs. F may use the Shared in any way: a step that it makes is made at once, and what that gives to Later
// is delivered after what is there already.
func (s *Shared[M, T]) Later(f func()) { s.later = append(s.later, f) }

// step calls f with the lock, and then what was given to Later.
func (s *Shared[M, T]) step(f func() error) error {
	first, err := s.locked(f)
	if first != nil {
		s.deliver(first)
	}
	return err
}

// locked calls f with the lock, and wakes those who wait, also if f panics. It returns the first function to call after that,
// unless there is none, or somebody who calls it.
func (s *Shared[M, T]) locked(f func() error) (first func(), err error) {
	s.lock.Lock()
	defer s.lock.Unlock()
	if s.closed {
		return nil, ErrClosed
	}
	defer s.wake()
	if err = f(); !s.delivering {
		first = s.take()
	}
	return first, err
}

// wake wakes those who wait for a step.
func (s *Shared[M, T]) wake() {
	if s.changed != nil {
		close(s.changed)
		s.changed = nil
	}
}

// deliver calls f, and what was given to Later after it. If a function panics, the others remain for the next step.
func (s *Shared[M, T]) deliver(f func()) {
	defer func() {
		if f != nil { // it has panicked
			s.lock.Lock()
			defer s.lock.Unlock()
			s.delivering = false
		}
	}()
	for f != nil {
		f()
		f = s.next()
	}
}

// next returns the next function to call, or nil: then, nobody delivers any more.
func (s *Shared[M, T]) next() func() {
	s.lock.Lock()
	defer s.lock.Unlock()
	return s.take()
}

// take takes the first function, and notes whether somebody is to call it. The caller has the lock.
func (s *Shared[M, T]) take() func() {
	if s.delivering = len(s.later) > 0; !s.delivering {
		s.later = nil
		return nil
	}
	f := s.later[0]
	s.later[0] = nil
	s.later = s.later[1:]
	return f
}
