package drive

import (
	"context"
	"slices"
)

// Options are the options of a run of a machine of the type M, whose observers are told an S.
type Options[M, S any] struct {
	// Observers are told each step.
	Observers []func(S)
	// Checkpoints are called, in order, at the start and after each transition, with the steps since the checkpoint before.
	Checkpoints []func(ctx context.Context, m *M, steps []S) error
	// Inbox has events from other goroutines; nil: there are none.
	Inbox *Inbox[M]

	log  *log[M, S] // of the run, if it has checkpoints
	left []S        // the steps that an earlier run has not handed to them
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
