package main

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/fsmgen/fsmgen/machines/fallback"
	"github.com/fsmgen/fsmgen/temporal"
)

// chain answers the questions of the fallback chain: each provider fits, and waits are short.
type chain struct{}

func (chain) Fits(int) bool { return true }

func (chain) Patience() time.Duration { return 10 * time.Second }

func (chain) Attempt() time.Duration { return time.Minute }

func (chain) Backoff(retries int) time.Duration {
	return time.Duration(retries+1) * 100 * time.Millisecond
}

// newFallback returns the workflow of the fallback chain. The first provider is overloaded, the second one answers.
func newFallback(say func(format string, args ...any)) runner {
	w := temporal.New(fallback.Kind{Questions: chain{}}, func(_ context.Context, t temporal.Task[fallback.Output]) (fallback.Input, error) {
		switch o := t.Output.(type) {
		case fallback.FailedOutput:
			say("provider %d fails: %v", o.Provider, o.Err)
		case fallback.TimedOutOutput:
			say("provider %d does not answer", o.Provider)
		case fallback.SwitchedOutput:
			say("from provider %d to %d", o.From, o.To)
		}
		return nil, nil
	}, temporal.WithPureQuestions())
	w.Handle(func(context.Context, *fallback.Machine) (fallback.Input, error) {
		body := json.RawMessage(`{"model":"any","messages":[]}`)
		return fallback.RequestReceivedInput{Request: &fallback.Request{Model: "any", Body: body}}, nil
	}, "Idle")
	w.Handle(func(context.Context, *fallback.Machine) (fallback.Input, error) { return fallback.SelectInput{}, nil }, "Selecting")
	w.Handle(func(_ context.Context, m *fallback.Machine) (fallback.Input, error) {
		if m.Current() == 0 {
			return fallback.FailureInput{Class: fallback.FailureClassTransient, Err: errors.New("overloaded")}, nil
		}
		say("provider %d answers", m.Current())
		return fallback.SuccessInput{Response: &fallback.Response{Status: 200, Body: []byte(`{"answer":42}`)}}, nil
	}, "Attempting")
	return runner{"Fallback", w.Register, func() (temporal.Input, error) {
		return temporal.NewInput(fallback.Kind{Questions: chain{}}, fallback.Params{Providers: 3, MaxRetries: 1})
	}}
}
