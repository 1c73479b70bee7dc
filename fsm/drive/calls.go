package drive

import (
	"context"
	"errors"
	"runtime"
	"sync"
	"time"

	"github.com/fsmgen/fsmgen/fsm"
)

// Calls are the calls C of a machine M that is driven, with states S. No call runs in the zero value. Its host hands starts
// and stops to them. Do not copy Calls.
type Calls[M any, S, C fsm.Constant] struct {
	// Limit returns when the timeout of a call that runs is due, or zero if it has none; nil: no call has.
	Limit func(C) time.Time

	machine *M // nil: the run has not begun
	state   *S
	begun   sync.WaitGroup // the calls that have begun and not returned

	lock      sync.Mutex              // protects writing starts, send of each of them, and what follows
	starts    []*start[M, C]          // the start of each call that runs
	crashed   *start[M, C]            // a call that has panicked
	interrupt context.CancelCauseFunc // ends the context of the handler's method, if one is called
}

// start is a start of a call.
type start[M any, C fsm.Constant] struct {
	call   C
	number int
	work   func(context.Context) func(*M) error
	cancel context.CancelCauseFunc // ends the context of the call; nil: it has not begun
	due    time.Time               // when its timeout is due; zero: it has none, or has not begun
	send   func(*M) error          // sends the result, or panics as the call has; nil: it has not ended
}

// AnyCalls are [Calls] of some type.
type AnyCalls[M any, S fsm.Constant] interface {
	join(m *M, state *S)
	launch(life context.Context)
	deliver() (bool, error)
	running() bool
	ended() bool
	watch(interrupt context.CancelCauseFunc)
	wait()
	crash()
}

// Start notes a start of a call, which has a number. When the machine waits for an event, a goroutine calls work, which makes
// the call, and returns what sends its result to the machine. What work returns after the end of its context is no result.
func (cs *Calls[M, S, C]) Start(call C, number int, work func(context.Context) func(*M) error) {
	cs.put(call, &start[M, C]{call: call, number: number, work: work})
}

// Stop stops a call: it ends its context, with a *[fsm.StaleCallError] as the cause, or [fsm.ErrTimeout] if its time is over. The call
// need not run.
func (cs *Calls[M, S, C]) Stop(call C) {
	if int(call) >= len(cs.starts) || cs.starts[call] == nil {
		return
	}
	s := cs.starts[call]
	cs.put(call, nil)
	if s.cancel != nil {
		cs.leave(s)
	}
}

// Child returns what sends the result of a child machine: send, if the method that has run the machine has returned a result,
// and no error. Otherwise, the run ends with the error, or with one that names the method.
func Child[M any](method string, result any, err error, send func(*M) error) func(*M) error {
	switch {
	case err != nil:
	case result == nil:
		err = errors.New(method + " has returned neither a result nor an error")
	default:
		return send
	}
	return func(*M) error { return err }
}

// put sets the start of a call that runs; nil: it runs no longer.
func (cs *Calls[M, S, C]) put(call C, s *start[M, C]) {
	cs.lock.Lock()
	defer cs.lock.Unlock()
	for int(call) >= len(cs.starts) {
		cs.starts = append(cs.starts, nil)
	}
	cs.starts[call] = s
}

// leave ends the context of a call that runs no longer.
func (cs *Calls[M, S, C]) leave(s *start[M, C]) {
	if !s.due.IsZero() && !time.Now().Before(s.due) {
		s.cancel(fsm.ErrTimeout)
		return
	}
	s.cancel(&fsm.StaleCallError[S, C]{State: *cs.state, Call: s.call, Number: s.number})
}

// join sets the machine that is driven.
func (cs *Calls[M, S, C]) join(m *M, state *S) { cs.machine, cs.state = m, state }

// running reports whether a call runs.
func (cs *Calls[M, S, C]) running() bool {
	for _, s := range cs.starts {
		if s != nil {
			return true
		}
	}
	return false
}

// launch begins the calls that have been started.
func (cs *Calls[M, S, C]) launch(life context.Context) {
	for _, s := range cs.starts {
		if s != nil && s.cancel == nil {
			var ctx context.Context
			ctx, s.cancel = context.WithCancelCause(life)
			if cs.Limit != nil {
				s.due = cs.Limit(s.call)
			}
			cs.begun.Go(func() { cs.perform(ctx, s) })
		}
	}
}

// perform makes a call.
func (cs *Calls[M, S, C]) perform(ctx context.Context, s *start[M, C]) {
	returned := false
	defer func() {
		if !returned {
			cs.end(s, true, again[M](recover()))
		}
	}()
	if !s.due.IsZero() {
		var stop context.CancelFunc
		ctx, stop = context.WithDeadlineCause(ctx, s.due, fsm.ErrTimeout)
		defer stop()
	}
	send := s.work(ctx)
	returned = true
	if ctx.Err() == nil {
		cs.end(s, false, send)
	}
}

// again returns a function that panics as another goroutine has, or ends the goroutine if there was no panic.
func again[M any](cause any) func(*M) error {
	return func(*M) error {
		if cause == nil {
			runtime.Goexit()
		}
		panic(cause)
	}
}

// end notes the end of a call, and ends the context of the handler's method.
func (cs *Calls[M, S, C]) end(s *start[M, C], crashed bool, send func(*M) error) {
	cs.lock.Lock()
	defer cs.lock.Unlock()
	s.send = send
	if crashed {
		cs.crashed = s
	}
	if cs.interrupt != nil && (crashed || cs.starts[s.call] == s) {
		cs.interrupt(&fsm.CallEndedError[C]{Call: s.call})
	}
}

// first returns the first call that has ended while it was running, or one that has panicked; nil if there is none.
func (cs *Calls[M, S, C]) first() *start[M, C] {
	cs.lock.Lock()
	defer cs.lock.Unlock()
	if cs.crashed != nil {
		return cs.crashed
	}
	for _, s := range cs.starts {
		if s != nil && s.send != nil {
			return s
		}
	}
	return nil
}

// ended reports whether a call has ended whose result has not been sent.
func (cs *Calls[M, S, C]) ended() bool { return cs.first() != nil }

// watch sets what the end of a call calls, if it is not nil.
func (cs *Calls[M, S, C]) watch(interrupt context.CancelCauseFunc) {
	cs.lock.Lock()
	cs.interrupt = interrupt
	cs.lock.Unlock()
	if s := cs.first(); s != nil && interrupt != nil {
		interrupt(&fsm.CallEndedError[C]{Call: s.call})
	}
}

// deliver sends the result of the first call that has one. The bool is false if there is none.
func (cs *Calls[M, S, C]) deliver() (bool, error) {
	s := cs.first()
	if s == nil {
		return false, nil
	}
	cs.put(s.call, nil)
	err := s.send(cs.machine)
	cs.leave(s)
	if stale, is := err.(*fsm.StaleCallError[S, C]); is && stale.Call == s.call && stale.Number == s.number {
		err = nil // somebody else has sent a result before
	}
	return true, err
}

// wait waits until all calls have returned.
func (cs *Calls[M, S, C]) wait() { cs.begun.Wait() }

// crash panics as a call has, if one has.
func (cs *Calls[M, S, C]) crash() {
	if cs.crashed != nil {
		_ = cs.crashed.send(cs.machine)
	}
}
