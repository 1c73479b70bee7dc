package fallback

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"time"
)

// Answer is the result of a run.
type Answer struct {
	// Response is the answer, which now belongs to the caller.
	Response *Response
	// Position is the provider of the answer.
	Position Position
}

// Do runs the machine once: it asks the providers until one answers, and returns the
// answer. A run ends after at most Params().MaxTransitions() transitions; observe, which
// may be nil, is called for each of them in the same goroutine. The request must not be
// nil.
//
// The error is an *[ExhaustedError] or *[AbortedError]. Any other error indicates a bug in
// this package.
func (c *Chain) Do(ctx context.Context, request *Request, observe func(Observation)) (Answer, error) {
	r := &run{chain: c, request: request, observe: observe, start: c.tracker.start(), id: c.runs.Add(1)}
	m, err := New(c.params, r)
	if err != nil {
		return Answer{}, err
	}
	r.machine = m
	for !m.State().Terminal() {
		if err := r.step(ctx); err != nil {
			return Answer{}, err
		}
	}
	if response, ok := m.Response(); ok {
		i := r.index(m.Current())
		if i != r.start && r.blamed {
			c.tracker.move(r.start, i)
		}
		return Answer{response, Position{i, c.providers[i].Name}}, nil
	}
	if m.State() == StateExhausted {
		return Answer{}, &ExhaustedError{r.failures, r.unfit}
	}
	reason, _ := m.Reason()
	cause, _ := m.Cause()
	return Answer{}, &AbortedError{reason, cause, r.failures}
}

// run drives one machine from its initial state to a terminal one. It is the [Host] of
// the machine.
type run struct {
	chain    *Chain
	machine  *Machine
	request  *Request
	observe  func(Observation)
	id       int64
	number   int // of transitions so far
	start    int // where in the chain the run begins
	blamed   bool
	failures []*AttemptError
	unfit    []*UnfitError

	now   Observation   // what is known of the transition being made
	begun int           // the number of the start of the timer that runs
	wait  time.Duration // its duration
	after time.Duration // what the last failure asks for
	slow  error         // of the attempt that has timed out
}

// index returns the position in the chain of a provider of the run.
func (r *run) index(number int) int {
	return (r.start + number) % len(r.chain.providers)
}

// step performs the action of the current state, sends the resulting event, and calls the
// observer. The machine decides which state follows.
func (r *run) step(ctx context.Context) error {
	r.now = Observation{From: r.machine.State(), Before: r.machine.Progress()}
	event, err := r.act(ctx)
	if err != nil {
		return err
	}
	r.number++
	if r.observe == nil {
		return nil
	}
	o := r.now
	o.Run, o.Number, o.Most = r.id, r.number, r.chain.params.MaxTransitions()
	o.Event, o.To, o.After = event, r.machine.State(), r.machine.Progress()
	if o.From != StateIdle && (o.From != StateSelecting || o.To == StateAttempting) {
		o.Provider = r.chain.providers[r.index(r.machine.Current())].Name
	}
	r.observe(o)
	return nil
}

func (r *run) act(ctx context.Context) (Event, error) {
	m := r.machine
	if ctx.Err() != nil {
		return r.cancel(ctx)
	}
	switch state := m.State(); state {
	case StateIdle:
		return EventRequestReceived, m.RequestReceived(r.request)
	case StateSelecting:
		return EventSelect, m.Select()
	case StateAttempting:
		response, late, err := r.ask(ctx)
		switch {
		case err == nil && response != nil:
			return EventSuccess, m.Success(response)
		case ctx.Err() != nil:
			return r.cancel(ctx)
		case err != nil && late:
			r.slow = err
			return EventSlow, m.Fire(TimerAttemptingSlow, r.begun)
		case err == nil:
			err = errors.New("the provider returned nothing")
		}
		class, failure := r.judge(err)
		return EventFailure, m.Failure(class, failure)
	case StateRetrying:
		if !r.sleep(ctx) {
			return r.cancel(ctx)
		}
		return EventRetryReady, m.Fire(TimerRetryingRetryReady, r.begun)
	default:
		return 0, fmt.Errorf("fallback: no step from state %v", state)
	}
}

