package fsm

import (
	"fmt"
	"time"
)

// NoTimer is the type of the timers of a [Shared] whose machine has none.
type NoTimer struct{}

// start is a start of a timer.
type start struct{ timer *time.Timer }

// Now returns the present time, as hosts do: it is when a timer has started.
func (s *Shared[M, T]) Now() time.Time { return time.Now() }

// StartTimer starts a timer, in place of an earlier start, as hosts do. When it is over, the machine gets its event, by its
// method Fire, if it has not been stopped or started again until then.
func (s *Shared[M, T]) StartTimer(timer T, d time.Duration) {
	s.StopTimer(timer)
	if s.starts == nil {
		s.starts = map[T]*start{}
	}
	at := &start{}
	s.starts[timer] = at
	at.timer = time.AfterFunc(d, func() { s.expire(timer, at) })
}

// StopTimer stops a timer, as hosts do. It need not run.
func (s *Shared[M, T]) StopTimer(timer T) {
	if at := s.starts[timer]; at != nil {
		at.timer.Stop() // it may be over, and wait for the lock
		delete(s.starts, timer)
	}
}

// stopTimers stops all timers.
func (s *Shared[M, T]) stopTimers() {
	for timer := range s.starts {
		s.StopTimer(timer)
	}
}

// expire sends the event of a timer whose time is over, unless another start has taken its place.
func (s *Shared[M, T]) expire(timer T, at *start) {
	err := s.step(func() error {
		if s.starts[timer] != at {
			return nil
		}
		delete(s.starts, timer)
		if m, ok := any(s.machine).(interface{ Fire(T) error }); ok {
			return m.Fire(timer)
		}
		return fmt.Errorf("fsm: %T has no method Fire for timers of the type %T", s.machine, timer)
	})
	if err != nil && err != ErrClosed && s.TimerFailed != nil {
		s.TimerFailed(timer, err)
	}
}
