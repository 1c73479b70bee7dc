package fsmtest

import (
	"context"
	"fmt"
	"time"

	"github.com/fsmgen/fsmgen/fsmtest/internal/oracle"
	"github.com/fsmgen/fsmgen/fsmtest/internal/subject"
)

// Host is the host of a machine under test. The host of a generated test forwards all calls to
// it.
type Host struct{ calls subject.Hosting }

// Ask handles a call of an external guard, and returns its result.
func (h *Host) Ask(method string, args ...any) bool {
	return h.calls.Answer(append(oracle.Call{method}, args...))
}

// AskReason handles a call of an external guard that gives a reason: nil, or an error of its own.
func (h *Host) AskReason(method string, args ...any) error {
	call := append(oracle.Call{method}, args...)
	if h.calls.Answer(call) {
		return nil
	}
	err := &reason{call}
	h.calls.Gave(err)
	return err
}

// reason is the error with which a host answers a guard.
type reason struct{ call oracle.Call }

// Error implements error.
func (r *reason) Error() string { return fmt.Sprintf("the test says no to %v", r.call) }

// Tell handles a call of an output, or of StartTimer or StopTimer.
func (h *Host) Tell(method string, args ...any) {
	h.calls.Tell(append(oracle.Call{method}, args...))
}

// Delay handles a call of an external delay, and returns its result.
func (h *Host) Delay(method string, args ...any) time.Duration {
	h.Tell(method, args...)
	return h.calls.Delay()
}

// Now handles a call of Now, and returns the time of the test's clock.
func (h *Host) Now() time.Time { return h.calls.Now() }

// In receives the context of a call of the host, which must be that of the call that makes the step. It returns h.
func (h *Host) In(ctx context.Context) *Host {
	h.calls.In(ctx)
	return h
}

// Await forwards a call that Run makes, which the host of a generated test has got, to h. It returns what the result
// carries, the event that is the result, and the error that the call returns.
func Await[E any](ctx context.Context, h *Host, call string, args ...any) (carried E, event string, err error) {
	payload, event, err := h.calls.Await(ctx, append(oracle.Call{call}, args...))
	carried, _ = payload.(E)
	return carried, event, err
}
