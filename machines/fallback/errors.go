package fallback

import (
	"fmt"
	"strings"
)

// AttemptError is the failure of one attempt of a run.
type AttemptError struct {
	// Provider is the name of the provider.
	Provider string
	// Position is the position of the provider in the chain, 0 for the active one.
	Position int
	// Retry is the number of earlier retries of the provider.
	Retry int
	// Verdict is the classification of the failure.
	Verdict
	// Err is the error of the provider's Ask, or says that it returned nothing.
	Err error
}

// Error implements error.
func (e *AttemptError) Error() string {
	return fmt.Sprintf("%s: %v (%v, %s)", e.Provider, e.Err, e.Class, e.Reason)
}

// Unwrap returns Err.
func (e *AttemptError) Unwrap() error {
	return e.Err
}

// UnfitError is the reason why a provider was not asked.
type UnfitError struct {
	// Provider is the name of the provider.
	Provider string
	// Position is the position of the provider in the chain, 0 for the active one.
	Position int
	// Missing lists what the request needs and the provider lacks.
	Missing []string
	// TooLong reports whether the context of the provider is too small for the request.
	TooLong bool
}

// Error implements error.
func (e *UnfitError) Error() string {
	return fmt.Sprintf("%s is unsuitable: it lacks %s", e.Provider, strings.Join(e.Missing, ", "))
}

// ExhaustedError is the error of a run that ended in Exhausted: no suitable provider
// has answered.
type ExhaustedError struct {
	// Failures are all failed attempts, in order; none if no provider is suitable.
	Failures []*AttemptError
	// Unfit are the providers that were not asked, in order.
	Unfit []*UnfitError
}

// Error implements error.
func (e *ExhaustedError) Error() string {
	return "fallback: no provider could answer" + list(e.Unwrap())
}

// Unwrap returns all failures, and then why the other providers were not asked.
func (e *ExhaustedError) Unwrap() []error {
	var errs []error
	for _, f := range e.Failures {
		errs = append(errs, f)
	}
	for _, u := range e.Unfit {
		errs = append(errs, u)
	}
	return errs
}

// AbortedError is the error of a run that ended in Aborted.
type AbortedError struct {
	// Reason says whether a provider failed fatally or the run was canceled. The run itself never
	// waits for its program, and so is never Abandoned.
	Reason AbortReason
	// Cause is the fatal failure, an *[AttemptError], or the cause with which
	// the context was canceled.
	Cause error
	// Failures are all failed attempts, in order.
	Failures []*AttemptError
}

// Error implements error.
func (e *AbortedError) Error() string {
	return fmt.Sprintf("fallback: aborted, %v: %v", e.Reason, e.Cause)
}

// Unwrap returns Cause.
func (e *AbortedError) Unwrap() error {
	return e.Cause
}

// list returns errors as the end of a sentence.
func list(errs []error) string {
	text := ""
	for i, err := range errs {
		text += [2]string{": ", "; "}[min(i, 1)] + err.Error()
	}
	return text
}
