package main

import (
	"context"
	"fmt"
	"log/slog"
	"strings"

	"github.com/fsmgen/fsmgen/machines/fallback"
)

// logSteps returns an observer that logs each transition, and how the run ended
// with the last.
func logSteps(log *slog.Logger) func(fallback.Observation) {
	return func(o fallback.Observation) {
		if !log.Enabled(context.Background(), slog.LevelInfo) {
			return
		}
		attrs := []slog.Attr{
			slog.Int64("run", o.Run),
			slog.Int("n", o.Number),
			slog.String("from", o.From.String()),
			slog.String("event", o.Event.String()),
			slog.String("to", o.To.String()),
			slog.Int("progress", o.After),
		}
		if o.Provider != "" {
			attrs = append(attrs, slog.String("provider", o.Provider))
		}
		if f := o.Failure; f != nil {
			attrs = append(attrs,
				slog.String("class", f.Class.String()),
				slog.String("reason", string(f.Reason)),
				slog.String("error", f.Err.Error()))
		}
		if o.Wait > 0 {
			attrs = append(attrs, slog.Duration("wait", o.Wait))
		}
		if o.Skipped != nil {
			attrs = append(attrs, slog.String("skipped", o.Skipped.Error()))
		}
		log.LogAttrs(context.Background(), slog.LevelInfo, "transition", attrs...)
		if s := o.Switched; s != nil {
			log.LogAttrs(context.Background(), slog.LevelInfo, "switched",
				slog.Int64("run", o.Run),
				slog.String("from", s.From),
				slog.String("to", s.To),
				slog.Int("position", s.Position),
				slog.String("reason", switchReason(s)))
		}
		if o.To.Terminal() {
			log.LogAttrs(context.Background(), slog.LevelInfo, "run ended",
				slog.Int64("run", o.Run),
				slog.String("state", o.To.String()),
				slog.Int("transitions", o.Number),
				slog.Int("max_transitions", o.Most))
		}
	}
}

// switchReason returns the reason of a switch in a word.
func switchReason(s *fallback.Switch) string {
	if f, ok := s.Reason.(*fallback.AttemptError); ok {
		return string(f.Reason)
	}
	return "unfit"
}

// row returns the transition as a line of a table.
func row(o fallback.Observation) string {
	state, event := widths()
	arrow := "--" + o.Event.String() + strings.Repeat("-", event-len(o.Event.String())) + "-->"
	line := fmt.Sprintf("%2d  %-*s %s %-*s  progress %2d -> %2d", o.Number, state, o.From, arrow, state, o.To, o.Before, o.After)
	if o.Provider != "" {
		line += "  " + o.Provider
	}
	if f := o.Failure; f != nil {
		line += fmt.Sprintf(": %s (%v)", publicText(f.Err), f.Class)
	}
	if s := o.Switched; s != nil {
		line += fmt.Sprintf("\n      switched from %s to %s: %s", s.From, s.To, switchReason(s))
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
