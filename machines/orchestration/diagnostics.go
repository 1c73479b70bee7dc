package orchestration

import (
	"errors"
	"fmt"
	"strings"
)

// Diagnostics describes why an orchestration was aborted, and what to do about it. It
// contains no secrets: it says only whether required variables are set, and their values
// are removed from texts.
type Diagnostics struct {
	// Reason is the reason, and Cause is the underlying error, or "".
	Reason AbortReason `json:"reason"`
	Cause  string      `json:"cause,omitempty"`
	// Hints suggest what to do, the best suggestion first. There is at least one.
	Hints []string `json:"hints"`
	// Provider is the last provider, and Degraded reports whether heavy tasks were
	// skipped.
	Provider ProviderKind `json:"provider"`
	Degraded bool         `json:"degraded"`
	// Replans, Fallbacks, and Refinements are the numbers of those left.
	Replans     int `json:"replansLeft"`
	Fallbacks   int `json:"fallbacksLeft"`
	Refinements int `json:"refinementsLeft"`
	// Pending is the number of incomplete tasks, and Unfinished are their names.
	Pending    int      `json:"pending"`
	Unfinished []string `json:"unfinished,omitempty"`
	// Settings are the configuration and the environment, in a fixed order.
	Settings []Setting `json:"settings"`
}

// Setting is one of the settings in [Diagnostics].
type Setting struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// AbortError is the error of an aborted orchestration.
type AbortError struct {
	Diagnostics Diagnostics
	cause       error
}

// Error implements error. The text contains no secrets.
func (e *AbortError) Error() string {
	text := fmt.Sprintf("orchestration: aborted: %v", e.Diagnostics.Reason)
	if e.Diagnostics.Cause != "" {
		text += ": " + e.Diagnostics.Cause
	}
	return text
}

// Unwrap returns the underlying error as returned by the port, or nil. Unlike that of
// Error, its text may contain secrets.
func (e *AbortError) Unwrap() error {
	return e.cause
}

// GapError is the error for results that do not reach the goal.
type GapError struct {
	// Gaps describe what is missing; there is at least one.
	Gaps []string
}

// Error implements error.
func (e *GapError) Error() string {
	return "not met: " + strings.Join(e.Gaps, "; ")
}

// abortion returns the error of an aborted orchestration.
func (d *driver) abortion(s InAborted) *AbortError {
	cause := s.Cause()
	if s.Reason() == AbortReasonGapRemains && d.gap != nil {
		cause = d.gap // a gap is no error of a port, so the machine does not know it
	}
	e := &AbortError{cause: cause, Diagnostics: Diagnostics{
		Reason: s.Reason(), Hints: hints(s.Reason(), cause),
		Provider: s.Provider(), Degraded: s.Degraded(),
		Replans: s.Replans(), Fallbacks: s.Fallbacks(), Refinements: s.Refinements(),
		Unfinished: d.unfinished(), Settings: d.config.settings(),
	}}
	e.Diagnostics.Pending = len(e.Diagnostics.Unfinished)
	if cause != nil {
		e.Diagnostics.Cause = d.config.redact(cause.Error())
	}
	return e
}

// settings returns the settings that are not secret. For environment variables, it says
// only whether they are set.
func (c Config) settings() []Setting {
	p := c.Params
	settings := []Setting{
		{"offline", fmt.Sprint(p.Offline)},
		{"resources", fmt.Sprint(p.Resources)},
		{"allowCompatible", fmt.Sprint(c.AllowCompatible)},
		{"allowStub", fmt.Sprint(c.AllowStub)},
		{"features", c.redact(strings.Join(c.Features, ","))},
		{"budget", fmt.Sprint(c.Budget)},
		{"maxDuration", c.MaxDuration.String()},
		{"callTimeout", c.CallTimeout.String()},
		{"deadline", c.deadline().String()},
		{"workers", fmt.Sprint(p.Workers)},
		{"maxSteps", fmt.Sprint(p.MaxSteps)},
		{"maxReplans", fmt.Sprint(p.MaxReplans)},
		{"maxRetries", fmt.Sprint(p.MaxRetries)},
		{"maxFallbacks", fmt.Sprint(p.MaxFallbacks)},
		{"maxRefinements", fmt.Sprint(p.MaxRefinements)},
		{"servers", fmt.Sprint(p.Servers)},
		{"serverRetries", fmt.Sprint(p.ServerRetries)},
	}
	for _, v := range c.Env {
		value := "set"
		if v.Value == "" {
			value = "not set"
		}
		settings = append(settings, Setting{v.Name, value})
	}
	return settings
}

// hints returns suggestions for an abort with a reason.
func hints(reason AbortReason, cause error) []string {
	var hints []string
	var failure *Failure
	if errors.As(cause, &failure) {
		switch failure.Class {
		case FailureClassTimeout:
			hints = append(hints, "increase the call timeout, or make the tasks smaller")
		case FailureClassRateLimited:
			hints = append(hints, "wait, use fewer workers, or increase the limits of the backoff")
		case FailureClassServerError:
			hints = append(hints, "check the status of the provider, and try again later")
		case FailureClassInvalid:
			hints = append(hints, "correct the request: it will always be rejected")
		case FailureClassPermanent:
			hints = append(hints, "fix the cause: a retry does not help")
		}
	}
	switch reason {
	case AbortReasonInitFailed:
		hints = append(hints, "check the configuration, the required variables, and, in offline mode, that there is a stub without network access")
	case AbortReasonPlanInvalid:
		hints = append(hints, "narrow the goal, enable the features that the plan needs, or increase maxSteps, the budget, or maxDuration")
	case AbortReasonStepFailed:
		hints = append(hints, "allow another provider (allowCompatible, allowStub) or more fallbacks (maxFallbacks)")
	case AbortReasonFallbackFailed:
		hints = append(hints, "check the provider that was to be used next")
	case AbortReasonGapRemains:
		hints = append(hints, "increase maxRefinements, or make the goal easier to reach")
	case AbortReasonVerifyFailed:
		hints = append(hints, "check the verifier: the results exist, but were not verified")
	case AbortReasonWasCancelled:
		hints = append(hints, "run again, with a later deadline if there was one")
	case AbortReasonTimedOut:
		hints = append(hints, "allow more time (deadline), or narrow the goal")
	}
	return hints
}
