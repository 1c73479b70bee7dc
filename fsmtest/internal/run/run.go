package run

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/fsmgen/fsmgen/fsmtest/internal/draw"
	"github.com/fsmgen/fsmgen/fsmtest/internal/host"
	"github.com/fsmgen/fsmgen/fsmtest/internal/mirror"
	"github.com/fsmgen/fsmgen/fsmtest/internal/oracle"
	"github.com/fsmgen/fsmgen/fsmtest/internal/subject"
)

// Run is a machine with its oracle.
type Run struct {
	Bench   *Bench           // which has made the run
	Spec    *oracle.Spec     // these are those of the bench
	Oracle  *oracle.Oracle   // to compare with
	Draws   *draw.Draws      // payloads
	Subject *subject.Subject // what the machine can do
	Machine any              // an M; no other run has it
	Now     oracle.Config    // in which the machine is to be
	Host    *host.Host       // nil: the machine has none. Copies share it: it remembers nothing of a run
	Taken   int              // transitions so far, since the last environment event
	Last    *oracle.Course   // of the last event
	// Renew replaces the machine by an equal one after each transition; nil: it stays.
	Renew    func(*Run) error
	replaced int                    // how often replace has done so
	watched  map[host.StepKind]bool // steps in which observers have sent events; copies share it
	seen     error                  // the first fault that observers have seen
	refusal  error                  // the last error of an event
	said     string                 // what it said then
	Fault    error                  // how the two differ; nothing happens after the first fault
}

// Fork returns a copy of the run with a machine of its own.
func (r *Run) Fork() *Run {
	f := *r
	f.Machine = r.Subject.Clone(r.Machine)
	return &f
}

// note keeps an error. What the one before says must not have changed.
func (r *Run) note(err error) error {
	if r.refusal != nil && r.refusal.Error() != r.said {
		return fmt.Errorf("the text of the previous error changed from %q to %q", r.said, r.refusal)
	}
	if r.refusal = err; err != nil {
		r.said = err.Error()
	}
	return nil
}

// Take sends an event to the machine and to the oracle, and notes the fault
// when they differ. It returns the row of the transition taken, or -1.
func (r *Run) Take(e oracle.Input) (row int) {
	c := oracle.Stays(r.Now)
	if r.Last = &c; r.Fault != nil || !r.Oracle.Comes(r.Now, e) {
		return -1
	}
	from := r.Now
	var panics func() error // the same event, to a host that panics
	var before subject.Timing
	if len(r.Spec.Timers) > 0 {
		before, r.Fault = r.Subject.TimingOf(r.Machine)
	}
	defer func() {
		if p := recover(); p != nil {
			r.Fault = oracle.Panicked(p)
		}
		if r.Host != nil {
			r.Fault = r.Host.End(r.Fault)
		}
		r.Fault = cmp.Or(r.Fault, r.seen)
		if r.Fault == nil && len(r.Spec.Timers) > 0 {
			before = r.Host.TimingAtEnd(before, c, r.Oracle.Clocks.Fired(c.Rest, e))
			r.Fault = r.Subject.TimingIs(before, r.Machine)
		}
		if r.Fault == nil && panics != nil {
			r.Fault = oracle.Caught(panics)
		}
		if r.Fault == nil && r.Renew != nil && row >= 0 {
			r.Fault = oracle.Caught(func() error { return r.Renew(r) })
		}
		if r.Fault != nil {
			r.Fault = fmt.Errorf("%s in %s: %w", r.Oracle.Texts.Input(e), r.Oracle.Texts.Config(from), r.Fault)
		} else if r.Host != nil {
			r.Host.Looked[r.Host.Kind] = true
		}
	}()
	c = r.Oracle.Course(r.Now, e)
	if row = c.Row; r.Fault != nil {
		return row
	}
	if r.Host != nil && r.Host.Begin(r.Machine, e, c) {
		then := r.Fork()
		then.Host = r.Host.Copy()
		panics = func() error { return cmp.Or(then.contextless(e), then.unanswered(e), then.untold(e)) }
	}
	if r.Subject.Machine.Send != "" {
		if r.Fault = r.value(e, c); r.Fault != nil {
			return row
		}
	}
	if r.Fault = r.allowed(e, c); r.Fault != nil {
		return row
	}
	switch {
	case row < 0:
		r.Fault = r.refuse(e, c)
		return row
	case !r.Oracle.Takes(row):
		r.Fault = r.idle(e, c)
		return row
	}
	for _, bad := range r.Draws.Spoil(e, r.Now) {
		if c.Early > 0 {
			break // it would take the steps before the event
		}
		if r.Fault = r.refuseSpoiled(bad); r.Fault != nil {
			return row
		}
	}
	r.Fault = r.accept(c, e)
	return row
}

