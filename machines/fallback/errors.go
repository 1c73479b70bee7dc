package fallback

import (
	"fmt"
	"strings"
)

// AttemptError is the failure of one attempt of a run.
type AttemptError struct {
	// Provider is the name of the provider.
	Provider string
	// Position is the place of the provider in the chain, 0 for the active one.
	Position int
	// Retry is how often the provider had been asked again before.
	Retry int
	// Verdict is what was made of the failure.
	Verdict
	// Err is what the provider's Ask returned, or that it returned nothing.
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

// UnfitError says why a provider was not asked.
type UnfitError struct {
	// Provider is the name of the provider.
	Provider string
	// Position is the place of the provider in the chain, 0 for the active one.
	Position int
	// Missing is what the provider cannot do and the request needs.
	Missing []string
}

// Error implements error.
func (e *UnfitError) Error() string {
	return fmt.Sprintf("%s does not fit: lacks %s", e.Provider, strings.Join(e.Missing, ", "))
}

// ExhaustedError is the error of a run that ended in Exhausted: no provider that
// fits has answered.
type ExhaustedError struct {
	// Failures are all failed attempts, in order; none if no provider fits.
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
	// Reason says whether a provider failed fatally or the run was cancelled.
	Reason AbortReason
	// Cause is the fatal failure, an *[AttemptError], or the cause with which
	// the context was cancelled.
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
