package main

import (
	"context"
	"fmt"
	"log/slog"
	"strings"

	"github.com/fsmgen/fsmgen/machines/fallback"
)

// step is one transition of a run, for observers.
type step struct {
	run           int64 // number of the run
	number        int   // of the transition in its run, from 1
	most          int   // the bound on number
	from, to      fallback.State
	event         fallback.Event
	before, after int      // progress
	provider      string   // the upstream concerned, or empty
	failure       *failure // of event Failure, else nil
}

// logSteps returns an observer that logs each transition, and how the run ended
// with the last.
func logSteps(log *slog.Logger) func(step) {
	return func(s step) {
		attrs := []slog.Attr{
			slog.Int64("run", s.run),
			slog.Int("n", s.number),
			slog.String("from", s.from.String()),
			slog.String("event", s.event.String()),
			slog.String("to", s.to.String()),
			slog.Int("progress", s.after),
		}
		if s.provider != "" {
			attrs = append(attrs, slog.String("provider", s.provider))
		}
		if s.failure != nil {
			attrs = append(attrs,
				slog.String("class", s.failure.class.String()),
				slog.String("error", s.failure.err.Error()))
		}
		log.LogAttrs(context.Background(), slog.LevelInfo, "transition", attrs...)
		if s.to.Terminal() {
			log.LogAttrs(context.Background(), slog.LevelInfo, "run ended",
				slog.Int64("run", s.run),
				slog.String("outcome", s.to.Outcome().String()),
				slog.Int("transitions", s.number),
				slog.Int("max_transitions", s.most))
		}
	}
}

// row returns the transition as a line of a table.
func (s step) row() string {
	state, event := widths()
	arrow := "--" + s.event.String() + strings.Repeat("-", event-len(s.event.String())) + "-->"
	line := fmt.Sprintf("%2d  %-*s %s %-*s  progress %2d -> %2d", s.number, state, s.from, arrow, state, s.to, s.before, s.after)
	if s.provider != "" {
		line += "  " + s.provider
	}
	if s.failure != nil {
		line += fmt.Sprintf(": %s (%v)", publicText(s.failure.err), s.failure.class)
	}
	return line
}

// widths returns the lengths of the longest names of a state and of an event.
func widths() (state, event int) {
	for _, s := range fallback.States() {
		state = max(state, len(s.String()))
	}
	for _, e := range fallback.Events() {
		event = max(event, len(e.String()))
	}
	return state, event
}
