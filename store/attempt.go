package store

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/fsmgen/fsmgen/store/internal/dialect"
	"github.com/fsmgen/fsmgen/store/internal/retry"
)

// errLost is the cause of a transient failure: another transaction has changed the row.
var errLost = errors.New("another transaction has changed the machine")

// transientError is a failure that can vanish when the attempt is repeated.
type transientError struct {
	err  error
	lost bool // the connection is lost; otherwise, the cause is another transaction
}

func (e *transientError) Error() string { return e.err.Error() }
func (e *transientError) Unwrap() error { return e.err }

// fault wraps an error of a statement.
func (t *tables) fault(id, doing string, err error) error {
	err = fmt.Errorf("%s: %w", doing, err)
	switch t.dialect.Statement(err) {
	case dialect.Transient:
		return &transientError{err: err}
	case dialect.Lost:
		return &transientError{err: err, lost: true}
	}
	return fmt.Errorf("store: %s %q: %w", t.name, id, err)
}

// attempt calls f until it succeeds, fails for good, or the machine of package retry says
// that it is enough.
func (t *tables) attempt(ctx context.Context, id string, f func(context.Context) error) error {
	_, err := t.attempts(ctx, id, f)
	return err
}

// attempts is attempt, and returns how often it has called f.
func (t *tables) attempts(ctx context.Context, id string, f func(context.Context) error) (int, error) {
	m, err := retry.New(retry.Params{Attempts: t.tries})
	if err != nil {
		return 0, err
	}
	// An earlier attempt that may have been committed.
	var uncertain *UncertainError
	for m.Outcome() == retry.OutcomeNone {
		if err := m.Begin(); err != nil {
			return m.Made(), err
		}
		err = f(ctx)
		if err == nil {
			return m.Made(), m.Succeeded()
		}
		var passing *transientError
		if refused := m.Failed(errors.As(err, &passing)); refused != nil {
			return m.Made(), refused
		}
		errors.As(err, &uncertain)
		if m.State() == retry.StateReady && pause(ctx, m.Made()) != nil {
			if err := m.Cancelled(); err != nil {
				return m.Made(), err
			}
		}
	}
	switch {
	case uncertain != nil && errors.As(err, new(*UncertainError)):
		err = uncertain
	case uncertain != nil:
		err = &UncertainError{Kind: t.name, ID: id, Err: errors.Join(uncertain.Err, err)}
	case m.State() == retry.StateStopped:
		err = fmt.Errorf("store: %s %q: %w", t.name, id, errors.Join(context.Cause(ctx), err))
	case m.State() == retry.StateExhausted:
		err = t.exhausted(id, m.Made(), err)
	}
	return m.Made(), err
}

// exhausted returns the error of a transaction that has failed that often.
func (t *tables) exhausted(id string, attempts int, err error) error {
	var passing *transientError
	switch {
	case !errors.As(err, &passing):
		return err
	case passing.lost:
		return fmt.Errorf("store: %s %q, after %d attempts: %w", t.name, id, attempts, passing.err)
	case errors.Is(err, errLost):
		return &ConflictError{Kind: t.name, ID: id, Attempts: attempts}
	}
	return &ConflictError{Kind: t.name, ID: id, Attempts: attempts, Err: passing.err}
}

// pause waits before the next attempt, a random time so that two transactions that disturb
// each other separate.
func pause(ctx context.Context, made int) error {
	timer := time.NewTimer(rand.N(pauseLimit(made)))
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// pauseLimit returns the longest pause after that many attempts.
func pauseLimit(made int) time.Duration {
	const shortest, longest = time.Millisecond, 250 * time.Millisecond
	return min(shortest<<min(made, 20), longest)
}
