// Package fallback decides which of several LLM providers to ask next, when to
// ask the same one again, and when to give up.
//
// It is the state machine of fallback.fsm.yaml: it does no I/O and keeps no
// time. A driver does what the present state asks for and reports the outcome
// by calling a method, one an event:
//
//	m, err := fallback.New(fallback.Params{Providers: 2, MaxRetries: 1})
//	if err != nil {
//		return err
//	}
//	err = m.RequestReceived(request)                     // Idle to Selecting
//	err = m.Select()                                     // to Attempting, the first provider
//	err = m.Failure(fallback.Classify(timeout), timeout) // Transient: to Retrying
//	err = m.RetryReady()                                 // to Attempting, the first provider again
//	err = m.Success(response)                            // to Succeeded
//
// The events, and who sends them:
//
//   - RequestReceived: the front end has a request. Once, in Idle.
//   - Select: the driver is ready for the next provider. The machine moves to
//     Attempting or, when no provider remains, to Exhausted. The provider to
//     ask is number Params().Providers - Remaining() - 1, counted from 0.
//   - Success: the provider has answered.
//   - Failure: the provider has failed. [Classify] finds the class: Transient
//     asks the same provider again while retries remain, Recoverable goes on to
//     the next one, Fatal ends the run in Aborted.
//   - RetryReady: the timer of the backoff has run out.
//   - Cancelled: the caller no longer wants the answer. Attempting and Retrying
//     accept it, the two states in which a driver waits.
//
// In any other state an event is an *[IllegalTransitionError] and changes
// nothing.
//
// Guarantee: with n providers and r retries a provider, every run ends after at
// most n(2r+3)+2 transitions, for all n >= 0 and r >= 0. A run in which every
// attempt fails as Transient takes exactly that many. [Params.MaxTransitions]
// returns the bound and [Machine.Progress], which falls with each transition,
// is how it is proved.
//
// The program in examples/llmproxy is a whole driver.
package fallback

//go:generate go run github.com/fsmgen/fsmgen/cmd/fsmgen generate
