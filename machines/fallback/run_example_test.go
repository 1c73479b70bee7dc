package fallback_test

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/fsmgen/fsmgen/machines/fallback"
)

// bare is a program around the machine itself, without a chain: what to do in
// each state, and what the machine asks and tells.
type bare struct{}

func (bare) Idle(_ context.Context, s fallback.InIdle) (fallback.AfterIdle, error) {
	return s.RequestReceived(&fallback.Request{Model: "small-1"})
}

func (bare) Selecting(_ context.Context, s fallback.InSelecting) (fallback.AfterSelecting, error) {
	return s.Select()
}

func (bare) Attempting(_ context.Context, s fallback.InAttempting) (fallback.AfterAttempting, error) {
	if s.Current() == 0 {
		return s.Failure(fallback.FailureClassTransient, errors.New("busy"))
	}
	return s.Success(&fallback.Response{Status: 200})
}

// Retrying leaves the rest to the timer.
func (bare) Retrying(context.Context, fallback.InRetrying) (fallback.AfterRetrying, error) {
	return nil, nil
}

func (bare) Fits(int) bool { return true }

func (bare) Backoff(retries int) time.Duration {
	return time.Duration(retries+1) * time.Millisecond
}

func (bare) Patience() time.Duration { return time.Second }

func (bare) Attempt() time.Duration { return 30 * time.Second }

func (bare) TimedOut(provider, retry int) {
	fmt.Printf("provider %d, retry %d: timeout\n", provider, retry)
}

func (bare) Failed(provider, retry int, class fallback.FailureClass, err error) {
	fmt.Printf("provider %d, retry %d: %v (%v)\n", provider, retry, err, class)
}

func (bare) Skipped(int) {}

func (bare) Switched(from, to int, reason error) {
	fmt.Printf("from %d to %d: %v\n", from, to, reason)
}

// The machine alone, with two providers of which the first is busy. Run keeps
// the time of the backoff.
func ExampleRun() {
	end, err := fallback.Run(context.Background(), fallback.Params{Providers: 2, MaxRetries: 1}, bare{}, bare{})
	fmt.Println(end.State(), err)

	// Output:
	// provider 0, retry 0: busy (Transient)
	// provider 0, retry 1: busy (Transient)
	// from 0 to 1: busy
	// Succeeded <nil>
}
