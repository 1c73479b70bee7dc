package orchestration

import (
	"context"
	"errors"
	"fmt"
)

// StatusError is how an adapter reports an HTTP answer that is no success.
type StatusError struct {
	// Status is the HTTP status code.
	Status int
	// Message is what the answer says.
	Message string
}

// Error implements error.
func (e *StatusError) Error() string {
	return fmt.Sprintf("status %d: %s", e.Status, e.Message)
}

// Failure is the error of a call of a port, as the machine knows it.
type Failure struct {
	// Class decides whether the call is made again.
	Class FailureClass
	// Task is the name of the task, or empty if the call was not for one.
	Task string
	// Err is the error of the port.
	Err error
}

// Error implements error.
func (e *Failure) Error() string {
	if e.Task == "" {
		return fmt.Sprintf("%v (%v)", e.Err, e.Class)
	}
	return fmt.Sprintf("task %q: %v (%v)", e.Task, e.Err, e.Class)
}

// Unwrap returns Err.
func (e *Failure) Unwrap() error {
	return e.Err
}

// Classify returns the class of an error of a port, which is not nil. Errors
// that say themselves that they are timeouts, a deadline that is exceeded, and
// statuses 408, 429 and 500 to 599 are transient. Any other status from 400 to
// 499 is Invalid, and is never tried again. All else is Permanent.
func Classify(err error) FailureClass {
	var status *StatusError
	var timeout interface{ Timeout() bool }
	var failure *Failure
	switch {
	case errors.As(err, &failure):
		return failure.Class
	case errors.As(err, &status):
		return classifyStatus(status.Status)
	case errors.Is(err, context.DeadlineExceeded), errors.As(err, &timeout) && timeout.Timeout():
		return FailureClassTimeout
	}
	return FailureClassPermanent
}

func classifyStatus(status int) FailureClass {
	switch {
	case status == 408:
		return FailureClassTimeout
	case status == 429:
		return FailureClassRateLimited
	case status >= 500 && status <= 599:
		return FailureClassServerError
	case status >= 400 && status <= 499:
		return FailureClassInvalid
	}
	return FailureClassPermanent
}

// transient reports whether the same call may succeed later. It is the guard of
// that name.
func (v FailureClass) transient() bool {
	return v == FailureClassTimeout || v == FailureClassServerError || v == FailureClassRateLimited
}
