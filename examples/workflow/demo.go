package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"time"

	"github.com/fsmgen/fsmgen/machines/fallback"
	"github.com/fsmgen/fsmgen/machines/orchestration"
)

// The error of the second run contains the key, which must not be printed.
const demoKey = "sk-demo-4711"

// demo prints a run that recovers from all failures and one that is aborted. It returns an error if one of them
// ends differently.
func demo(ctx context.Context, w io.Writer) error {
	if err := demoRecovery(ctx, w); err != nil {
		return fmt.Errorf("first run: %w", err)
	}
	fmt.Fprintln(w)
	err := demoAbort(ctx, w)
	var given *orchestration.AbortError
	if !errors.As(err, &given) || given.Diagnostics.Reason != orchestration.AbortReasonStepFailed {
		return fmt.Errorf("second run: ended with %w", errors.Join(err, errors.New("an unexpected result")))
	}
	return nil
}

// demoConfig returns a configuration with short waits and reproducible jitter.
func demoConfig() orchestration.Config {
	c := orchestration.DefaultConfig()
	c.Params.MaxRetries, c.Params.Servers, c.Params.ServerRetries = 2, 2, 0
	c.MaxDuration = time.Hour
	c.Backoff = orchestration.Backoff{
		Min: time.Millisecond, Max: 10 * time.Millisecond,
		Jitter: 0.5, Source: rand.New(rand.NewPCG(1, 2)).Float64,
	}
	c.Env = []orchestration.Variable{{Name: "ATLAS_KEY", Value: demoKey}}
	return c
}

// demoRecovery has two models. Atlas has two servers: north is down, so the chain switches to south, which fails on
// one task.
func demoRecovery(ctx context.Context, w io.Writer) error {
	busy := &fallback.StatusError{Status: 503, Message: "busy"}
	limited := &fallback.StatusError{Status: 429, Message: "slow down"}
	const goal = "a report on machines that end"
	const tasks = `{"name":"outline","minutes":5},{"name":"embed sources","minutes":10,"heavy":true},{"name":"draft","minutes":20},{"name":"check facts","minutes":20}]}`
	north := &script{name: "north", replies: map[string][]reply{"": {{err: busy}}}}
	south := &script{name: "south", replies: map[string][]reply{
		"Plan: " + goal:       {{text: `{"tasks":[{"name":"read everything","minutes":50},` + tasks}, {text: `{"tasks":[` + tasks}},
		"Task: outline":       {{text: "three chapters", takes: 20 * time.Millisecond}},
		"Task: embed sources": {{err: busy, takes: time.Millisecond}, {err: context.DeadlineExceeded, takes: time.Millisecond}, {err: busy, takes: time.Millisecond}},
		"Task: draft":         {{text: "ten pages", takes: 10 * time.Millisecond}},
		"Task: check facts":   {{err: limited, takes: 20 * time.Millisecond}, {text: "two were wrong", takes: 15 * time.Millisecond}},
	}}
	birch := &script{name: "birch", replies: map[string][]reply{
		"Task: embed sources": {{err: limited}},
		"Task: cite sources":  {{text: "nine of them"}},
		"Verify: " + goal:     {{text: `{"gaps":["no sources are cited"]}`}, {text: `{"gaps":[]}`}},
		"Refine: " + goal:     {{text: `{"tasks":[{"name":"cite sources","minutes":5}]}`}},
	}}
	large, err := newModel("atlas", []fallback.Provider{north.provider(), south.provider()}, fallback.Settings{})
	if err != nil {
		return err
	}
	small, err := newModel("birch", []fallback.Provider{birch.provider()}, fallback.Settings{})
	if err != nil {
		return err
	}
	providers := orchestration.Providers{Preferred: large.provider("atlas-2"), Compatible: small.provider("birch-1")}
	_, err = work(ctx, w, goal, demoConfig(), providers, &printer{w: w}, large, small)
	large.print(w)
	small.print(w)
	return err
}

// demoAbort has a task that no server can do.
func demoAbort(ctx context.Context, w io.Writer) error {
	const goal = "a summary in Frisian"
	south := &script{name: "south", replies: map[string][]reply{
		"Plan: " + goal:   {{text: `{"tasks":[{"name":"summarise"},{"name":"translate"}]}`}},
		"Task: summarise": {{text: "one page", takes: 10 * time.Millisecond}},
		"Task: translate": {{takes: time.Millisecond, err: &fallback.StatusError{Status: 422, Message: "no model for the key " + demoKey}}},
	}}
	large, err := newModel("atlas", []fallback.Provider{south.provider()}, fallback.Settings{})
	if err != nil {
		return err
	}
	_, err = work(ctx, w, goal, demoConfig(), orchestration.Providers{Preferred: large.provider("atlas-2")}, &printer{w: w}, large)
	return err
}
