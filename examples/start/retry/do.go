// Package retry calls functions that may fail for a while.
package retry

import (
	"context"
	"time"

	"github.com/fsmgen/fsmgen/examples/start/retry/internal/attempt"
)

// Do calls f, and calls it again after a failure that is transient. The error is that of the last call, or of ctx. For
// errors.Is, it is context.DeadlineExceeded if the last call took too long.
func Do(ctx context.Context, f func(context.Context) (transient bool, err error)) error {
	c := &caller{f: f}
	if _, err := attempt.Run(ctx, attempt.DefaultParams(), c, c); err != nil {
		return err // ctx has ended
	}
	return c.err
}

// caller is the host of the machine, and its handler: it has a method for each state in which there is work.
type caller struct {
	attempt.WaitingHandler // in the other state, Run waits for the timer
	f                      func(context.Context) (transient bool, err error)
	err                    error // of the last call
}

// Backoff implements attempt.RunHost. In the first wait, failed is 1.
func (c *caller) Backoff(failed int) time.Duration { return 200 * time.Millisecond << failed }

// Calling implements attempt.Handler.
func (c *caller) Calling(ctx context.Context, s attempt.InCalling) (attempt.AfterCalling, error) {
	transient, err := c.f(ctx)
	switch c.err = err; {
	case err == nil:
		return s.Success()
	case ctx.Err() != nil:
		c.err = context.Cause(ctx) // the timer is over, or the caller has canceled
		return nil, ctx.Err()
	}
	return s.Failure(transient)
}
