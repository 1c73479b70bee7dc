package chat

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/fsmgen/fsmgen/machines/fallback"
	"github.com/fsmgen/fsmgen/machines/orchestration"
)

const (
	permanent   = orchestration.FailureClassPermanent
	invalid     = orchestration.FailureClassInvalid
	timeout     = orchestration.FailureClassTimeout
	serverError = orchestration.FailureClassServerError
	rateLimited = orchestration.FailureClassRateLimited
)

// TestClasses has each reason that package fallback knows, and two of a program.
func TestClasses(t *testing.T) {
	want := map[fallback.Reason]orchestration.FailureClass{
		fallback.ReasonCancelled: permanent, fallback.ReasonContext: invalid, fallback.ReasonQuota: permanent,
		fallback.ReasonAuthentication: invalid, fallback.ReasonModel: invalid, fallback.ReasonRateLimit: rateLimited,
		fallback.ReasonOverloaded: serverError, fallback.ReasonServer: serverError, fallback.ReasonTimeout: timeout,
		fallback.ReasonNetwork: timeout, fallback.ReasonRequest: invalid, fallback.ReasonUnsupported: permanent,
		fallback.ReasonAnswer: serverError,
	}
	for _, rule := range fallback.DefaultRules() {
		class, ok := want[rule.Reason]
		if got := classOf(rule.Verdict); !ok || got != class {
			t.Errorf("%s: %v, want %v", rule.Reason, got, class)
		}
	}
	for v, class := range map[fallback.Verdict]orchestration.FailureClass{
		fallback.Rules{}.Classify(nil):                                      serverError, // bad_answer
		{Class: fallback.FailureClassTransient, Reason: "warming up"}:       serverError,
		{Class: fallback.FailureClassRecoverable, Reason: "region"}:         permanent,
		{Class: fallback.FailureClassRecoverable, Reason: "rate_limit"}:     rateLimited, // asks for a longer wait than the chain has
		{Class: fallback.FailureClassFatal, Reason: "authentication"}:       invalid,
		{Class: fallback.FailureClassFatal, Reason: fallback.ReasonTimeout}: timeout,
	} {
		if got := classOf(v); got != class {
			t.Errorf("%+v: %v, want %v", v, got, class)
		}
	}
}

// TestFailure runs chains of two servers with these statuses, 0 for one that does
// not fit, and looks at the class of the error.
func TestFailure(t *testing.T) {
	for _, test := range []struct {
		statuses [2]int
		want     orchestration.FailureClass
		text     string
	}{
		{[2]int{503, 503}, serverError, "a: status 503 Service Unavailable; b: status 503 Service Unavailable"},
		{[2]int{429, 503}, rateLimited, ""}, // the first that is transient
		{[2]int{400, 429}, rateLimited, ""},
		{[2]int{429, 400}, rateLimited, ""},
		{[2]int{400, 404}, invalid, ""},
		{[2]int{404, 402}, permanent, ""},                         // the last
		{[2]int{401, 503}, invalid, "a: status 401 Unauthorized"}, // fatal: no other provider is called
		{[2]int{503, 401}, invalid, ""},
		{[2]int{0, 0}, invalid, "a is unsuitable: it lacks tools; b is unsuitable: it lacks tools"},
		{[2]int{0, 429}, rateLimited, "b: status 429 Too Many Requests; a is unsuitable: it lacks tools"},
	} {
		var known []fallback.Provider
		for i, name := range []string{"a", "b"} {
			known = append(known, fallback.Provider{Name: name, Limits: fallback.Limits{NoTools: test.statuses[i] == 0},
				Ask: func(context.Context, *fallback.Request) (*fallback.Response, error) {
					return nil, &fallback.StatusError{Status: test.statuses[i]}
				}})
		}
		chain, err := fallback.NewChain(known, fallback.Settings{Active: "a", Fallback: []string{"b"}})
		if err != nil {
			t.Fatal(err)
		}
		_, err = chain.Do(t.Context(), &fallback.Request{Needs: fallback.Needs{Tools: true}}, nil)
		if got := orchestration.Classify(failure(err)); got != test.want {
			t.Errorf("%v: %v, want %v: %v", test.statuses, got, test.want, err)
		}
		if got := failure(err).Error(); test.text != "" && got != fmt.Sprintf("%s (%v)", test.text, test.want) {
			t.Errorf("%v: text %q, want %q", test.statuses, got, test.text)
		}
		// All that the chain has collected is there.
		if !errors.Is(failure(err), err) {
			t.Errorf("%v: %v does not wrap %v", test.statuses, failure(err), err)
		}
	}
}
