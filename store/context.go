package store

import (
	"context"
	"time"
)

// Contextual is what a store needs to know, besides [Kind], of a state machine whose external guards take contexts. The type Kind that
// fsmgen generates implements it if the spec has such guards. They receive the context of [Store.Do] and the other methods that send
// an event, and, for the event of a timer, that of [Worker.Run].
type Contextual[M, I, O any] interface {
	// ApplyContext is Apply with the context of the step.
	ApplyContext(ctx context.Context, m M, in I, now time.Time) (outputs []O, ignored bool, err error)
	// FireContext is Fire with the context of the step.
	FireContext(ctx context.Context, m M, timer string, now time.Time) (outputs []O, ignored bool, err error)
}

// apply sends an event to m.
func (s *Store[M, P, I, O]) apply(ctx context.Context, m M, in I, now time.Time) (outputs []O, ignored bool, err error) {
	if s.contexts != nil {
		return s.contexts.ApplyContext(ctx, m, in, now)
	}
	return s.kind.Apply(m, in, now)
}

// raise sends the event of a timer to m.
func (s *Store[M, P, I, O]) raise(ctx context.Context, m M, timer string, now time.Time) (outputs []O, ignored bool, err error) {
	if s.contexts != nil {
		return s.contexts.FireContext(ctx, m, timer, now)
	}
	return s.kind.Fire(m, timer, now)
}
