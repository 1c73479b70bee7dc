// Package fallback asks several LLM providers for an answer, with retries and
// fallback: it decides which provider to ask next, when to retry, and when to give up.
//
// A [Chain] implements this for any number of goroutines. It needs a function for each
// provider that makes one attempt: your own, or those of package fallback/openai:
//
//	chain, err := fallback.NewChain(
//		[]fallback.Provider{{Name: "main", Ask: askMain}, {Name: "spare", Ask: askSpare}},
//		fallback.Settings{
//			Active:     "main",
//			Fallback:   []string{"spare"},
//			MaxRetries: 1,
//			Backoff:    fallback.Backoff{Min: 200 * time.Millisecond, Max: 5 * time.Second, Jitter: 0.5},
//		})
//	answer, err := chain.Do(ctx, request, nil)
//
// A chain classifies failures by a table ([Rules]), waits according to [Backoff] and
// Retry-After headers, skips providers that lack what a request needs ([Limits]), stays
// with a provider that works until [Chain.Reset], shows every transition to an observer,
// and returns all failures if no provider answers.
//
// It is based on [Machine], the state machine of fallback.fsm.yaml, which performs no
// I/O and measures no time. A driver performs the actions of the current state and
// reports the result by calling a method, one for each event; the machine calls the
// methods of a [Host]. [Run] is a driver for programs that do not need a chain.
//
// The events, and who sends them:
//
//   - RequestReceived: the front end has a request. It is legal once, in Idle.
//   - Select: the driver is ready for the next provider. If Host.Fits reports that
//     the provider can handle the request, the machine moves to Attempting, where
//     Current is the number of the provider, counted from 0. Otherwise, it stays and
//     emits Skipped. If no provider remains, it moves to Exhausted.
//   - Success: the provider has answered.
//   - Failure: the provider has failed. Its class decides: Transient leads to a retry
//     after Host.Backoff while retries remain, Recoverable to the next provider, and
//     Fatal to Aborted.
//   - RetryReady: the backoff timer has fired.
//   - Slow: the timer of an attempt has fired. That is a transient failure.
//   - Absent: the program has not sent RequestReceived or Select within Host.Patience.
//   - Cancelled: the caller no longer wants the answer. It is legal in every state
//     that is not terminal.
//
// In any other state, an event returns an *[IllegalTransitionError] and has no effect.
//
// Guarantee: with n providers and r retries per provider, every run ends after at most
// n(2r+3)+2 transitions, for all n >= 0 and r >= 0, whatever the host answers. A run in
// which every attempt fails as Transient takes exactly that many. [Params.MaxTransitions]
// returns the bound; the proof uses [Machine.Progress], which decreases with each
// transition. If timers fire when they are due, a run takes at most n(20r+21)+2 minutes, or
// less with shorter waits: see [Params.WorstCase] and [Chain.MaxDuration].
//
// Package fallback/completion asks chat models through chains, with or without tools. The
// program in examples/llmproxy is a complete front end.
package fallback

//go:generate go run github.com/fsmgen/fsmgen/cmd/fsmgen generate
