package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/fsmgen/fsmgen/machines/orchestration"
	"github.com/fsmgen/fsmgen/machines/orchestration/question"
)

// printer is an observer that prints a run.
type printer struct {
	w     io.Writer
	moves int // of the machine
	asked int // of the machines of its questions
}

// Moved implements orchestration.Observer.
func (p *printer) Moved(m orchestration.Move) {
	p.moves++
	state, event := widths()
	arrow := "--" + m.Event.String() + strings.Repeat("-", event-len(m.Event.String())) + "-->"
	fmt.Fprintf(p.w, "%2d  %-*s %s %-*s  %d -> %d\n", p.moves, state, m.From, arrow, state, m.To, m.Before, m.After)
}

// Asked implements orchestration.Observer: it prints retries.
func (p *printer) Asked(a orchestration.Asked) {
	p.asked++
	if a.To == question.StateRetryStep || a.From == question.StateRetryStep {
		fmt.Fprintf(p.w, "    %s %v: %v\n", a.Call, a.Event, a.To)
	}
}

// Delivered implements orchestration.Observer.
func (p *printer) Delivered(r orchestration.Result) {
	text := r.Text
	if r.Skipped {
		text = "skipped"
	}
	fmt.Fprintf(p.w, "    + %s: %s\n", r.Task, text)
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
func work(ctx context.Context, w io.Writer, goal orchestration.Goal, c orchestration.Config, providers orchestration.Providers, p *printer, models ...*model) ([]orchestration.Result, error) {
	fmt.Fprintf(w, "goal: %s\n\n", goal)
	results, err := orchestration.Orchestrate(ctx, goal, c, providers, p)
	var given *orchestration.AbortError
	if err == nil {
		fmt.Fprintf(w, "\nreached with %d results", len(results))
	} else if errors.As(err, &given) {
		fmt.Fprint(w, "\naborted")
	} else {
		return results, err
	}
	total := p.moves + p.asked
	for _, m := range models {
		total += m.transitions()
	}
	fmt.Fprintf(w, " after %d transitions, %d of them of questions and model calls; the bound is %d\n", total, total-p.moves, c.Params.MaxTransitions())
	if given != nil {
		text, marshalErr := json.MarshalIndent(given.Diagnostics, "", "  ")
		if marshalErr != nil {
			return results, marshalErr
		}
		fmt.Fprintf(w, "%s\n", text)
	}
	return results, err
}
