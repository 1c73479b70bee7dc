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
func (o Options[M, S]) Parts() (observers []func(S), checkpoint func(context.Context, *M) error) {
	if len(o.Checkpoints) == 0 {
		return o.Observers, nil
	}
	var steps []S
	observers = append(slices.Clip(o.Observers), func(s S) { steps = append(steps, s) })
	return observers, func(ctx context.Context, m *M) error {
		for _, checkpoint := range o.Checkpoints {
			if err := checkpoint(ctx, m, steps); err != nil {
				return err
			}
		}
		steps = nil
		return nil
	}
}
