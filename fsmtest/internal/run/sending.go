package run

import (
	"fmt"

	"github.com/fsmgen/fsmgen/fsmtest/internal/host"
	"github.com/fsmgen/fsmgen/fsmtest/internal/mirror"
	"github.com/fsmgen/fsmgen/fsmtest/internal/oracle"
	"github.com/fsmgen/fsmgen/fsmtest/internal/subject"
)

// Sending prepares the machine and its host for an event, and for it as a value.
func (r *Run) Sending(e oracle.Input, in any) *Sending {
	c := r.Oracle.Course(r.Now, e)
	if r.Host != nil {
		r.Host.Begin(r.Machine, e, c)
		r.Host.Looks = !r.Bench.sent[r.Host.Kind]
		r.Bench.sent[r.Host.Kind] = true
	}
	return &Sending{r, e, in, c, c.End, c.Row, r.Oracle.Teller.Course(c, e)}
}

// Sending is an event that is sent as a value to copies of a machine.
type Sending struct {
	Run   *Run           // whose machine is copied
	Event oracle.Input   // as the oracle has it
	In    any            // as a value of the generated code
	C     oracle.Course  // what the event is to do
	Next  oracle.Config  // of the machine afterward
	Row   int            // -1: none
	Told  oracle.Telling // what the host is to be told
}

// Copied returns a copy of the machine and its host, which is nil if there is none.
func (s *Sending) Copied() (any, *host.Host) {
	c := s.Run.Subject.Clone(s.Run.Machine)
	s.Run.Subject.Access.Swap(c, subject.Attached{})
	if s.Run.Host == nil {
		return c, nil
	}
	h := s.Run.Host.Copy()
	h.Machine, h.Looks = c, false
	s.Run.Subject.Access.SetHost(c, h.Face)
	return c, h
}

// Answered says what is wrong with the error of an event in a configuration that a row of the table takes,
// or none does.
func (r *Run) Answered(err error, at oracle.Config, e oracle.Input, row int) error {
	switch {
	case row < 0:
		return r.Subject.Refused(err, at, e, row)
	case r.Oracle.Fails(row):
		if rejected := mirror.ErrorLike(err, r.Subject.Machine.Errors.Rejected); rejected == nil || !r.Subject.Explains(rejected, at.State, e.Event, row) {
			return fmt.Errorf("error is %v, want %v", err, r.Subject.RefusalError(at, e, row))
		}
	case err != nil:
		return fmt.Errorf("error is %v", err)
	}
	return nil
}

// Undisturbed has the host panic each time that it is asked by what tries an event, and calls that during a step: the machine stays
// as it is, and refuses the latter.
func (s *Sending) Undisturbed(try func(m any) error) error {
	for k := 1; ; k++ {
		c, h := s.Copied()
		h.Panics, h.Asked, h.Silent, h.Tries = k, 0, k, true
		before := s.Run.Subject.Clone(c)
		err := oracle.Caught(func() error { _ = try(c); return nil })
		if !s.Run.Subject.SameMachine(c, before) {
			return fmt.Errorf("a panic of the host changed the machine from %+v to %+v", before, c)
		}
		if err == nil {
			break
		}
	}
	c, _ := s.Copied()
	s.Run.Subject.Access.SetBusy(c, true)
	before := s.Run.Subject.Clone(c)
	if err := try(c); mirror.ErrorLike(err, s.Run.Subject.Machine.Errors.Reentrant) == nil || !s.Run.Subject.SameMachine(c, before) {
		return fmt.Errorf("during a step: error is %v, want %T", err, s.Run.Subject.Machine.Errors.Reentrant)
	}
	return nil
}

// Asked returns the calls of the host that ask for delays.
func (s *Sending) Asked() []oracle.Call { return s.Told.Delays }
