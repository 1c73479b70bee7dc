package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/fsmgen/fsmgen/machines/orchestration"
)

// printer is an observer that prints a run.
type printer struct {
	w         io.Writer
	moves     int
	delivered func(task string) // told each result; may be nil
}

// Moved implements orchestration.Observer.
func (p *printer) Moved(m orchestration.Move) {
	p.moves++
	state, event := widths()
	arrow := "--" + m.Event.String() + strings.Repeat("-", event-len(m.Event.String())) + "-->"
	fmt.Fprintf(p.w, "%2d  %-*s %s %-*s  %v -> %v\n", p.moves, state, m.From, arrow, state, m.To, m.Before, m.After)
}

// Delivered implements orchestration.Observer.
func (p *printer) Delivered(r orchestration.Result) {
	text := r.Text
	if r.Skipped {
		text = "skipped"
	}
	fmt.Fprintf(p.w, "    + %s: %s\n", r.Task, text)
	if p.delivered != nil {
		p.delivered(r.Task)
	}
}

// Advised implements orchestration.Observer.
func (p *printer) Advised(text string) {
	fmt.Fprintf(p.w, "      %s\n", text)
}

// widths returns the lengths of the longest names of a state and of an event.
func widths() (state, event int) {
	for _, s := range orchestration.States() {
		state = max(state, len(s.String()))
	}
	for _, e := range orchestration.Events() {
		event = max(event, len(e.String()))
	}
	return state, event
}

// work works on one goal and prints how the run ended, with the diagnostics
// if it was aborted. The results are those of the run.
func work(ctx context.Context, w io.Writer, goal orchestration.Goal, c orchestration.Config, providers orchestration.Providers, p *printer) ([]orchestration.Result, error) {
	fmt.Fprintf(w, "goal: %s\n\n", goal)
	results, err := orchestration.Orchestrate(ctx, goal, c, providers, p)
	var given *orchestration.AbortError
	switch {
	case errors.As(err, &given):
		text, marshalErr := json.MarshalIndent(given.Diagnostics, "", "  ")
		if marshalErr != nil {
			return results, marshalErr
		}
		fmt.Fprintf(w, "\naborted after %d transitions of at most %d\n%s\n", p.moves, c.Params.MaxTransitions(), text)
	case err == nil:
		fmt.Fprintf(w, "\nreached after %d transitions of at most %d, with %d results\n", p.moves, c.Params.MaxTransitions(), len(results))
	}
	return results, err
}
