package main

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/fsmgen/fsmgen/machines/fallback"
)

// driver takes one machine from its first state to its last.
type driver struct {
	proxy       *proxy
	machine     *fallback.Machine
	request     *fallback.Request
	run         int64     // numbers the runs of a proxy
	transitions int       // so far
	failures    []failure // of the attempts so far
	last        fallback.Event
}

// failure is a failed attempt.
type failure struct {
	provider string
	class    fallback.FailureClass
	err      error
}

// drive takes one step after the other until the machine ends, and shows each
// to the observer. An error is a defect of the program: no behaviour of an
// upstream or a client causes one.
func (d *driver) drive(ctx context.Context) error {
	for !d.machine.State().Terminal() {
		from, before := d.machine.State(), d.machine.Progress()
		event, err := d.step(ctx)
		if err != nil {
			return err
		}
		d.last = event
		d.transitions++
		d.show(from, before)
	}
	return nil
}

// step does what the present state asks for and sends the one event that comes
// of it. Which state follows is the machine's business.
func (d *driver) step(ctx context.Context) (fallback.Event, error) {
	switch state := d.machine.State(); state {
	case fallback.StateIdle:
		return fallback.EventRequestReceived, d.machine.RequestReceived(d.request)

	case fallback.StateSelecting:
		return fallback.EventSelect, d.machine.Select()

	case fallback.StateAttempting:
		response, err := d.provider().complete(ctx, d.proxy.client, d.request)
		switch {
		case err == nil:
			return fallback.EventSuccess, d.machine.Success(response)
		case ctx.Err() != nil:
			return fallback.EventCancelled, d.machine.Cancelled()
		}
		class := fallback.Classify(err)
		d.failures = append(d.failures, failure{d.provider().name, class, err})
		return fallback.EventFailure, d.machine.Failure(class, err)

	case fallback.StateRetrying:
		if err := wait(ctx, d.pause()); err != nil {
			return fallback.EventCancelled, d.machine.Cancelled()
		}
		return fallback.EventRetryReady, d.machine.RetryReady()

	default:
		return 0, fmt.Errorf("drive machine: no step from state %v", state)
	}
}

// provider returns the upstream last selected. Before the first Select there is
// none, and provider must not be called.
func (d *driver) provider() upstream {
	return d.proxy.upstreams[d.proxy.params.Providers-d.machine.Remaining()-1]
}

// pause returns how long to wait in Retrying: not at all when no retry is left,
// since the next attempt is at another upstream.
func (d *driver) pause() time.Duration {
	if d.machine.Retries() == d.proxy.params.MaxRetries {
		return 0
	}
	return d.proxy.backoff
}

// wait returns after the pause, or with an error as soon as ctx is done.
func wait(ctx context.Context, pause time.Duration) error {
	timer := time.NewTimer(pause)
	defer timer.Stop()
	select {
	case <-timer.C:
		return ctx.Err()
	case <-ctx.Done():
		return ctx.Err()
	}
}

// show passes the transition just taken to the observer.
func (d *driver) show(from fallback.State, before int) {
	s := step{
		run:    d.run,
		number: d.transitions,
		most:   d.proxy.params.MaxTransitions(),
		from:   from,
		event:  d.last,
		to:     d.machine.State(),
		before: before,
		after:  d.machine.Progress(),
	}
	if d.machine.Remaining() < d.proxy.params.Providers && s.to != fallback.StateExhausted {
		s.provider = d.provider().name
	}
	if d.last == fallback.EventFailure {
		f := d.failures[len(d.failures)-1]
		s.failure = &f
	}
	d.proxy.observe(s)
}

// refusal returns the answer of a run that did not succeed.
func (d *driver) refusal() *apiError {
	e := &apiError{status: http.StatusBadGateway, Type: "upstream_error"}
	switch {
	case d.last == fallback.EventCancelled:
		e.status, e.Code, e.Message = http.StatusServiceUnavailable, "request_cancelled", "the request was cancelled"
	case d.machine.State() == fallback.StateExhausted:
		e.Code, e.Message = "providers_exhausted", "no provider could answer"
	default:
		e.Code, e.Message = "provider_fatal", "a provider failed in a way that the next one must not hide"
	}
	for _, f := range d.failures {
		e.Failures = append(e.Failures, failureReport{f.provider, f.class.String(), publicText(f.err)})
	}
	return e
}
