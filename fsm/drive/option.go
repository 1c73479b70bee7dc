package drive

import (
	"context"
	"slices"
)

// Options are the options of a run of a machine of the type M, whose observers are told an S.
type Options[M, S any] struct {
	// Observers are told each step, also of events that the run itself sends, as observers of the machine are; the time of a step is from
	// [time.Now].
	Observers []func(S)
	// Checkpoints are called, in order, when a run starts, and after each transition, before anything else happens; if an event or one
	// call of the handler causes several transitions, after the last. They get the steps since the checkpoint before, if the machine has
	// observers. They can save the machine, but must not send events. Their context has not ended: after the end of that of the run, it
	// has only the values. If one returns an error, the run ends with that, and Continue then begins with the checkpoint.
	Checkpoints []func(ctx context.Context, m *M, steps []S) error
	// Inbox has events from other goroutines; nil: there are none. With it, a method of the handler that returns nil and nil waits for
	// them, also where no timer or call is running.
	Inbox *Inbox[M]

	log  *log[M, S] // of the run, if it has checkpoints
	left []S        // the steps that an earlier run has not handed to them
}

// WithObserver returns an option that adds an observer.
func WithObserver[M, S any](observer func(S)) func(*Options[M, S]) {
	return func(o *Options[M, S]) { o.Observers = append(o.Observers, observer) }
}

// WithCheckpoint returns an option that adds a checkpoint.
func WithCheckpoint[M, S any](checkpoint func(ctx context.Context, m *M, steps []S) error) func(*Options[M, S]) {
	return func(o *Options[M, S]) { o.Checkpoints = append(o.Checkpoints, checkpoint) }
}

// WithInbox returns an option that sets the inbox.
func WithInbox[M, S any](inbox *Inbox[M]) func(*Options[M, S]) {
	return func(o *Options[M, S]) { o.Inbox = inbox }
}

// Choose returns the options that functions have set, one after the other.
func Choose[M, S any, F ~func(*Options[M, S])](options []F) (o Options[M, S]) {
	if len(options) == 0 {
		return o
	}
	set := new(Options[M, S])
	for _, option := range options {
		option(set)
	}
	return *set
}

// Parts returns the observers of a run, and what it calls at each checkpoint, or nil.
func (o *Options[M, S]) Parts() (observers []func(S), checkpoint func(context.Context, *M) error) {
	if len(o.Checkpoints) == 0 {
		return o.Observers, nil
	}
	o.log = &log[M, S]{o.Checkpoints, o.left}
	return append(slices.Clip(o.Observers), o.log.add), o.log.save
}

// Left returns the options of a run, and, for the one that goes on after an error, the steps that a checkpoint has not got.
func Left[M, S any, F ~func(*Options[M, S])](o *Options[M, S], options []F) []F {
	l := o.log
	if l == nil {
		return options
	}
	return append(slices.Clip(options), func(next *Options[M, S]) { next.left = l.steps })
}

// log has the steps since the last checkpoint.
type log[M, S any] struct {
	checkpoints []func(ctx context.Context, m *M, steps []S) error
	steps       []S
}

// add adds a step.
func (l *log[M, S]) add(s S) { l.steps = append(l.steps, s) }

// save calls the checkpoints.
func (l *log[M, S]) save(ctx context.Context, m *M) error {
	for _, checkpoint := range l.checkpoints {
		if err := checkpoint(ctx, m, l.steps); err != nil {
			return err
		}
	}
	l.steps = nil
	return nil
}
