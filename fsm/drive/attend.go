package drive

import (
	"context"
	"errors"
)

// attend calls the handler for the state of the machine, with a context that ends when a call does, or a timer is due. If there
// was no transition, and the error comes from the end of the context, it returns zero and nil.
func (r *Run[M, H, A, S]) attend(work context.Context, first expiry) (A, error) {
	ctx := work
	if first.runs() {
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadlineCause(ctx, first.due, r.Timers.fired(first))
		defer cancel()
	}
	if r.Calls != nil {
		var interrupt context.CancelCauseFunc
		ctx, interrupt = context.WithCancelCause(ctx)
		defer interrupt(nil)
		r.Calls.watch(interrupt)
		defer r.Calls.watch(nil)
	}
	return r.handle(ctx, work, first.runs())
}

// handle calls the handler. Work is the context of methods for parts, which ctx does not interrupt. A timer may run.
func (r *Run[M, H, A, S]) handle(ctx, work context.Context, timed bool) (next A, err error) {
	steps := *r.Steps
	if r.Parts != nil && r.Parts.here {
		next, err = r.serve(ctx, work)
	} else {
		next, err = r.Handle(r.Machine, ctx, r.Handler)
	}
	if *r.Steps != steps {
		return next, err
	}
	return r.unmoved(ctx, next, err, timed)
}

// unmoved returns what a method of the handler that has made no transition is taken to have returned: no error that comes from
// the end of its context. If it waits for a timer or a call, it has returned when that comes.
func (r *Run[M, H, A, S]) unmoved(ctx context.Context, next A, err error, timed bool) (A, error) {
	var none A
	if err != nil && ends(ctx, err) {
		return none, nil
	}
	if err == nil && next == none && (timed || r.Calls != nil && r.Calls.running()) {
		<-ctx.Done()
	}
	return next, err
}

// serve calls the methods for parts. If no part is active, and only the end of the context takes the machine further, it waits
// for that.
func (r *Run[M, H, A, S]) serve(ctx, work context.Context) (next A, err error) {
	sent, err := r.Parts.serve(ctx, work)
	if sent {
		return r.In(r.Machine), err
	}
	if !r.Parts.any() && r.cancels() {
		<-ctx.Done()
	}
	return next, nil
}

// ends reports whether an error comes from the end of a context.
func ends(ctx context.Context, err error) bool {
	return ctx.Err() != nil && (errors.Is(err, ctx.Err()) || errors.Is(err, context.Cause(ctx)))
}
