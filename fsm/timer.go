package fsm

import (
	"context"
	"fmt"
	"time"
)

// NoTimer is the type of the timers of a [Shared] whose machine has none.
type NoTimer struct{}

// TimerHost is the part of the host of a machine that starts and stops its timers.
type TimerHost[T Constant] interface {
	// Now returns the time at which a timer starts, from which the method Due of the machine follows; zero if that does not matter. It
	// is called before StartTimer.
	Now() time.Time
	// StartTimer starts a timer, which is not running; start is the number of this start: 1, 2, and so on. After d, the program must call
	// the method Fire of the machine with timer and start, once, and not during a step.
	StartTimer(timer T, start int, d time.Duration)
	// StopTimer stops a start of a timer, which may have expired since. The machine refuses it from now on.
	StopTimer(timer T, start int)
}

// NextStart returns the number of the start of a timer or a call that follows the start with the number n, or no start if n is
// 0: one more, and 1 after the largest int.
func NextStart(n int) int { return max(n+1, 1) }

// Running returns the timers or calls that run, of the first n constants.
func Running[T Constant](n int, runs func(T) bool) (all []T) {
	for i := range n {
		if runs(T(i)) {
			all = append(all, T(i))
		}
	}
	return all
}

// LatestStart returns the number of the latest start of a timer, given those of all; 0 if there is none.
func LatestStart[T Constant](starts []int, t T) int {
	if int(t) >= len(starts) {
		return 0
	}
	return starts[t]
}

// DueAt returns when a timer is due, given that of all, and whether that is known. A timer is due its duration after the method Now
// of the host has returned the time. If that was zero when it started, or a snapshot or other stored values do not contain when it
// is due, that is unknown. A timer that does not run is not due.
func DueAt[T Constant](due []time.Time, t T) (time.Time, bool) {
	if int(t) >= len(due) {
		return time.Time{}, false
	}
	return due[t], !due[t].IsZero()
}

// running is a timer that runs.
type running struct {
	start int
	timer *time.Timer
}

// Now returns the present time, as hosts do: it is when a timer has started.
func (s *Shared[M, T]) Now() time.Time { return time.Now() }

// StartTimer starts a timer, in place of an earlier start, as hosts do; start is the number of this start. When it is over, the
// machine gets its event, by its method Fire, if it has not been stopped or started again until then. A machine whose host takes
// contexts gets it with context.Background, because nobody's call makes that step.
func (s *Shared[M, T]) StartTimer(timer T, start int, d time.Duration) {
	s.stop(timer)
	if s.timers == nil {
		s.timers = map[T]*running{}
	}
	at := &running{start: start}
	s.timers[timer] = at
	at.timer = time.AfterFunc(d, func() { s.expire(timer, at) })
}

// StopTimer stops a start of a timer, as hosts do. It need not run.
func (s *Shared[M, T]) StopTimer(timer T, start int) {
	if at := s.timers[timer]; at != nil && at.start == start {
		s.stop(timer)
	}
}

// stop stops a timer if it runs.
func (s *Shared[M, T]) stop(timer T) {
	if at := s.timers[timer]; at != nil {
		at.timer.Stop() // it may be over, and wait for the lock
		delete(s.timers, timer)
	}
}

// stopTimers stops all timers.
func (s *Shared[M, T]) stopTimers() {
	for timer := range s.timers {
		s.stop(timer)
	}
}

// expire sends the event of a timer whose time is over, unless it has been stopped or started again.
func (s *Shared[M, T]) expire(timer T, at *running) {
	err := s.step(func() error {
		if s.timers[timer] != at {
			return nil
		}
		delete(s.timers, timer)
		if !s.begun {
			return ErrNotBegun
		}
		switch m := any(s.machine).(type) {
		case interface {
			Fire(timer T, start int) error
		}:
			return m.Fire(timer, at.start)
		case interface {
			Fire(ctx context.Context, timer T, start int) error
		}:
			return m.Fire(context.Background(), timer, at.start)
		}
		return fmt.Errorf("fsm: %T has no method Fire for timers of the type %T", s.machine, timer)
	})
	if err != nil && err != ErrClosed && s.TimerFailed != nil {
		s.TimerFailed(timer, err)
	}
}
