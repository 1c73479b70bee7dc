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

// proceeds says what is wrong with the progress of the steps of a course.
func (h *checks) proceeds(c course) error {
	if h.Rank == 0 {
		return nil
	}
	for _, s := range c.steps {
		if err := h.decreases(s); err != nil {
			return err
		}
		if err := h.bounded(s.to); err != nil {
			return err
		}
	}
	return nil
}

// runForged runs a machine from a forged configuration to its end or, in a reactive
// machine, for some time. The run must keep to the bound.
func (h *checks) runForged(m any, host *host, from Config) error {
	random := rand.New(rand.NewSource(1))
	taken, start := 0, from
	for range maxForgedRun {
		rest, none := h.atRest(from), 0
		var events []int
		for event, e := range h.Events {
			switch {
			case h.lists(rest, event):
				events = append(events, event)
			case !e.Internal:
				none = event
			}
		}
		if len(events) == 0 {
			if h.key(rest) == h.key(from) || h.Events[none].Internal {
				return nil
			}
			events = []int{none} // which is illegal, but comes after the steps without an event
		}
		e := h.fill(events[random.Intn(len(events))], rest, func(n int) int { return random.Intn(max(n, 1)) })
		c := h.course(from, e)
		if err := h.takesForged(m, host, from, e); err != nil {
			return fmt.Errorf("%s in %s: %w", h.inputText(e), h.text(from), err)
		}
		taken = h.count(taken, c.steps)
		if h.Bound != nil && taken > h.Bound(from.vars) {
			return fmt.Errorf("a run from %s takes %d transitions, but the bound is %d", h.text(start), taken, h.Bound(from.vars))
		}
		from = c.end
	}
	return nil
}
