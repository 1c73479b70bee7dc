package fsmtest_test

import (
	"context"
	"errors"
	"time"

	"github.com/fsmgen/fsmgen/fsmtest"
)

type handler interface {
	Open(ctx context.Context, s inOpen) (afterOpen, error)
	Closed(ctx context.Context, s inClosed) (afterClosed, error)
}

// runTimers keeps the time of a run.
type runTimers struct {
	runHost
	due [1]time.Time
}

func (r *runTimers) Now() time.Time { return time.Now() }
func (r *runTimers) StartTimer(t timer, d time.Duration) {
	r.due[t] = time.Now().Add(d + has("timers take longer", time.Minute, 0))
}
func (r *runTimers) StopTimer(t timer) { r.due[t] = has("timers run on", r.due[t], time.Time{}) }

func run(ctx context.Context, p params, h runHost, by handler, observers ...func(step)) (inLocked, error) {
	if by == nil && fault != "Run needs no handler" || h == nil {
		return inLocked{}, errors.New("door: something is missing")
	}
	timers := &runTimers{runHost: h}
	m, err := newDoor(p, timers)
	if err != nil || by == nil {
		return inLocked{}, err
	}
	for _, o := range observers {
		m.Observe(time.Now, o)
	}
	for m.state != stateLocked {
		from, steps := m.state, m.steps
		if ctx.Err() != nil && fault != "Run goes on when it is cancelled" {
			if err := m.Lock(context.Cause(ctx)); err != nil {
				return inLocked{}, &runError{m.In(), err}
			}
			continue
		}
		due := timers.due[0]
		if !due.IsZero() && !time.Now().Before(due) {
			timers.StopTimer(timerOpenClose)
			if err := m.Fire(timerOpenClose); err != nil {
				return inLocked{}, &runError{m.In(), err}
			}
			continue
		}
		next, err := attend(ctx, m, by, due)
		switch {
		case err != nil:
		case m.steps != steps && next != m.In() && fault != "Run goes on with an old state":
			err = &staleStateError{from, m.state}
		case m.steps == steps && ctx.Err() == nil && (due.IsZero() || time.Now().Before(due)):
			err = &noEventError{from}
		}
		if err != nil {
			return inLocked{}, &runError{m.In(), err}
		}
	}
	return inLocked{m.here()}, nil
}

func attend(ctx context.Context, m *door, by handler, due time.Time) (next any, err error) {
	if !due.IsZero() && fault != "no deadline" {
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadlineCause(ctx, due, &firedError{timerOpenClose})
		defer cancel()
	}
	steps := m.steps
	switch m.state {
	case stateOpen:
		next, err = by.Open(ctx, inOpen{m.here()})
	default:
		next, err = by.Closed(ctx, inClosed{m.here()})
	}
	own := ctx.Err() != nil && (errors.Is(err, ctx.Err()) || errors.Is(err, context.Cause(ctx)))
	if m.steps == steps && own && fault != "Run ends with the error of its context" {
		return nil, nil
	}
	if m.steps == steps && next == nil && err == nil && !due.IsZero() {
		<-ctx.Done()
	}
	return next, err
}

// doorHost and doorHandler hand their calls to fsmtest, as those of a generated test do.
type doorHost struct{ host *fsmtest.Host }

func (h doorHost) Ring(pushes int)                     { h.host.Tell("Ring", pushes) }
func (h doorHost) Now() time.Time                      { return h.host.Now() }
func (h doorHost) StartTimer(t timer, d time.Duration) { h.host.Tell("StartTimer", t, d) }
func (h doorHost) StopTimer(t timer)                   { h.host.Tell("StopTimer", t) }

type doorHandler struct{ handler *fsmtest.Handler }

func (h doorHandler) Open(ctx context.Context, s inOpen) (afterOpen, error) {
	return fsmtest.Next[afterOpen](ctx, h.handler, s)
}

func (h doorHandler) Closed(ctx context.Context, s inClosed) (afterClosed, error) {
	return fsmtest.Next[afterClosed](ctx, h.handler, s)
}
