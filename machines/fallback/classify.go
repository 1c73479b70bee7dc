package fallback

// Reason is a one-word reason for a failure. Programs may add their own.
type Reason string

// The reasons of [DefaultRules].
const (
	// ReasonCancelled: the caller no longer waits for the answer.
	ReasonCancelled Reason = "cancelled"
	// ReasonContext: the request is too long for the model.
	ReasonContext Reason = "context_length"
	// ReasonQuota: the quota of the account is exhausted.
	ReasonQuota Reason = "quota"
	// ReasonAuthentication: the key is rejected.
	ReasonAuthentication Reason = "authentication"
	// ReasonModel: the provider does not have the model.
	ReasonModel Reason = "unknown_model"
	// ReasonRateLimit: the requests exceed a rate limit.
	ReasonRateLimit Reason = "rate_limit"
	// ReasonOverloaded: the provider is overloaded.
	ReasonOverloaded Reason = "overloaded"
	// ReasonServer: a server error.
	ReasonServer Reason = "server_error"
	// ReasonTimeout: the answer does not arrive in time.
	ReasonTimeout Reason = "timeout"
	// ReasonNetwork: the connection fails.
	ReasonNetwork Reason = "network"
	// ReasonRequest: the provider rejects the request.
	ReasonRequest Reason = "bad_request"
	// ReasonUnsupported: the server does not support the request.
	ReasonUnsupported Reason = "unsupported"
	// ReasonAnswer: the answer is invalid, or no rule matches the error.
	ReasonAnswer Reason = "bad_answer"
)

// Verdict is the classification of a failure.
type Verdict struct {
	// Class is the argument of [Machine.Failure].
	Class FailureClass
	// Reason says why.
	Reason Reason
	// Blames reports whether the provider is at fault, not the request, so that the
	// next request should start at another provider.
	Blames bool
}

// Rule assigns a verdict to a kind of errors.
type Rule struct {
	// Match reports whether the rule applies to an error; see [MatchStatus].
	Match func(error) bool
	Verdict
}

// Rules is an ordered table of rules: the first one that matches decides. To add
// rules to the default ones, put them first:
//
//	rules := append(fallback.Rules{
//		{fallback.MatchStatus(403, 403), fallback.Verdict{Class: fallback.FailureClassRecoverable, Reason: "region"}},
//	}, fallback.DefaultRules()...)
type Rules []Rule

// Classify returns the verdict on the error of an attempt. If no rule matches, or for
// nil, the failure is Recoverable, because a retry may not help, and the provider is at
// fault.
func (rules Rules) Classify(err error) Verdict {
	for _, rule := range rules {
		if rule.Match(err) {
			return rule.Verdict
		}
	}
	return Verdict{FailureClassRecoverable, ReasonAnswer, true}
}

// Classify returns the class of an error according to [DefaultRules], for
// [Machine.Failure].
//
// Cancellation by the caller is not a failure but a separate event: check the context
// of the caller first, and call [Machine.Cancelled] if it is done.
func Classify(err error) FailureClass {
	return DefaultRules().Classify(err).Class
}

// DefaultRules returns a new table of the rules for providers with an HTTP API like
// that of OpenAI. They also match wrapped errors, in this order:
//
//	context.Canceled                     Fatal        the caller no longer waits for the answer
//	context length, by code or message   Recoverable  another model may have a larger context
//	402, code insufficient_quota         Recoverable  a retry does not restore the quota
//	401, 403                             Fatal        the key must be fixed
//	404, code model_not_found            Recoverable  another provider may have the model
//	429                                  Transient    retry
//	408                                  Transient    retry
//	503, 529                             Transient    retry
//	501, 505                             Recoverable  a retry does not help
//	other 5xx                            Transient    server error: retry
//	other 4xx                            Recoverable  the next provider may accept the request
//	timeout                              Transient    retry
//	net.Error, truncated body            Transient    network error: retry
//
// The provider is not at fault for errors that concern the request: context length,
// model, other 4xx, and cancellation.
func DefaultRules() Rules {
	const (
		transient   = FailureClassTransient
		recoverable = FailureClassRecoverable
		fatal       = FailureClassFatal
	)
	return Rules{
		{matchCancelled, Verdict{fatal, ReasonCancelled, false}},
		{matchContext, Verdict{recoverable, ReasonContext, false}},
		{matchAny(MatchStatus(402, 402), MatchCode("insufficient_quota")), Verdict{recoverable, ReasonQuota, true}},
		{matchAny(MatchStatus(401, 401), MatchStatus(403, 403)), Verdict{fatal, ReasonAuthentication, true}},
		{matchAny(MatchStatus(404, 404), MatchCode("model_not_found")), Verdict{recoverable, ReasonModel, false}},
		{MatchStatus(429, 429), Verdict{transient, ReasonRateLimit, true}},
		{MatchStatus(408, 408), Verdict{transient, ReasonTimeout, true}},
		{matchAny(MatchStatus(503, 503), MatchStatus(529, 529)), Verdict{transient, ReasonOverloaded, true}},
		{matchAny(MatchStatus(501, 501), MatchStatus(505, 505)), Verdict{recoverable, ReasonUnsupported, true}},
		// Providers add codes of their own, such as 520 to 524.
		{MatchStatus(500, 599), Verdict{transient, ReasonServer, true}},
		{MatchStatus(400, 499), Verdict{recoverable, ReasonRequest, false}},
		{matchTimeout, Verdict{transient, ReasonTimeout, true}},
		{matchNetwork, Verdict{transient, ReasonNetwork, true}},
	}
}
