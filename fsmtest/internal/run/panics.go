package run

import (
	"fmt"
	"slices"

	"github.com/fsmgen/fsmgen/fsmtest/internal/host"
	"github.com/fsmgen/fsmgen/fsmtest/internal/mirror"
	"github.com/fsmgen/fsmgen/fsmtest/internal/oracle"
	"github.com/fsmgen/fsmgen/fsmtest/internal/subject"
)

// unanswered sends an event to copies of the machine, with a host that panics when it
// is asked. The panic is that of the sender, nothing has changed, and the event is
// welcome again.
func (r *Run) unanswered(e oracle.Input) error {
	for k := 1; len(r.Spec.Questions) > 0; k++ {
		c, h := r.Subject.Clone(r.Machine), r.Host.Copy()
		h.Machine, h.Panics, h.Asked, h.Looks = c, k, 0, false
		told := 0
		r.hosted(c, h, &told)
		before, to, of := r.Subject.Clone(c), r.Subject.Direct(c), r.Last
		panicked := r.panics(to, e)
		early := of.Early // steps, which observers were told
		if r.Subject.Machine.Observe == nil {
			early = 0
		}
		if h.Asked < k {
			return nil
		}
		switch call, ok := panicked.(oracle.Call); {
		case !ok:
			return fmt.Errorf("guard call %d panicked; the step panicked: %v", k, panicked)
		case of.Early == 0 && !r.Subject.SameMachine(c, before) || r.Subject.Compare(of.Rest, c) != nil || told != early:
			return fmt.Errorf("a panic of guard %v changed the machine from %+v to %+v", call, before, c)
		}
		h.Panics, h.Questions = 0, slices.Clone(r.Host.Questions)
		if err := r.Subject.Send(to, e, of.Rest); mirror.ErrorLike(err, r.Subject.Machine.Errors.Reentrant) != nil {
			return fmt.Errorf("after a panic of a guard: error is %v", err)
		} // what else it does, others see
	}
	return nil
}

// hosted gives a copy of the machine another host, and observers that count steps and refusals
// if machines have observers.
func (r *Run) hosted(c any, h *host.Host, told *int) {
	r.Subject.Access.SetHost(c, h.Face)
	r.Subject.Access.Swap(c, subject.Attached{})
	if r.Subject.Machine.Observe != nil {
		r.Subject.Machine.Observe(c, nil, func(any) { *told++ })
		r.Subject.Observers.Refusals(c, nil, func(any) { *told++ })
	}
}

// panics sends an event, and returns the panic of that.
func (r *Run) panics(to subject.Receiver, e oracle.Input) (panicked any) {
	defer func() { panicked = recover() }()
	_ = r.Subject.Send(to, e, r.Last.Rest)
	return nil
}

// untold sends an event to copies of the machine, with a host that panics when it is
// told something. The panic is that of the sender, the state is the one after the step, and
// from then on every event is refused.
func (r *Run) untold(e oracle.Input) error {
	for k, call := range r.Host.Want {
		c, h := r.Subject.Clone(r.Machine), r.Host.Copy()
		h.Machine, h.Looks, h.Silent = c, false, k+1
		told := 0
		r.hosted(c, h, &told)
		panicked := r.panics(r.Subject.Direct(c), e)
		before := r.Host.Tells.Done[k] // of the steps, which observers were told
		if r.Subject.Machine.Observe == nil {
			before = 0
		}
		if got, ok := panicked.(oracle.Call); !ok || !got.Same(call) || told != before {
			return fmt.Errorf("the host panicked in %v; the observer got %d steps; the step panicked: %v", call, told, panicked)
		}
		if err := r.Subject.Compare(r.Host.Tells.After[k], c); err != nil {
			return fmt.Errorf("after a panic of the host in %v: %w", call, err)
		}
		for event := range r.Spec.Events {
			if r.Spec.Events[event].Internal {
				continue
			}
			if err := r.Subject.Send(r.Subject.Direct(c), oracle.Input{Event: event}, oracle.Nowhere()); mirror.ErrorLike(err, r.Subject.Machine.Errors.Reentrant) == nil || told != before {
				return fmt.Errorf("after a panic of the host in %v: error of %s is %v, want %T", call, r.Spec.Events[event].Name, err, r.Subject.Machine.Errors.Reentrant)
			}
		}
	}
	return nil
}
