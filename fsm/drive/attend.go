package drive

import (
	"context"
	"errors"
)

// attend calls the handler for the state of the machine, with a context that ends when a call does, or a timer is due. If there
// was no transition, and the error comes from the end of the context, it returns zero and nil.
func (r *Run[M, H, A, E, S]) attend(work context.Context, first expiry) (A, error) {
	ctx := work
	if first.runs() {
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadlineCause(ctx, first.due, r.Timers.fired(first))
		defer cancel()
	}
	if r.Calls != nil || r.Inbox != nil {
		var interrupt context.CancelCauseFunc
		ctx, interrupt = context.WithCancelCause(ctx)
		defer interrupt(nil)
		r.watch(interrupt)
		defer r.watch(nil)
	}
	return r.handle(ctx, work, first.runs())
}

// watch has the end of a call, and an event in the inbox, call a function, if it is not nil. It ends the context of the handler's
// method; methods for parts go on.
func (r *Run[M, H, A, E, S]) watch(interrupt context.CancelCauseFunc) {
	if r.Calls != nil {
		r.Calls.watch(interrupt)
	}
	if r.Inbox != nil {
		r.Inbox.watch(interrupt, r.Parts != nil && r.Parts.here)
	}
}

// handle calls the handler. Work is the context of methods for parts, which ctx does not interrupt. A timer may run.
func (r *Run[M, H, A, E, S]) handle(ctx, work context.Context, timed bool) (next A, err error) {
	steps := *r.Steps
	if r.Parts != nil && r.Parts.here {
		next, err = r.serve(ctx, work)
	} else {
		next, err = r.Handle(r.Machine, ctx, r.Handler, r.In(r.Machine))
	}
	if *r.Steps != steps {
		return next, err
	}
	return r.unmoved(ctx, next, err, timed)
}

// unmoved returns what a method of the handler that has made no transition is taken to have returned: no error that comes from
// the end of its context. If it waits for what comes without it, it has returned when that comes.
func (r *Run[M, H, A, E, S]) unmoved(ctx context.Context, next A, err error, timed bool) (A, error) {
	var none A
	switch {
	case err == ErrWaits:
		return r.wait(ctx)
	case err != nil && ends(ctx, err):
		return none, nil
	case err == nil && next == none && (timed || r.Inbox != nil || r.Calls != nil && r.Calls.running()):
		return r.wait(ctx)
	}
	return next, err
}

// wait waits for the end of the context, or for an event in the inbox that makes a transition.
func (r *Run[M, H, A, E, S]) wait(ctx context.Context) (next A, err error) {
	if r.Inbox != nil {
		r.Inbox.watch(nil, false) // no method runs that an event could interrupt
	}
	for steps := *r.Steps; r.Inbox.await(ctx); {
		if r.Inbox.deliver(r.Machine); *r.Steps != steps {
			return r.In(r.Machine), nil
		}
	}
	return next, nil
}

// serve calls the methods for parts.
func (r *Run[M, H, A, E, S]) serve(ctx, work context.Context) (next A, err error) {
	sent, err := r.Parts.serve(ctx, work, !r.refused)
	r.refused = false
	switch {
	case sent:
		return r.In(r.Machine), err
	case !r.Parts.any() && r.cancels():
		return next, ErrWaits
	}
	return next, nil
}

// ends reports whether an error comes from the end of a context.
func ends(ctx context.Context, err error) bool {
	return ctx.Err() != nil && (errors.Is(err, ctx.Err()) || errors.Is(err, context.Cause(ctx)))
}
