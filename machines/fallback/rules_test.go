package fallback_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"testing"

	"github.com/fsmgen/fsmgen/machines/fallback"
)

func TestDefaultRules(t *testing.T) {
	const (
		transient   = fallback.FailureClassTransient
		recoverable = fallback.FailureClassRecoverable
		fatal       = fallback.FailureClassFatal
	)
	status := func(status int, code, message string) error {
		return &fallback.StatusError{Status: status, Code: code, Message: message}
	}
	tests := []struct {
		err    error
		class  fallback.FailureClass
		reason fallback.Reason
		blames bool
	}{
		{status(400, "", "This model's maximum context length is 8192 tokens"), recoverable, fallback.ReasonContext, false},
		{status(400, "context_length_exceeded", ""), recoverable, fallback.ReasonContext, false},
		{status(413, "", "Prompt is too long: 9 tokens"), recoverable, fallback.ReasonContext, false},
		{status(500, "", "context window is broken"), transient, fallback.ReasonServer, true},
		{status(400, "", "temperature"), recoverable, fallback.ReasonRequest, false},
		{status(400, "model_not_found", ""), recoverable, fallback.ReasonModel, false},
		{status(404, "", ""), recoverable, fallback.ReasonModel, false},
		{status(401, "", ""), fatal, fallback.ReasonAuthentication, true},
		{status(403, "", ""), fatal, fallback.ReasonAuthentication, true},
		{status(402, "", ""), recoverable, fallback.ReasonQuota, true},
		{status(429, "insufficient_quota", ""), recoverable, fallback.ReasonQuota, true},
		{status(429, "", ""), transient, fallback.ReasonRateLimit, true},
		{status(408, "", ""), transient, fallback.ReasonTimeout, true},
		{status(500, "", ""), transient, fallback.ReasonServer, true},
		{status(501, "", ""), recoverable, fallback.ReasonUnsupported, true},
		{status(503, "", ""), transient, fallback.ReasonOverloaded, true},
		{status(524, "", ""), transient, fallback.ReasonServer, true},
		{status(529, "", ""), transient, fallback.ReasonOverloaded, true},
		{status(302, "", ""), recoverable, fallback.ReasonAnswer, true},
		{context.Canceled, fatal, fallback.ReasonCancelled, false},
		{context.DeadlineExceeded, transient, fallback.ReasonTimeout, true},
		{&net.DNSError{IsTimeout: true}, transient, fallback.ReasonTimeout, true},
		{&net.DNSError{IsNotFound: true}, transient, fallback.ReasonNetwork, true},
		{io.ErrUnexpectedEOF, transient, fallback.ReasonNetwork, true},
		{errors.New("not JSON"), recoverable, fallback.ReasonAnswer, true},
		{nil, recoverable, fallback.ReasonAnswer, true},
	}
	for _, test := range tests {
		want := fallback.Verdict{Class: test.class, Reason: test.reason, Blames: test.blames}
		if got := fallback.DefaultRules().Classify(test.err); got != want {
			t.Errorf("Classify(%v) = %+v, want %+v", test.err, got, want)
		}
		if test.err == nil {
			continue
		}
		if got := fallback.DefaultRules().Classify(fmt.Errorf("ask: %w", test.err)); got != want {
			t.Errorf("Classify(wrapped %v) = %+v, want %+v", test.err, got, want)
		}
	}
}

// TestOwnRules puts rules before those of the package, and uses some alone.
func TestOwnRules(t *testing.T) {
	region := fallback.Verdict{Class: fallback.FailureClassRecoverable, Reason: "region", Blames: true}
	odd := errors.New("odd")
	own := fallback.Rules{
		{Match: fallback.MatchStatus(403, 403), Verdict: region},
		{Match: func(err error) bool { return errors.Is(err, odd) }, Verdict: fallback.Verdict{Class: fallback.FailureClassTransient, Reason: "odd"}},
	}
	both := append(own, fallback.DefaultRules()...)
	tests := []struct {
		rules fallback.Rules
		err   error
		want  fallback.Reason
	}{
		{both, &fallback.StatusError{Status: 403}, "region"},
		{both, &fallback.StatusError{Status: 401}, fallback.ReasonAuthentication},
		{both, odd, "odd"},
		{own, &fallback.StatusError{Status: 401}, fallback.ReasonAnswer},
		{fallback.Rules{}, &fallback.StatusError{Status: 401}, fallback.ReasonAnswer},
	}
	for _, test := range tests {
		if got := test.rules.Classify(test.err); got.Reason != test.want {
			t.Errorf("%v: reason %q, want %q", test.err, got.Reason, test.want)
		}
	}
}
