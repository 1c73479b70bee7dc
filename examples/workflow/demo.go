package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"time"

	"github.com/fsmgen/fsmgen/machines/orchestration"
)

// The key stands in the error of the second run, and must not be printed.
const demoKey = "sk-demo-4711"

// demo prints a run that recovers from everything and one that is given up. It
// is an error if one of them ends otherwise.
func demo(ctx context.Context, w io.Writer) error {
	if err := demoRecovery(ctx, w); err != nil {
		return fmt.Errorf("first run: %w", err)
	}
	fmt.Fprintln(w)
	err := demoAbort(ctx, w)
	var given *orchestration.AbortError
	if !errors.As(err, &given) || given.Diagnostics.Reason != orchestration.AbortReasonStepFailed {
		return fmt.Errorf("second run: ended with %w", errors.Join(err, errors.New("not as it must")))
	}
	return nil
}

// demoConfig has short waits, whose jitter is the same in each run.
func demoConfig() orchestration.Config {
	c := orchestration.DefaultConfig()
	c.Params.MaxRetries = 2
	c.MaxDuration = time.Hour
	c.Workers = 3
	c.Backoff = orchestration.Backoff{
		Min: time.Millisecond, Max: 10 * time.Millisecond,
		Jitter: 0.5, Source: rand.New(rand.NewPCG(1, 2)).Float64,
	}
	c.Env = []orchestration.Variable{{Name: "ATLAS_KEY", Value: demoKey}}
	return c
}

func demoRecovery(ctx context.Context, w io.Writer) error {
	busy := &orchestration.StatusError{Status: 503, Message: "busy"}
	limited := &orchestration.StatusError{Status: 429, Message: "slow down"}
	report := []orchestration.Task{
		{Name: "outline", Takes: 5 * time.Minute},
		{Name: "embed sources", Takes: 10 * time.Minute, Heavy: true},
		{Name: "draft", Takes: 20 * time.Minute},
		{Name: "check facts", Takes: 20 * time.Minute},
	}
	atlas := &script{
		plans: [][]orchestration.Task{
			append([]orchestration.Task{{Name: "read everything", Takes: 50 * time.Minute}}, report...),
			report,
		},
		replies: map[string][]reply{
			"outline":       {{text: "three chapters", after: "draft"}},
			"embed sources": {{err: busy}, {err: context.DeadlineExceeded}, {err: busy}},
			"draft":         {{text: "ten pages"}},
			"check facts":   {{err: limited}, {text: "two were wrong"}},
		},
	}
	birch := &script{
		replies: map[string][]reply{
			"embed sources": {{err: limited}},
			"cite sources":  {{text: "nine of them"}},
		},
		gaps: [][]string{{"no sources are cited"}, nil},
		fix:  []orchestration.Task{{Name: "cite sources", Takes: 5 * time.Minute}},
	}
	providers := orchestration.Providers{Preferred: atlas.provider("atlas"), Compatible: birch.provider("birch")}
	_, err := work(ctx, w, "a report on machines that end", demoConfig(), providers, &printer{w: w, delivered: atlas.delivered})
	return err
}

func demoAbort(ctx context.Context, w io.Writer) error {
	atlas := &script{
		plans: [][]orchestration.Task{{{Name: "summarise"}, {Name: "translate"}}},
		replies: map[string][]reply{
			"summarise": {{text: "one page"}},
			"translate": {{err: &orchestration.StatusError{Status: 422, Message: "no model for the key " + demoKey}}},
		},
	}
	_, err := work(ctx, w, "a summary in Frisian", demoConfig(), orchestration.Providers{Preferred: atlas.provider("atlas")}, &printer{w: w})
	return err
}
