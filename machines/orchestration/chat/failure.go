package chat

import (
	"errors"
	"fmt"
	"strings"

	"github.com/fsmgen/fsmgen/machines/fallback"
	"github.com/fsmgen/fsmgen/machines/orchestration"
)

// failure converts the error of a run of a chain to an error of package orchestration. Its
// class is that of the first transient failed attempt, because the same call may succeed
// later, or else that of the last attempt. It does not convert cancellation.
func failure(err error) error {
	var aborted *fallback.AbortedError
	var exhausted *fallback.ExhaustedError
	class := orchestration.FailureClassPermanent
	switch {
	case errors.As(err, &aborted) && aborted.Reason == fallback.AbortReasonCancellation:
		return err
	case errors.As(err, &aborted) && len(aborted.Failures) > 0:
		class = classOf(aborted.Failures[len(aborted.Failures)-1].Verdict)
	case errors.As(err, &exhausted) && len(exhausted.Failures) == 0:
		class = orchestration.FailureClassInvalid // no provider supports what it needs
	case errors.As(err, &exhausted):
		for _, f := range exhausted.Failures {
			if class = classOf(f.Verdict); transient(class) {
				break
			}
		}
	}
	return &orchestration.Failure{Class: class, Err: &runError{err}}
}

// runError is the error of a run of a chain with a shorter text: which providers have failed
// and how, without the classification.
type runError struct {
	err error
}

// Error implements error.
func (e *runError) Error() string {
	var aborted *fallback.AbortedError
	var exhausted *fallback.ExhaustedError
	var texts []string
	switch {
	case errors.As(e.err, &aborted):
		texts = attempts(aborted.Failures)
	case errors.As(e.err, &exhausted):
		texts = attempts(exhausted.Failures)
		for _, u := range exhausted.Unfit {
			texts = append(texts, u.Error())
		}
	}
	if len(texts) == 0 {
		return e.err.Error()
	}
	return strings.Join(texts, "; ")
}

// Unwrap returns the error of the run.
func (e *runError) Unwrap() error { return e.err }

func attempts(failures []*fallback.AttemptError) []string {
	var texts []string
	for _, f := range failures {
		texts = append(texts, fmt.Sprintf("%s: %v", f.Provider, f.Err))
	}
	return texts
}

// classOf returns the class of a failed attempt, which depends on the reason: an attempt that
// must not be repeated in the same run may be repeated in a later one. For reasons that a
// program has added, the class of the chain decides.
func classOf(v fallback.Verdict) orchestration.FailureClass {
	switch v.Reason {
	case fallback.ReasonRateLimit:
		return orchestration.FailureClassRateLimited
	case fallback.ReasonTimeout, fallback.ReasonNetwork:
		return orchestration.FailureClassTimeout
	case fallback.ReasonOverloaded, fallback.ReasonServer, fallback.ReasonAnswer:
		return orchestration.FailureClassServerError
	case fallback.ReasonContext, fallback.ReasonAuthentication, fallback.ReasonModel, fallback.ReasonRequest:
		return orchestration.FailureClassInvalid
	case fallback.ReasonCancelled, fallback.ReasonQuota, fallback.ReasonUnsupported:
		return orchestration.FailureClassPermanent
	}
	if v.Class == fallback.FailureClassTransient {
		return orchestration.FailureClassServerError
	}
	return orchestration.FailureClassPermanent
}

func transient(class orchestration.FailureClass) bool {
	return class == orchestration.FailureClassTimeout || class == orchestration.FailureClassServerError ||
		class == orchestration.FailureClassRateLimited
}
