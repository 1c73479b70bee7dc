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

// ErrWaits is the error of [Run.Handle] in a state without a method in which the end of the context takes the machine further.
var ErrWaits = errors.New("fsm: the run waits for the end of its context")

// Run is a run of a machine of the type M, whose handler is an H. A is the type of the machine in any state, E that of one that
// has ended, and S that of its states. A Run drives its machine once.
type Run[M, H any, A AnyState[S], E any, S fsm.Constant] struct {
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
	// Handle calls the method of the handler for the state in which the machine is, and returns its results. In a state without a
	// method it returns zero and nil, or [ErrWaits].
	Handle func(m *M, ctx context.Context, h H, in A) (A, error)
	// Checkpoint is called at the start and after each transition, with a context that has not ended; nil: nothing is.
	Checkpoint func(context.Context, *M) error
	// Inbox has events from other goroutines; nil: there are none.
	Inbox *Inbox[M]

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

	refused bool // the last event from the inbox has made no transition, so that methods for parts go on to wait

	saved bool   // the checkpoint has been called
	known uint64 // the transitions of the machine when it was called last
}

// Drive drives the machine until it is in a terminal state, and returns it. Otherwise, the error is an *[fsm.RunError], and no
// timer or call runs any more.
func (r *Run[M, H, A, E, S]) Drive(ctx context.Context) (end E, err error) {
	if ctx == nil {
		return end, r.failed(fsm.ErrNilContext)
	}
	err = r.drive(ctx)
	if r.Calls != nil {
		r.Calls.crash()
	}
	if err != nil {
		return end, err
	}
	return any(r.In(r.Machine)).(E), nil
}

// drive drives the machine, and returns when all methods for parts have, and then all calls. If there is an event for the end
// of the context, only what that event does ends a call.
func (r *Run[M, H, A, E, S]) drive(ctx context.Context) (err error) {
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
	if r.Inbox != nil {
		if err := r.Inbox.join(); err != nil {
			return r.failed(err)
		}
		defer r.Inbox.leave() // before the others wait for those who may wait for an answer
	}
	return r.loop(ctx, life)
}

// loop drives the machine.
func (r *Run[M, H, A, E, S]) loop(ctx, life context.Context) error {
	alone := r.alone()
	for {
		if r.Parts != nil {
			r.Parts.leave()
		}
		if err := r.save(ctx); err != nil {
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
			if state, steps, next, err = r.stride(ctx, work); *r.Steps == steps {
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
		case !moved && work.Err() == nil && !first.over() && !r.ended() && !r.interrupted(next):
			err = &fsm.NoEventError[S]{State: state}
		}
		if err != nil {
			if fault := r.save(ctx); fault != nil {
				err = errors.Join(err, fault)
			}
			return r.failed(err)
		}
	}
}

// alone reports whether the handler is all that there is between two steps: nothing goes on beside it, nothing is called at
// each step, and the end of the context is the same in all states.
func (r *Run[M, H, A, E, S]) alone() bool {
	return r.Timers == nil && r.Calls == nil && r.Parts == nil && r.Inbox == nil && r.Checkpoint == nil && r.Inert == nil
}

// stride calls the handler of a run that is alone until the machine or the context ends, or a method has not returned what the
// machine then is. It returns the state and the steps before the last call, and the results of that. Methods get the context work,
// which differs from ctx if that has ended.
func (r *Run[M, H, A, E, S]) stride(ctx, work context.Context) (state S, steps uint64, next A, err error) {
	for in := r.In(r.Machine); ; {
		state, steps = *r.State, *r.Steps
		next, err = r.Handle(r.Machine, work, r.Handler, in)
		if err != nil || *r.Steps == steps {
			return state, steps, next, err
		}
		in = r.In(r.Machine)
		if next != in || holds(r.Terminal, *r.State) || ctx.Err() != nil {
			return state, steps, next, nil
		}
	}
}

// holds looks up what holds for a state.
func holds[S fsm.Constant](of []bool, s S) bool { return int(s) < len(of) && of[s] }

// failed returns the error of the run.
func (r *Run[M, H, A, E, S]) failed(err error) error {
	return &fsm.RunError[A, E, S]{At: r.In(r.Machine), Err: err}
}

// save calls the checkpoint, unless it knows the present machine.
func (r *Run[M, H, A, E, S]) save(ctx context.Context) error {
	if r.Checkpoint == nil || r.saved && r.known == *r.Steps {
		return nil
	}
	return r.checkpoint(ctx)
}

// checkpoint calls the checkpoint, which can also save a machine after the end of a context.
func (r *Run[M, H, A, E, S]) checkpoint(ctx context.Context) error {
	r.saved, r.known = true, *r.Steps
	return r.Checkpoint(Live(ctx), r.Machine)
}

// cancel sends the event for the end of the context, if the machine accepts it. Otherwise, the error is the cause of that end.
func (r *Run[M, H, A, E, S]) cancel(ctx context.Context) error {
	cause := context.Cause(ctx)
	if !r.cancels() {
		return cause
	}
	return r.Cancel(r.Machine, cause)
}

// cancels reports whether the machine accepts the event for the end of the context.
func (r *Run[M, H, A, E, S]) cancels() bool {
	return r.Cancel != nil && (r.Accepts == nil || r.Accepts(r.Machine))
}

// ended reports whether a call has ended whose result has not been sent.
func (r *Run[M, H, A, E, S]) ended() bool { return r.Calls != nil && r.Calls.ended() }

// interrupted reports whether a method of the handler that has made no transition has returned because of an event in the inbox,
// which its sender may have withdrawn.
func (r *Run[M, H, A, E, S]) interrupted(next A) bool {
	var none A
	return r.Inbox != nil && next == none
}

// answer sends the result of a call, or the event of the first timer if it is due, or an event from the inbox. The bool is false
// if there was nothing to send; then, the calls begin that have been started.
func (r *Run[M, H, A, E, S]) answer(first expiry, life context.Context) (bool, error) {
	if r.Calls != nil {
		if sent, err := r.Calls.deliver(); sent || err != nil {
			return sent, err
		}
	}
	if first.over() {
		return true, r.Timers.expire(first)
	}
	if steps := *r.Steps; r.Inbox != nil && r.Inbox.deliver(r.Machine) {
		r.refused = *r.Steps == steps
		return true, nil
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