// accept sends an event that is legal.
func (r *Run) accept(c oracle.Course, e oracle.Input) error {
	if err := r.watch(c, e); err != nil {
		return err
	}
	r.Now = c.End
	if err := r.Subject.Compare(r.Now, r.Machine); err != nil {
		return err
	}
	r.Taken = r.Oracle.Costs.Count(r.Taken, c.Steps)
	if err := r.follows(c); err != nil {
		return err
	}
	if r.Host == nil || !r.Host.Looks {
		return nil
	}
	return r.lates()
}

// follows says what is wrong with the steps of a course that the machine has taken: a value, the
// progress, or how many they are.
func (r *Run) follows(c oracle.Course) error {
	for _, s := range c.Steps {
		if what := r.Oracle.Claims.Broken(s.To); what != "" {
			return fmt.Errorf("%s: %s", what, r.Oracle.Texts.Config(s.To))
		}
		if err := r.Oracle.Limits.Pays(s); err != nil {
			return err
		}
		if r.Spec.Rank == 0 {
			continue
		}
		if err := r.Oracle.Costs.Decreases(s); err != nil {
			return err
		}
		if after := r.Oracle.Costs.Progress(s.To); slices.Min(after) < 0 {
			return fmt.Errorf("progress goes from %s to %s", oracle.ProgressText(r.Oracle.Costs.Progress(s.From)), oracle.ProgressText(after))
		}
	}
	if r.Spec.Bound != nil && r.Taken > r.Subject.Machine.MaxTransitions(r.Machine) {
		return fmt.Errorf("this is transition %d, of at most %d", r.Taken, r.Subject.Machine.MaxTransitions(r.Machine))
	}
	return nil
}

// idle sends an event that is ignored or rejected.
func (r *Run) idle(e oracle.Input, c oracle.Course) error {
	effect, before := r.Oracle.Moves[c.Row].Effect, r.Subject.Clone(r.Machine)
	err := r.watch(c, e)
	if fault := r.Host.Reasoned(err); fault != nil {
		return fault
	}
	r.Now = c.End // in which the call of a result has ended
	if effect == oracle.Ignore && err != nil {
		return fmt.Errorf("error is %v for an ignored event", err)
	}
	if effect == oracle.Reject {
		rejected := mirror.ErrorLike(err, r.Subject.Machine.Errors.Rejected)
		switch {
		case rejected == nil:
			return fmt.Errorf("error is %v, want %T", err, r.Subject.Machine.Errors.Rejected)
		case !r.Subject.Explains(rejected, r.Now.State, e.Event, c.Row):
			return fmt.Errorf("error is %+v, want %+v", rejected, r.Subject.RefusalError(r.Now, e, c.Row))
		case c.Early == 0 && !r.Subject.SameMachine(r.Machine, before):
			return fmt.Errorf("the rejected event changed the machine from %+v to %+v", before, r.Machine)
		}
	}
	// A machine may note that it has ignored an event.
	if err := r.Subject.Compare(r.Now, r.Machine); err != nil {
		return fmt.Errorf("the event to %v changed the machine: %w", effect, err)
	}
	return r.note(err)
}

// refuse sends an event that is illegal.
func (r *Run) refuse(e oracle.Input, c oracle.Course) error {
	before := r.Subject.Clone(r.Machine)
	err := r.watch(c, e)
	if fault := r.Host.Reasoned(err); fault != nil {
		return fault
	}
	if c.Early > 0 {
		r.Now = c.Rest
	}
	if err := r.Subject.Refused(err, r.Now, e, c.Row); err != nil {
		return err
	}
	switch {
	case c.Early == 0 && !r.Subject.SameMachine(r.Machine, before):
		return fmt.Errorf("the event that is refused changed the machine from %+v to %+v", before, r.Machine)
	case c.Early > 0:
		return r.Subject.Compare(r.Now, r.Machine)
	}
	return nil
}

// refuseSpoiled sends an event with an enum outside its type, or an int outside of its range.
func (r *Run) refuseSpoiled(bad draw.Spoiled) error {
	before := r.Subject.Clone(r.Machine)
	err := r.watch(oracle.Stays(r.Now), bad.Input)
	invalid := mirror.ErrorLike(err, r.Subject.Machine.Errors.Payload)
	switch {
	case invalid == nil:
		return fmt.Errorf("with %s = %d the error is %v, want %T", bad.Field, bad.Value, err, r.Subject.Machine.Errors.Payload)
	case !mirror.FieldsAre(invalid, "Event", r.Spec.Events[bad.Input.Event].Value, "Field", bad.Field, "Value", bad.Value):
		return fmt.Errorf("with %s = %d the error is %v", bad.Field, bad.Value, invalid)
	case !r.Subject.SameMachine(r.Machine, before):
		return fmt.Errorf("the invalid payload changed the machine from %+v to %+v", before, r.Machine)
	}
	return r.note(err)
}

// unobserved takes the observers and typed states of a machine away, and returns them.
func (r *Run) unobserved() subject.Attached {
	return r.Subject.Access.Swap(r.Machine, subject.Attached{})
}
