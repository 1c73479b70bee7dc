package drive

import (
	"context"
	"errors"
	"time"

	"github.com/fsmgen/fsmgen/fsm"
)

// AnyState is the type of a machine in any state, which is one of S.
type AnyState[S fsm.Constant] interface {
	comparable
	State() S
}

// Run is a run of a machine of the type M, whose handler is an H. A is the type of the machine in any state, and S that of its
// states. A Run drives its machine once.
type Run[M, H any, A AnyState[S], S fsm.Constant] struct {
	// Machine is the machine.
	Machine *M
	// State is the state of the machine.
	State *S
	// Steps is the number of transitions that the machine has made.
	Steps *uint64
	// In returns the machine in its state.
	In func(*M) A
	// Terminal is, by state, whether it is terminal; those at its end that are not may be missing.
	Terminal []bool

	// Handler is the handler.
	Handler H
	// Handle calls the method of the handler for the state of the machine, and returns its results. In a state without a method it
	// returns zero and nil; where only the end of the context takes the machine further, it waits for that first.
	Handle func(m *M, ctx context.Context, h H) (A, error)
	// Checkpoints are called, in order, at the start and after each transition.
	Checkpoints []func(*M) error

	// Cancel sends the event for the end of the context, which has the cause; nil: there is no such event.
	Cancel func(m *M, cause error) error
	// Accepts reports whether the machine accepts that event; nil: it always does.
	Accepts func(*M) bool
	// Inert is, by state, whether that event has no effect in it; those at its end in which it has one may be missing.
	Inert []bool

	// Timers are the timers of the host, as [Timers]; nil: there are none.
	Timers AnyTimers
	// Calls are the calls of the host, as [Calls]; nil: there are none.
	Calls AnyCalls[M, S]
	// Parts calls the methods for parts of states with regions; nil: there are none.
	Parts *Parts[M, H, S]

	saved bool   // the checkpoints have been called
	known uint64 // the transitions of the machine when they were called last
}

// Drive drives the machine until it is in a terminal state. Otherwise, the error is an *[fsm.RunError], and no timer or call
// runs any more.
func (r *Run[M, H, A, S]) Drive(ctx context.Context) error {
	err := r.drive(ctx)
	if r.Calls != nil {
		r.Calls.crash()
	}
	return err
}

// drive drives the machine, and returns when all methods for parts have, and then all calls. If there is an event for the end
// of the context, only what that event does ends a call.
func (r *Run[M, H, A, S]) drive(ctx context.Context) (err error) {
	life := ctx
	if r.Calls != nil {
		r.Calls.join(r.Machine, r.State)
		if r.Cancel != nil {
			life = context.WithoutCancel(ctx)
		}
		var cancel context.CancelCauseFunc
		life, cancel = context.WithCancelCause(life)
		defer func() {
			cancel(err)
			r.Calls.wait()
		}()
	}
	if r.Parts != nil {
		r.Parts.join(r.Machine, r.Handler, r.Steps)
		defer func() { r.Parts.close(err) }()
	}
	return r.loop(ctx, life)
}

// loop drives the machine.
func (r *Run[M, H, A, S]) loop(ctx, life context.Context) error {
	alone := r.Timers == nil && r.Calls == nil && r.Parts == nil // nothing goes on beside the handler
	for {
		if r.Parts != nil {
			r.Parts.leave()
		}
		if err := r.save(); err != nil {
			return r.failed(err)
		}
		state, steps := *r.State, *r.Steps
		if holds(r.Terminal, state) {
			return nil
		}
		done := ctx.Err() != nil
		late := done && r.Parts != nil && r.Parts.late()
		work := ctx
		if holds(r.Inert, state) {
			work = context.WithoutCancel(ctx)
		} else if done && !late {
			if err := r.cancel(ctx); err != nil {
				return r.failed(err)
			}
			work = context.WithoutCancel(ctx)
			if *r.Steps != steps {
				ctx = work
				continue
			}
		}
		var first expiry
		var next A
		var err error
		if alone {
			if next, err = r.Handle(r.Machine, work, r.Handler); *r.Steps == steps {
				next, err = r.unmoved(work, next, err, false)
			}
		} else {
			if r.Timers != nil {
				first = r.Timers.first()
			}
			if !late {
				sent, err := r.answer(first, life)
				if err != nil {
					return r.failed(err)
				}
				if sent {
					continue
				}
			}
			next, err = r.attend(work, first)
		}
		switch moved := *r.Steps != steps; {
		case err != nil:
		case moved && next != r.In(r.Machine):
			err = &fsm.StaleStateError[S]{State: state, Now: *r.State}
		case !moved && work.Err() == nil && !first.over() && !r.ended():
			err = &fsm.NoEventError[S]{State: state}
		}
		if err != nil {
			if fault := r.save(); fault != nil {
				err = errors.Join(err, fault)
			}
			return r.failed(err)
		}
	}
}

// holds looks up what holds for a state.
func holds[S fsm.Constant](of []bool, s S) bool { return int(s) < len(of) && of[s] }

// failed returns the error of the run.
func (r *Run[M, H, A, S]) failed(err error) error {
	return &fsm.RunError[A, S]{At: r.In(r.Machine), Err: err}
}

// save calls the checkpoints, unless they know the present machine.
func (r *Run[M, H, A, S]) save() error {
	if len(r.Checkpoints) == 0 || r.saved && r.known == *r.Steps {
		return nil
	}
	return r.checkpoint()
}

// checkpoint calls the checkpoints.
func (r *Run[M, H, A, S]) checkpoint() error {
	r.saved, r.known = true, *r.Steps
	for _, checkpoint := range r.Checkpoints {
		if err := checkpoint(r.Machine); err != nil {
			return err
		}
	}
	return nil
}

// cancel sends the event for the end of the context, if the machine accepts it. Otherwise, the error is the cause of that end.
func (r *Run[M, H, A, S]) cancel(ctx context.Context) error {
	cause := context.Cause(ctx)
	if !r.cancels() {
		return cause
	}
	return r.Cancel(r.Machine, cause)
}

// cancels reports whether the machine accepts the event for the end of the context.
func (r *Run[M, H, A, S]) cancels() bool {
	return r.Cancel != nil && (r.Accepts == nil || r.Accepts(r.Machine))
}

// ended reports whether a call has ended whose result has not been sent.
func (r *Run[M, H, A, S]) ended() bool { return r.Calls != nil && r.Calls.ended() }

// answer sends the result of a call, or the event of the first timer if it is due. The bool is false if there was nothing to
// send; then, the calls begin that have been started.
func (r *Run[M, H, A, S]) answer(first expiry, life context.Context) (bool, error) {
	if r.Calls != nil {
		if sent, err := r.Calls.deliver(); sent || err != nil {
			return sent, err
		}
	}
	if first.over() {
		return true, r.Timers.expire(first)
	}
	if r.Calls != nil {
		r.Calls.launch(life)
	}
	return false, nil
}

// expiry is when a timer is due.
type expiry struct {
	timer int
	due   time.Time // zero: no timer runs
}

// runs reports whether there is a timer.
func (e expiry) runs() bool { return !e.due.IsZero() }

// over reports whether there is a timer that is due by now.
func (e expiry) over() bool { return e.runs() && !time.Now().Before(e.due) }
