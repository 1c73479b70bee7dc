package fsmtest

import (
	"fmt"
	"math/rand"
	"slices"
)

// maxForgedRun limits the events of a run from a forged configuration.
const maxForgedRun = 200

// bounded says what is wrong with the progress of a machine that Restore has accepted: it
// must not be negative, and must not exceed the bound.
func (h *checks) bounded(from Config) error {
	if h.Rank == 0 || h.ended(from) {
		return nil
	}
	progress := h.progress(from)
	if slices.Min(progress) < 0 {
		return fmt.Errorf("progress is %v", progress)
	}
	if h.Rank == 1 && h.Bound != nil && progress[0] > h.Bound(from.vars) {
		return fmt.Errorf("progress is %d, but the bound is %d", progress[0], h.Bound(from.vars))
	}
	return nil
}

// proceeds says what is wrong with the progress of a step.
func (h *checks) proceeds(from Config, e Input, next Config, row int) error {
	if h.Rank == 0 || !h.takes(row) {
		return nil
	}
	if before, after := h.progress(from), h.progress(next); !h.Events[e.event].Environment && slices.Compare(after, before) >= 0 {
		return fmt.Errorf("progress goes from %v to %v", before, after)
	}
	return h.bounded(next)
}

// runForged runs a machine from a forged configuration to its end or, in a reactive
// machine, for some time. The run must keep to the bound.
func (h *checks) runForged(m any, host *host, from Config) error {
	random := rand.New(rand.NewSource(1))
	taken, start := 0, from
	for range maxForgedRun {
		var events []int
		for event := range h.Events {
			if h.lists(from, event) {
				events = append(events, event)
			}
		}
		if len(events) == 0 {
			return nil
		}
		e := h.fill(events[random.Intn(len(events))], from, func(n int) int { return random.Intn(max(n, 1)) })
		next, row := h.step(from, e)
		if err := h.takesForged(m, host, from, e); err != nil {
			return fmt.Errorf("%s in %s: %w", h.inputText(e), h.text(from), err)
		}
		switch {
		case !h.takes(row):
		case h.Events[e.event].Environment:
			taken = 0
		default:
			taken++
		}
		if h.Bound != nil && taken > h.Bound(from.vars) {
			return fmt.Errorf("a run from %s takes %d transitions, but the bound is %d", h.text(start), taken, h.Bound(from.vars))
		}
		from = next
	}
	return nil
}
