package orchestration

import (
	"context"
	"errors"
	"fmt"

	"github.com/fsmgen/fsmgen/machines/orchestration/question"
)

// FailureClass is the kind of an error of a port, which decides whether the question is asked
// again.
type FailureClass = question.FailureClass

// The classes of errors. The last three are transient.
const (
	FailureClassPermanent   = question.FailureClassPermanent
	FailureClassInvalid     = question.FailureClassInvalid
	FailureClassTimeout     = question.FailureClassTimeout
	FailureClassServerError = question.FailureClassServerError
	FailureClassRateLimited = question.FailureClassRateLimited
)

// StatusError is the error with which an adapter reports an unsuccessful HTTP response.
type StatusError struct {
	// Status is the HTTP status code.
	Status int
	// Message is the message of the response.
	Message string
}

// Error implements error.
func (e *StatusError) Error() string {
	return fmt.Sprintf("status %d: %s", e.Status, e.Message)
}

// Failure is the classified error of a call of a port.
type Failure struct {
	// Class decides whether the call is repeated.
	Class FailureClass
	// Task is the name of the task, or "" if the call was not for a task.
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

// Classify returns the class of an error of a port, which must not be nil. Errors with a
// method Timeout that returns true, context.DeadlineExceeded, and status codes 408, 429, and
// 500 to 599 are transient. Other status codes from 400 to 499 are Invalid and are never
// retried. All other errors are Permanent.
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

// transient reports whether the same call may succeed later, like the guard of this name in
// question/question.fsm.yaml.
func transient(v FailureClass) bool {
	return v == FailureClassTimeout || v == FailureClassServerError || v == FailureClassRateLimited
}
