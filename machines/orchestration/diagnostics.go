package orchestration

import (
	"errors"
	"fmt"
	"strings"
)

// Diagnostics says why work was given up, and what to do about it. It holds no
// secrets: of the required variables it says only whether they are set, and
// their values are taken out of texts.
type Diagnostics struct {
	// Reason is why, and Cause the error behind it, or empty.
	Reason AbortReason `json:"reason"`
	Cause  string      `json:"cause,omitempty"`
	// Hints say what may help, the best first. There is one at least.
	Hints []string `json:"hints"`
	// Provider was in use at the end, and Degraded tells whether heavy tasks were
	// left out.
	Provider ProviderKind `json:"provider"`
	Degraded bool         `json:"degraded"`
	// Replans, Retries and Refinements were made; Fallbacks are left.
	Replans     int `json:"replans"`
	Retries     int `json:"retries"`
	Fallbacks   int `json:"fallbacksLeft"`
	Refinements int `json:"refinements"`
	// Pending tasks were not complete, Unfinished are their names.
	Pending    int      `json:"pending"`
	Unfinished []string `json:"unfinished,omitempty"`
	// Settings are the flags and the environment, in a fixed order.
	Settings []Setting `json:"settings"`
}

// Setting is a line of the snapshot in [Diagnostics].
type Setting struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// AbortError is the error of work that was given up.
type AbortError struct {
	Diagnostics Diagnostics
	cause       error
}

// Error implements error. It holds no secrets.
func (e *AbortError) Error() string {
	text := fmt.Sprintf("orchestration: given up: %v", e.Diagnostics.Reason)
	if e.Diagnostics.Cause != "" {
		text += ": " + e.Diagnostics.Cause
	}
	return text
}

// Unwrap returns the error behind the reason, as the port has returned it: its
// text may hold what Error leaves out. It is nil if there is none.
func (e *AbortError) Unwrap() error {
	return e.cause
}

// GapError is the cause when results do not reach the goal.
type GapError struct {
	// Gaps are what is missing; at least one.
	Gaps []string
}

// Error implements error.
func (e *GapError) Error() string {
	return "not met: " + strings.Join(e.Gaps, "; ")
}

// settings returns what may be known about the configuration. Texts of the
// environment are not among it, only whether they are there.
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
		{"workers", fmt.Sprint(c.Workers)},
		{"maxSteps", fmt.Sprint(p.MaxSteps)},
		{"maxReplans", fmt.Sprint(p.MaxReplans)},
		{"maxRetries", fmt.Sprint(p.MaxRetries)},
		{"maxFallbacks", fmt.Sprint(p.MaxFallbacks)},
		{"maxRefinements", fmt.Sprint(p.MaxRefinements)},
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

// hints returns what may help against an end for that reason.
func hints(reason AbortReason, cause error) []string {
	var hints []string
	var failure *Failure
	if errors.As(cause, &failure) {
		switch failure.Class {
		case FailureClassTimeout:
			hints = append(hints, "raise the call timeout, or make the tasks smaller")
		case FailureClassRateLimited:
			hints = append(hints, "wait, use fewer workers, or raise the limits of the backoff")
		case FailureClassServerError:
			hints = append(hints, "look at the state of the provider, and try again later")
		case FailureClassInvalid:
			hints = append(hints, "mend the request: it will be refused each time")
		case FailureClassPermanent:
			hints = append(hints, "mend what the cause says: trying again does not help")
		}
	}
	switch reason {
	case AbortReasonInitFailed:
		hints = append(hints, "check the configuration, the required variables and, offline, that there is a stub without a network")
	case AbortReasonPlanInvalid:
		hints = append(hints, "narrow the goal, enable the features that the plan needs, or raise maxSteps, the budget or maxDuration")
	case AbortReasonStepFailed, AbortReasonRetriesExhausted:
		hints = append(hints, "allow another provider (allowCompatible, allowStub) or more fallbacks (maxFallbacks)")
	case AbortReasonFallbackFailed:
		hints = append(hints, "check the provider that the work was to go on with")
	case AbortReasonGapRemains:
		hints = append(hints, "raise maxRefinements, or make the goal easier to meet")
	case AbortReasonVerifyFailed:
		hints = append(hints, "check the verifier; the results are there, but nobody has judged them")
	case AbortReasonWasCancelled:
		hints = append(hints, "run again, with a later deadline if there was one")
	}
	return hints
}
