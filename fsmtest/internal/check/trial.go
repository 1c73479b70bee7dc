package check

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/fsmgen/fsmgen/fsmtest/internal/oracle"
	"github.com/fsmgen/fsmgen/fsmtest/internal/run"
	"github.com/fsmgen/fsmgen/fsmtest/internal/script"
)

// Trial is a run of several machines with the same parameters: a plain one, one that is made
// anew, of a snapshot or of its values, at the start and after each transition, one whose events are sent to typed states, and one
// that Run drives at the end. Each is compared with the spec. It is for packages that make random
// runs, such as package property.
type Trial struct {
	bench  *run.Bench
	params any
	runs   []*run.Run
	typed  *run.Run       // nil: there are no typed states
	Events []oracle.Input // so far
	Fault  error          // the first
	over   bool           // there is no work left
}

// newTrial makes the machines.
func newTrial(b *run.Bench, c any) *Trial {
	s := &Trial{bench: b, params: c}
	s.over = !oracle.Affords(s.begin)
	return s
}

// begin makes the machines.
func (s *Trial) begin() {
	b, c := s.bench, s.params
	s.runs = []*run.Run{b.Begin(c)}
	if b.Subject.Machine.Restore != nil || b.Subject.Machine.FromValues != nil {
		r := b.Begin(c)
		if r.Renew = (*run.Run).Replace; r.Fault == nil {
			r.Fault = oracle.Caught(r.Replace)
		}
		s.runs = append(s.runs, r)
	}
	if b.Subject.Machine.In != nil {
		r := b.Begin(c)
		s.typed, s.Fault = r, r.Fault
	}
	for i := range s.runs {
		s.Fault = cmp.Or(s.runs[i].Fault, s.Fault)
	}
}

// Send sends an event to all machines, unless there was a fault. It returns the first fault, or
// nil.
func (s *Trial) Send(e oracle.Input) error {
	if s.Fault == nil && !s.over {
		s.over = !oracle.Affords(func() { s.sendAll(e) })
	}
	return s.Fault
}

// sendAll is Take if there is enough work left.
func (s *Trial) sendAll(e oracle.Input) {
	s.Events = append(s.Events, e)
	for i := range s.runs {
		if s.runs[i].Take(e); s.runs[i].Fault != nil {
			s.Fault = s.runs[i].Fault
			return
		}
	}
	if s.typed == nil {
		return
	}
	from := s.typed.Now
	if err := oracle.Caught(func() error { return takeTyped(s.typed, e, latest) }); err != nil {
		s.Fault = fmt.Errorf("%s in the typed state of %s: %w", s.bench.Oracle.Texts.Input(e), s.bench.Oracle.Texts.Config(from), err)
	}
}

// End repeats the run with Run, unless there was a fault. It returns the first fault, or nil.
func (s *Trial) End() error {
	if s.Fault != nil || s.over || s.bench.Subject.Machine.Run == nil || s.bench.Oracle.Clocks.Hurries() {
		return s.Fault
	}
	c := run.Case{Params: s.params, Events: s.Events}
	oracle.Affords(func() {
		if err := oracle.Caught(func() error { return script.Driven(s.bench, c) }); err != nil {
			s.Fault = fmt.Errorf("in Run: %w", err)
		}
	})
	return s.Fault
}

// String returns the fault, the events, and the parameters.
func (s *Trial) String() string {
	return fmt.Sprintf("%v\nafter %s\nwith %s", s.Fault, s.bench.Oracle.Texts.Inputs(s.Events), s.bench.Oracle.Texts.Params(s.params))
}

// rerun makes a run.
func rerun(b *run.Bench, c any, events []oracle.Input) *Trial {
	s := newTrial(b, c)
	for _, e := range events {
		_ = s.Send(e)
	}
	_ = s.End()
	return s
}

// Smallest reduces a run that fails, as long as it fails: to parameters closer to their minimum,
// fewer events, and simpler events.
func (s *Trial) Smallest() *Trial {
	b, tries := s.bench, 5000
	failed := s
	fails := func(c any, events []oracle.Input) bool {
		if tries--; tries < 0 {
			return false
		}
		again := rerun(b, c, events)
		if again.Fault != nil {
			failed = again
		}
		return again.Fault != nil
	}
	smaller := func() bool {
		c, events := failed.params, failed.Events
		for _, d := range b.Draws.Smaller(c) {
			if b.Oracle.Claims.Params(d) && (fails(d, events) || fails(d, b.Draws.Fit(c, d, events))) {
				return true
			}
		}
		for i := len(events) - 1; i >= 0; i-- {
			if fails(c, slices.Delete(slices.Clone(events), i, i+1)) {
				return true
			}
		}
		for i, e := range events {
			for _, simple := range b.Draws.Simpler(e) {
				changed := slices.Clone(events)
				if changed[i] = simple; fails(c, changed) {
					return true
				}
			}
		}
		return false
	}
	for smaller() {
	}
	return failed
}
