// Package fallback asks several LLM providers for one answer: which to ask
// next, when to ask the same one again, and when to give up.
//
// A [Chain] does all of it for any number of goroutines. Give it functions that
// make one attempt each, your own or those of package fallback/openai:
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
// It classifies failures by a table ([Rules]), waits as long as [Backoff] and
// the provider's Retry-After say, passes over providers that lack what a request
// needs ([Limits]), stays with a provider that works until [Chain.Reset], tells
// an observer of every transition, and returns all failures if none answers.
//
// Below it is the state machine of fallback.fsm.yaml, [Machine]. It does no I/O
// and keeps no time. A driver does what the present state asks for and reports
// the outcome by calling a method, one an event; what the machine wants of the
// program are the methods of a [Host].
// [Run] is such a driver for programs that need no chain.
//
// The events, and who sends them:
//
//   - RequestReceived: the front end has a request. Once, in Idle.
//   - Select: the driver is ready for the next provider. The machine asks
//     Host.Fits whether that one can do it, and moves to Attempting, where
//     Current is the number of the provider, counted from 0; or it stays and
//     tells Skipped. When no provider remains it moves to Exhausted.
//   - Success: the provider has answered.
//   - Failure: the provider has failed. The class decides: Transient asks the
//     same provider again while retries remain, after Host.Backoff; Recoverable
//     goes on to the next one; Fatal ends the run in Aborted.
//   - RetryReady: the timer of the backoff has run out.
//   - Cancelled: the caller no longer wants the answer. Every state accepts it
//     that is not terminal.
//
// In any other state an event is an *[IllegalTransitionError] and changes
// nothing.
//
// Guarantee: with n providers and r retries a provider, every run ends after at
// most n(2r+3)+2 transitions, for all n >= 0 and r >= 0, whatever the host
// answers. A run in which every attempt fails as Transient takes exactly that
// many. [Params.MaxTransitions] returns the bound and [Machine.Progress], which
// falls with each transition, is how it is proved.
//
// The program in examples/llmproxy is a whole front end.
package fallback

//go:generate go run github.com/fsmgen/fsmgen/cmd/fsmgen generate
