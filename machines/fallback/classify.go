package fallback

// Reason says in a word why a provider has failed. Programs may add their own.
type Reason string

// The reasons of [DefaultRules].
const (
	// ReasonCancelled is that nobody waits for the answer.
	ReasonCancelled Reason = "cancelled"
	// ReasonContext is that the request is longer than the model can read.
	ReasonContext Reason = "context_length"
	// ReasonQuota is that the account is used up.
	ReasonQuota Reason = "quota"
	// ReasonAuthentication is that the key is refused.
	ReasonAuthentication Reason = "authentication"
	// ReasonModel is that the provider does not have the model.
	ReasonModel Reason = "unknown_model"
	// ReasonRateLimit is that requests come too fast.
	ReasonRateLimit Reason = "rate_limit"
	// ReasonOverloaded is that the provider has too much to do.
	ReasonOverloaded Reason = "overloaded"
	// ReasonServer is a fault of the server.
	ReasonServer Reason = "server_error"
	// ReasonTimeout is that the answer does not come in time.
	ReasonTimeout Reason = "timeout"
	// ReasonNetwork is that the connection fails.
	ReasonNetwork Reason = "network"
	// ReasonRequest is that the provider refuses the request.
	ReasonRequest Reason = "bad_request"
	// ReasonUnsupported is that the server cannot do what is asked at all.
	ReasonUnsupported Reason = "unsupported"
	// ReasonAnswer is an answer that makes no sense, and whatever no rule knows.
	ReasonAnswer Reason = "bad_answer"
)

// Verdict is what to make of a failure.
type Verdict struct {
	// Class is the argument of [Machine.Failure].
	Class FailureClass
	// Reason says why.
	Reason Reason
	// Blames says that the provider is at fault and not the request, so that
	// the next request had better begin elsewhere.
	Blames bool
}

// Rule gives errors of one kind a verdict.
type Rule struct {
	// Match reports whether the rule is about an error; see [MatchStatus].
	Match func(error) bool
	Verdict
}

// Rules is an ordered table of rules: the first that matches decides. To add to
// those of the package, put more before them:
//
//	rules := append(fallback.Rules{
//		{fallback.MatchStatus(403, 403), fallback.Verdict{Class: fallback.FailureClassRecoverable, Reason: "region"}},
//	}, fallback.DefaultRules()...)
type Rules []Rule

// Classify returns the verdict on the failure of an attempt. An error that no
// rule matches is Recoverable, since asking again need not help, and blames the
// provider; so is nil.
func (rules Rules) Classify(err error) Verdict {
	for _, rule := range rules {
		if rule.Match(err) {
			return rule.Verdict
		}
	}
	return Verdict{FailureClassRecoverable, ReasonAnswer, true}
}

// Classify returns the class that [DefaultRules] give the failure of an attempt,
// the argument of [Machine.Failure].
//
// Cancellation by the caller is an event of its own and not a failure: ask the
// context of the caller first, and call [Machine.Cancelled] if it is done.
func Classify(err error) FailureClass {
	return DefaultRules().Classify(err).Class
}

// DefaultRules returns a new table of the rules for providers with an HTTP
// interface like OpenAI's. They look through wrapped errors, in this order:
//
//	context.Canceled                     Fatal        nobody waits for an answer
//	context length, by code or message   Recoverable  another model may be larger
//	402, code insufficient_quota         Recoverable  paying is not retrying
//	401, 403                             Fatal        a key to repair, not to work around
//	404, code model_not_found            Recoverable  another provider may have it
//	429                                  Transient    ask again
//	408                                  Transient    ask again
//	503, 529                             Transient    ask again
//	501, 505                             Recoverable  asking again is in vain
//	other 5xx                            Transient    fault of the server: ask again
//	other 4xx                            Recoverable  the next may understand it
//	time-out                             Transient    ask again
//	net.Error, cut body                  Transient    fault of the network: ask again
//
// Those that speak of the request (context length, model, other 4xx,
// cancellation) blame nobody.
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
