package fsmtest

import (
	"cmp"
	"fmt"
	"reflect"
	"time"
)

// tried checks DryRun: it returns what Apply would make of the machine and its outputs, and does
// nothing else, not even if the host panics.
func (s *sending) tried(v *inputs) error {
	c, h := s.copied()
	if h != nil {
		// A question finds the machine in a step, and as it was.
		h.looks, h.tries = s.host.looks, true
	}
	told := 0
	if s.Observe != nil {
		s.Observe(c, nil, func(any) { told++ })
		s.observeRefusals(c, nil, func(any) { told++ })
	}
	if s.In != nil {
		s.In(c)
	}
	before := s.clone(c)
	out := s.dryRun(c)
	if !s.sameMachine(c, before) {
		return fmt.Errorf("the machine changed from %+v to %+v", before, c)
	}
	if told > 0 {
		return fmt.Errorf("the observers of the machine get %d steps and refusals", told)
	}
	if h != nil {
		if h.want = s.asked(); len(s.Timers) > 0 {
			h.want = append([]Call{{"Now"}}, h.want...)
		}
		if err := h.end(nil); err != nil {
			return err
		}
	}
	if err := cmp.Or(s.answered(errorOf(out[2:]), s.c.rest, s.event.event, s.row), h.reasoned(errorOf(out[2:]))); err != nil {
		return err
	}
	if s.fails(s.row) {
		if !out[0].IsNil() || out[1].Len() > 0 {
			return fmt.Errorf("a refused event has the results %v and %v", out[0], out[1])
		}
		return nil
	}
	after := out[0].Interface()
	if had := s.swap(after, attached{}); had.observers != nil || had.mode != 0 {
		return fmt.Errorf("the result has the observers of the machine: %+v", after)
	}
	if err := s.compare(s.next, after); err != nil {
		return err
	}
	if h != nil {
		if err := s.timed(h, h.clock, -1, c, after); err != nil {
			return err
		}
	}
	if err := v.outputs(out[1], s.emitted()); err != nil {
		return err
	}
	if h == nil {
		return nil
	}
	return s.undisturbed(func(m any) error { return errorOf(s.dryRun(m)[2:]) })
}

// dryRun calls DryRun of a machine.
func (s *sending) dryRun(m any) []reflect.Value { return s.contexts.results(m, "DryRun", s.in) }

// undisturbed has the host panic each time that it is asked by what tries an event, and calls that during a step: the machine stays
// as it is, and refuses the latter.
func (s *sending) undisturbed(try func(m any) error) error {
	for k := 1; ; k++ {
		c, h := s.copied()
		h.panics, h.asked, h.silent, h.tries = k, 0, k, true
		before := s.clone(c)
		err := caught(func() error { _ = try(c); return nil })
		if !s.sameMachine(c, before) {
			return fmt.Errorf("a panic of the host changed the machine from %+v to %+v", before, c)
		}
		if err == nil {
			break
		}
	}
	c, _ := s.copied()
	s.setBusy(c, true)
	before := s.clone(c)
	if err := try(c); errorLike(err, s.Errors.Reentrant) == nil || !s.sameMachine(c, before) {
		return fmt.Errorf("during a step: error is %v, want %T", err, s.Errors.Reentrant)
	}
	return nil
}

// emitted returns the calls of outputs that the event causes.
func (s *sending) emitted() []Call { return s.told.outputs }

// timed compares the timers of a machine after a step, at a time, with those of the machine before it.
// fired is the timer that has raised the event; -1: none has.
func (s *sending) timed(h *host, now time.Time, fired int, before, after any) error {
	if len(s.Timers) == 0 {
		return nil
	}
	want, err := s.timingOf(before)
	if err != nil {
		return err
	}
	h.clock, h.started = now, map[int]time.Time{}
	for _, call := range s.host.want {
		h.notes(call)
	}
	want = h.timingAtEnd(want, s.c, fired)
	return s.timingIs(want, after)
}

// asked returns the calls of the host that ask for delays.
func (s *sending) asked() []Call { return s.told.delays }
