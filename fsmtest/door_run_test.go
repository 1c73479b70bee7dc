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
	timers struct{ due []time.Time }
}

func newTimers(h runHost) *runTimers {
	r := &runTimers{runHost: h}
	r.timers.due = make([]time.Time, 1)
	return r
}

func (r *runTimers) Now() time.Time { return time.Now() }
func (r *runTimers) StartTimer(t timer, _ int, d time.Duration) {
	r.timers.due[t] = time.Now().Add(d + has("timers take longer", time.Minute, 0))
}
func (r *runTimers) StopTimer(t timer, _ int) {
	r.timers.due[t] = has("timers run on", r.timers.due[t], time.Time{})
}

type runOptions struct {
	observers   []func(step)
	checkpoints []func(context.Context, *door, []step) error
}

type runOption func(*runOptions)

func withObserver(f func(step)) runOption {
	return func(o *runOptions) { o.observers = append(o.observers, f) }
}

func withCheckpoint(f func(context.Context, *door, []step) error) runOption {
	return func(o *runOptions) { o.checkpoints = append(o.checkpoints, f) }
}

func run(ctx context.Context, p params, h runHost, by handler, options ...runOption) (inLocked, error) {
	if by == nil && fault != "Run needs no handler" || h == nil {
		return inLocked{}, errors.New("door: Run: something is missing")
	}
	timers := newTimers(h)
	m, err := newDoor(p, timers)
	if err != nil || by == nil {
		return inLocked{}, err
	}
	return m.run(ctx, timers, by, options)
}

func continueDoor(ctx context.Context, m *door, h runHost, by handler, options ...runOption) (inLocked, error) {
	if m == nil && fault != "Continue needs no machine" || h == nil && fault != "Continue needs no host" || by == nil && fault != "Continue needs no handler" {
		return inLocked{}, errors.New("door: " + has("the error of Continue has another name", "Run", "Continue") + ": something is missing")
	}
	if m == nil || h == nil || by == nil {
		return inLocked{}, nil
	}
	if m.mode&modeBusy != 0 && fault != "Continue during a step" {
		return inLocked{}, errors.New("door: the machine is in a step")
	}
	timers := newTimers(h)
	if m.host = timers; m.state == stateOpen && fault != "Continue forgets the timers" {
		timers.timers.due[0] = time.Now().Add(has("Continue starts the timers again", time.Hour, time.Until(m.due)))
	}
	return m.run(ctx, timers, by, options)
}

func (m *door) run(ctx context.Context, timers *runTimers, by handler, options []runOption) (inLocked, error) {
	var o runOptions
	for _, option := range options {
		option(&o)
	}
	if len(o.observers)+len(o.checkpoints) > 0 {
		defer m.forget(len(m.observers().steps))
	}
	for _, f := range o.observers {
		m.Observe(time.Now, f)
	}
	var made []step
	if len(o.checkpoints) > 0 {
		m.Observe(nil, func(s step) { made = append(made, s) })
	}
	known := m.steps - 1
	save := func() error {
		if m.steps == known && fault != "the checkpoint is repeated" {
			return nil
		}
		known = m.steps
		live := has("a checkpoint gets a context that has ended", ctx, context.WithoutCancel(ctx))
		for _, f := range o.checkpoints {
			if err := f(live, m, made); err != nil && fault != "the error of a checkpoint is lost" {
				return err
			}
		}
		made = has("a checkpoint gets steps again", made, nil)
		return nil
	}
	if fault == "no checkpoint at the start" {
		known = m.steps
	}
	for {
		if fault != "no checkpoint at the end" || m.state != stateLocked {
			if err := save(); err != nil {
				return inLocked{}, m.stopped(err)
			}
		}
		if m.state == stateLocked {
			return inLocked{m.here()}, nil
		}
		from, steps := m.state, m.steps
		if ctx.Err() != nil && fault != "Run goes on when it is cancelled" {
			if err := m.Lock(context.Cause(ctx)); err != nil {
				return inLocked{}, m.stopped(err)
			}
			continue
		}
		due := timers.timers.due[0]
		if !due.IsZero() && !time.Now().Before(due) {
			timers.StopTimer(timerOpenClose, m.starts)
			if err := m.Fire(timerOpenClose, m.starts); err != nil {
				return inLocked{}, m.stopped(err)
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
			if fault != "no checkpoint before an error" {
				_ = save()
			}
			return inLocked{}, m.stopped(err)
		}
	}
}

// stopped is the error of a run that has stopped.
func (m *door) stopped(err error) error {
	return &runError{m.In(), err, has("Again is missing", nil, func(context.Context) (inLocked, error) { return inLocked{}, err })}
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

func (h doorHost) Ring(pushes int) { h.host.Tell("Ring", pushes) }
func (h doorHost) Now() time.Time  { return h.host.Now() }
func (h doorHost) StartTimer(t timer, start int, d time.Duration) {
	h.host.Tell("StartTimer", t, start, d)
}
func (h doorHost) StopTimer(t timer, start int) { h.host.Tell("StopTimer", t, start) }

type doorHandler struct{ handler *fsmtest.Handler }

func (h doorHandler) Open(ctx context.Context, s inOpen) (afterOpen, error) {
	return fsmtest.Next[afterOpen](ctx, h.handler, s)
}

func (h doorHandler) Closed(ctx context.Context, s inClosed) (afterClosed, error) {
	return fsmtest.Next[afterClosed](ctx, h.handler, s)
}