// ask makes an attempt that ends when the timer is due, and reports whether that was so. The context of an attempt that has an
// answer goes on, because the answer may be read with it.
func (r *run) ask(ctx context.Context) (response *Response, late bool, err error) {
	ctx, cancel := context.WithCancelCause(ctx)
	timer := time.AfterFunc(r.wait, func() { cancel(context.DeadlineExceeded) })
	response, err = r.chain.providers[r.index(r.machine.Current())].Ask(ctx, r.request)
	late = !timer.Stop()
	if err != nil || response == nil {
		cancel(nil)
	}
	return response, late, err
}

func (r *run) cancel(ctx context.Context) (Event, error) {
	return EventCancelled, r.machine.Cancelled(context.Cause(ctx))
}

// judge classifies the error of the current attempt.
func (r *run) judge(err error) (FailureClass, *AttemptError) {
	failure := r.attempt(r.chain.rules.Classify(err), err)
	r.after = 0
	var status *StatusError
	if errors.As(err, &status) {
		r.after = status.RetryAfter
	}
	if failure.Class == FailureClassTransient && !r.chain.backoff.Accepts(r.after) {
		// The provider does not want an earlier retry, and a longer wait is pointless.
		failure.Class = FailureClassRecoverable
	}
	return failure.Class, failure
}

// attempt returns the failure of the current attempt.
func (r *run) attempt(v Verdict, err error) *AttemptError {
	i := r.index(r.machine.Current())
	return &AttemptError{r.chain.providers[i].Name, i, r.machine.Retries(), v, err}
}

// sleep waits until the timer of the machine fires, and reports whether it did.
func (r *run) sleep(ctx context.Context) bool {
	if r.wait <= 0 {
		return true
	}
	timer := time.NewTimer(r.wait)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// Fits implements [Guards].
func (r *run) Fits(remaining int) bool {
	if remaining == 0 {
		return false // there is no next provider
	}
	p := r.chain.providers[r.index(r.chain.params.Providers-remaining)]
	return len(p.Limits.Missing(r.request.Needs)) == 0
}

// Failed implements [Outputs].
func (r *run) Failed(provider, _ int, _ FailureClass, err error) {
	r.failed(provider, err.(*AttemptError))
}

// TimedOut implements [Outputs].
func (r *run) TimedOut(provider, _ int) {
	r.after = 0
	r.failed(provider, r.attempt(Verdict{FailureClassTransient, ReasonTimeout, true}, r.slow))
}

// failed keeps a failure of a provider of the run.
func (r *run) failed(provider int, failure *AttemptError) {
	r.failures = append(r.failures, failure)
	r.now.Failure = failure
	if provider == 0 && failure.Blames {
		r.blamed = true
	}
}

// Skipped implements [Outputs].
func (r *run) Skipped(provider int) {
	i := r.index(provider)
	p := r.chain.providers[i]
	r.now.Skipped = &UnfitError{p.Name, i, p.Limits.Missing(r.request.Needs), p.Limits.tooLong(r.request.Needs)}
	r.unfit = append(r.unfit, r.now.Skipped)
}

// Switched implements [Outputs]. The machine knows no reason if no provider has reported a failure.
func (r *run) Switched(from, to int, _ error) {
	var reason error
	if n := len(r.failures); n > 0 {
		reason = r.failures[n-1]
	} else {
		reason = r.unfit[len(r.unfit)-1]
	}
	i := r.index(to)
	r.now.Switched = &Switch{r.chain.providers[r.index(from)].Name, r.chain.providers[i].Name, i, reason}
}

// Now implements [Timers]. Nothing reads when the timer is due.
func (r *run) Now() time.Time { return time.Time{} }

// StartTimer implements [Timers]. At most one timer runs.
func (r *run) StartTimer(t Timer, start int, d time.Duration) {
	r.begun, r.wait = start, d
	if t == TimerRetryingRetryReady {
		r.now.Wait = d
	}
}

// StopTimer implements [Timers].
func (r *run) StopTimer(Timer, int) { r.wait = 0 }

// Patience implements [Timers]. The run itself goes on at once.
func (r *run) Patience() time.Duration { return math.MaxInt64 }

// Attempt implements [Timers].
func (r *run) Attempt() time.Duration { return r.chain.attempt }

// Backoff implements [Timers].
func (r *run) Backoff(retries int) time.Duration {
	if retries == r.chain.params.MaxRetries {
		return 0 // the next attempt is at another provider
	}
	return r.chain.backoff.Delay(retries, r.after, rand.Float64())
}
