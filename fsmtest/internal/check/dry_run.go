package check

import (
	"cmp"
	"fmt"
	"reflect"
	"time"

	"github.com/fsmgen/fsmgen/fsmtest/internal/host"
	"github.com/fsmgen/fsmgen/fsmtest/internal/mirror"
	"github.com/fsmgen/fsmgen/fsmtest/internal/oracle"
	"github.com/fsmgen/fsmgen/fsmtest/internal/run"
	"github.com/fsmgen/fsmgen/fsmtest/internal/subject"
)

// tried checks DryRun: it returns what Apply would make of the machine and its outputs, and does
// nothing else, not even if the host panics.
func tried(s *run.Sending, v *inputs) error {
	c, h := s.Copied()
	if h != nil {
		// A question finds the machine in a step, and as it was.
		h.Looks, h.Tries = s.Run.Host.Looks, true
	}
	told := 0
	if s.Run.Subject.Machine.Observe != nil {
		s.Run.Subject.Machine.Observe(c, nil, func(any) { told++ })
		s.Run.Subject.Observers.Refusals(c, nil, func(any) { told++ })
	}
	if s.Run.Subject.Machine.In != nil {
		s.Run.Subject.Machine.In(c)
	}
	before := s.Run.Subject.Clone(c)
	out := dryRun(s, c)
	if !s.Run.Subject.SameMachine(c, before) {
		return fmt.Errorf("the machine changed from %+v to %+v", before, c)
	}
	if told > 0 {
		return fmt.Errorf("the observers of the machine get %d steps and refusals", told)
	}
	if h != nil {
		if h.Want = s.Asked(); len(s.Run.Spec.Timers) > 0 {
			h.Want = append([]oracle.Call{{"Now"}}, h.Want...)
		}
		if err := h.End(nil); err != nil {
			return err
		}
	}
	if err := cmp.Or(s.Run.Answered(mirror.Error(out[2:]), s.C.Rest, s.Event, s.Row), h.Reasoned(mirror.Error(out[2:]))); err != nil {
		return err
	}
	if s.Run.Oracle.Fails(s.Row) {
		if !out[0].IsNil() || out[1].Len() > 0 {
			return fmt.Errorf("a refused event has the results %v and %v", out[0], out[1])
		}
		return nil
	}
	after := out[0].Interface()
	if had := s.Run.Subject.Access.Swap(after, subject.Attached{}); had.Observed() {
		return fmt.Errorf("the result has the observers of the machine: %+v", after)
	}
	if err := s.Run.Subject.Compare(s.Next, after); err != nil {
		return err
	}
	if h != nil {
		if err := timed(s, h, h.Clock, -1, c, after); err != nil {
			return err
		}
	}
	if err := v.outputs(out[1], emitted(s)); err != nil {
		return err
	}
	if h == nil {
		return nil
	}
	return s.Undisturbed(func(m any) error { return mirror.Error(dryRun(s, m)[2:]) })
}

// dryRun calls DryRun of a machine.
func dryRun(s *run.Sending, m any) []reflect.Value {
	return s.Run.Subject.Contexts.Results(m, "DryRun", s.In)
}

// emitted returns the calls of outputs that the event causes.
func emitted(s *run.Sending) []oracle.Call { return s.Told.Outputs }

// timed compares the timers of a machine after a step, at a time, with those of the machine before it.
// fired is the timer that has raised the event; -1: none has.
func timed(s *run.Sending, h *host.Host, now time.Time, fired int, before, after any) error {
	if len(s.Run.Spec.Timers) == 0 {
		return nil
	}
	want, err := s.Run.Subject.TimingOf(before)
	if err != nil {
		return err
	}
	h.Clock, h.Started = now, map[int]time.Time{}
	for _, call := range s.Run.Host.Want {
		h.Notes(call)
	}
	want = h.TimingAtEnd(want, s.C, fired)
	return s.Run.Subject.TimingIs(want, after)
}
