package fsmtest

import (
	"cmp"
	"fmt"
	"math/rand"
	"slices"
)

// Subject is a run of several machines with the same parameters: a plain one, one that is made
// anew, of a snapshot or of its values, at the start and after each transition, one whose events are sent to typed states, and one
// that Run drives at the end. Each is compared with the spec. It is for packages that make random
// runs, such as package property.
type Subject struct {
	harness *harness
	params  any
	runs    []*run
	typed   *run    // nil: there are no typed states
	events  []Input // so far
	fault   error   // the first
	over    bool    // there is no work left
}

// subject makes the machines.
func (h *harness) subject(c any) *Subject {
	s := &Subject{harness: h, params: c}
	s.over = !affords(s.begin)
	return s
}

// begin makes the machines.
func (s *Subject) begin() {
	h, c := s.harness, s.params
	s.runs = []*run{h.begin(c)}
	if h.Restore != nil || h.FromValues != nil {
		r := h.begin(c)
		if r.renew = (*run).replace; r.fault == nil {
			r.fault = caught(r.replace)
		}
		s.runs = append(s.runs, r)
	}
	if h.In != nil {
		r := h.begin(c)
		s.typed, s.fault = r, r.fault
	}
	for i := range s.runs {
		s.fault = cmp.Or(s.runs[i].fault, s.fault)
	}
}

// Take sends an event to all machines, unless there was a fault. It returns the first fault, or
// nil.
func (s *Subject) Take(e Input) error {
	if s.fault == nil && !s.over {
		s.over = !affords(func() { s.take(e) })
	}
	return s.fault
}

// take is Take if there is enough work left.
func (s *Subject) take(e Input) {
	s.events = append(s.events, e)
	for i := range s.runs {
		if s.runs[i].take(e); s.runs[i].fault != nil {
			s.fault = s.runs[i].fault
			return
		}
	}
	if s.typed == nil {
		return
	}
	from := s.typed.oracle
	if err := caught(func() error { return s.typed.takeTyped(e) }); err != nil {
		s.fault = fmt.Errorf("%s in the typed state of %s: %w", s.harness.inputText(e), s.harness.text(from), err)
	}
}

// End repeats the run with Run, unless there was a fault. It returns the first fault, or nil.
func (s *Subject) End() error {
	if s.fault != nil || s.over || s.harness.Run == nil || s.harness.hurries() {
		return s.fault
	}
	c := testCase{params: s.params, events: s.events}
	affords(func() {
		if err := caught(func() error { return s.harness.driven(c) }); err != nil {
			s.fault = fmt.Errorf("in Run: %w", err)
		}
	})
	return s.fault
}

// Fault returns the first fault, or nil.
func (s *Subject) Fault() error { return s.fault }

// Len returns the number of events so far.
func (s *Subject) Len() int { return len(s.events) }

// String returns the fault, the events, and the parameters.
func (s *Subject) String() string {
	return fmt.Sprintf("%v\nafter %s\nwith %s", s.fault, s.harness.inputsText(s.events), s.harness.paramsText(s.params))
}

// rerun makes a run.
func (h *harness) rerun(c any, events []Input) *Subject {
	s := h.subject(c)
	for _, e := range events {
		_ = s.Take(e)
	}
	_ = s.End()
	return s
}

// Smallest reduces a run that fails, as long as it fails: to parameters closer to their minimum,
// fewer events, and simpler events.
func (s *Subject) Smallest() *Subject {
	h, tries := s.harness, 5000
	failed := s
	fails := func(c any, events []Input) bool {
		if tries--; tries < 0 {
			return false
		}
		again := h.rerun(c, events)
		if again.fault != nil {
			failed = again
		}
		return again.fault != nil
	}
	smaller := func() bool {
		c, events := failed.params, failed.events
		for _, d := range h.smaller(c) {
			if h.valid(d) && (fails(d, events) || fails(d, h.fit(c, d, events))) {
				return true
			}
		}
		for i := len(events) - 1; i >= 0; i-- {
			if fails(c, slices.Delete(slices.Clone(events), i, i+1)) {
				return true
			}
		}
		for i, e := range events {
			for _, simple := range h.simpler(e) {
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

// fit returns a run of a machine with other parameters: it takes the same
// transitions, as far as there are payloads with which it does.
func (o *draws) fit(c, d any, events []Input) (fitting []Input) {
	if !computes(func() { fitting = o.fitted(c, d, events) }) {
		return events // one of the machines does not come to rest
	}
	return fitting
}

// fitted does so if both machines come to rest.
func (o *draws) fitted(c, d any, events []Input) (fitting []Input) {
	was, is := o.start(c), o.start(d)
	for _, e := range events {
		next, row := o.step(was, e)
		fit := e
		if _, got := o.step(is, e); got != row {
			choices(rand.New(rand.NewSource(1)), 300, func(choose chooser) {
				f := o.fill(e.event, is, choose)
				if _, takes := o.step(is, f); got != row && takes == row {
					fit, got = f, takes
				}
			})
		}
		is, _ = o.step(is, fit)
		was = next
		fitting = append(fitting, fit)
	}
	return fitting
}

// simpler returns the events that are simpler in one thing that they carry for
// the host.
func (o *draws) simpler(e Input) (simpler []Input) {
	for i := range o.Questions {
		if o.answer(e.payload, i) {
			s := e
			s.payload = o.withAnswer(e.payload, i, false)
			simpler = append(simpler, s)
		}
	}
	if least := o.untimed(e.event); e.timed > least {
		s := e
		s.timed = least
		simpler = append(simpler, s)
	}
	if e.delay > 0 {
		s := e
		s.delay = 0
		simpler = append(simpler, s)
	}
	return simpler
}
