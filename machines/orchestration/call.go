package orchestration

import (
	"context"
	"fmt"
	"time"
)

// call calls a port. The context of the call ends after the timeout. An error or a panic
// becomes a *Failure.
func call[T any](ctx context.Context, timeout time.Duration, task string, port func(context.Context) (T, error)) (result T, err error) {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	defer func() {
		if r := recover(); r != nil {
			err = &Failure{Class: FailureClassPermanent, Task: task, Err: fmt.Errorf("panic: %v", r)}
		}
	}()
	result, err = port(ctx)
	switch known, ok := err.(*Failure); {
	case err == nil:
	case ok:
		// The port has classified the error, but does not know the task.
		err = &Failure{Class: known.Class, Task: task, Err: known.Err}
	default:
		err = &Failure{Class: Classify(err), Task: task, Err: err}
	}
	return result, err
}
