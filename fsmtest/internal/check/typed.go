package check

import (
	"cmp"
	"errors"
	"fmt"

	"github.com/fsmgen/fsmgen/fsmtest/internal/draw"
	"github.com/fsmgen/fsmgen/fsmtest/internal/mirror"
	"github.com/fsmgen/fsmgen/fsmtest/internal/oracle"
	"github.com/fsmgen/fsmgen/fsmtest/internal/run"
	"github.com/fsmgen/fsmgen/fsmtest/internal/subject"
)

// takeTyped sends an event to the typed state of the machine. The state that results
// is the current one, and the previous one no longer accepts events, of which so many are sent to it.
func takeTyped(r *run.Run, e oracle.Input, events int) error {
	from := r.Now
	if !r.Oracle.Comes(from, e) {
		return nil
	}
	c := r.Oracle.Course(from, e)
	row := c.Row
	r.Quiet(e, c)
	s := r.Subject.Machine.In(r.Machine)
	if subject.MachineOf(s) != r.Machine {
		return fmt.Errorf("the typed state %v belongs to another machine", s)
	}
	if err := r.Subject.Typed.Compare(s, from); err != nil {
		return err
	}
	if err := refusesTyped(r, s, e); err != nil {
		return err
	}
	got, listed, err := r.Subject.Typed.Send(s, e)
	if r.Oracle.Foreign(e.Event) {
		listed, err = true, r.Subject.Send(r.Subject.Direct(r.Machine), e, from)
		got = r.Subject.Machine.In(r.Machine)
	}
	if !listed {
		return nil // what is illegal has no method
	}
	if r.Host != nil {
		if err := r.Host.End(nil); err != nil {
			return err
		}
	}
	if (err != nil) != r.Oracle.Fails(row) {
		return fmt.Errorf("error is %v", err)
	}
	if err != nil && row >= 0 && !r.Oracle.Foreign(e.Event) {
		r.Quiet(e, c)
		if _, _, again := r.Subject.Typed.Send(s, e); again == err {
			return fmt.Errorf("two events returned the same error, %v", err)
		}
	}
	if len(r.Spec.Timers) > 0 {
		r.Subject.ClearTimers(r.Machine)
	}
	r.Now = c.End
	if err := r.Subject.Compare(r.Now, r.Machine); err != nil {
		return err
	}
	now := r.Subject.Machine.In(r.Machine)
	if err == nil && got != now {
		return fmt.Errorf("returned %v, which is not the typed state of %s", got, r.Oracle.Texts.Config(r.Now))
	}
	if err := r.Subject.Typed.Compare(now, r.Now); err != nil {
		return err
	}
	if r.Oracle.Takes(row) {
		return typedLeft(r, s, from, e.Event, events)
	}
	if s != now {
		return errors.New("changed the typed state without a transition")
	}
	return nil
}

// typedLeft sends so many events to a typed state that the machine has left, the one that it has left it by first.
func typedLeft(r *run.Run, s any, from oracle.Config, first, events int) error {
	before := r.Subject.Clone(r.Machine)
	r.Quiet(oracle.Input{}, oracle.Stays(r.Now))
	for i := range min(events, len(r.Spec.Events)) {
		event := (first + i) % len(r.Spec.Events)
		again := r.Draws.Fill(event, from, draw.First)
		_, listed, err := r.Subject.Typed.Send(s, again)
		if stale := mirror.ErrorLike(err, r.Subject.Machine.Errors.StaleState); listed && (stale == nil || !isStale(r, stale, from.State)) {
			return fmt.Errorf("then %s in the typed state that was left: error is %v, want %T", r.Oracle.Texts.Input(again), err, r.Subject.Machine.Errors.StaleState)
		}
	}
	if err := r.Subject.Typed.CompareLeft(s); err != nil {
		return fmt.Errorf("in the typed state that was left: %w", err)
	}
	if r.Host != nil {
		if err := r.Host.End(nil); err != nil {
			return fmt.Errorf("in the typed state that was left: %w", err)
		}
	}
	if !r.Subject.SameMachine(r.Machine, before) {
		return fmt.Errorf("an event in a typed state that was left changed the machine from %+v to %+v", before, r.Machine)
	}
	return nil
}

// isStale reports whether an error is about a typed state of a machine that has moved on to the
// present configuration.
func isStale(r *run.Run, stale any, state int) bool {
	return mirror.FieldsAre(stale, "State", r.Spec.States[state].Value, "Now", r.Spec.States[r.Now.State].Value)
}

// refusesTyped sends an event to a typed state where the machine refuses it: during a
// step of the host, and with an enum outside its type. Each error is one of its own.
func refusesTyped(r *run.Run, s any, e oracle.Input) error {
	before := r.Subject.Clone(r.Machine)
	if r.Host != nil {
		r.Subject.Access.SetBusy(r.Machine, true)
		_, listed, err := r.Subject.Typed.Send(s, e)
		_, _, again := r.Subject.Typed.Send(s, e)
		if listed && (mirror.ErrorLike(err, r.Subject.Machine.Errors.Reentrant) == nil || again == err) {
			return fmt.Errorf("during a step: errors are %v and %v, want a %T each", err, again, r.Subject.Machine.Errors.Reentrant)
		}
		r.Subject.Access.SetBusy(r.Machine, false)
	}
	for _, bad := range r.Draws.Spoil(e, r.Now) {
		_, listed, err := r.Subject.Typed.Send(s, bad.Input)
		_, _, again := r.Subject.Typed.Send(s, bad.Input)
		if listed && (mirror.ErrorLike(err, r.Subject.Machine.Errors.Payload) == nil || again == err) {
			return fmt.Errorf("with %s = %d the errors are %v and %v, want a %T each", bad.Field, bad.Value, err, again, r.Subject.Machine.Errors.Payload)
		}
	}
	if !r.Subject.SameMachine(r.Machine, before) {
		return fmt.Errorf("a refused event changed the machine from %+v to %+v", before, r.Machine)
	}
	return nil
}

// withinTyped sends events to typed states from within an observer. All refuse them: the last one,
// which is the present state, because of the step, and the others because the machine has left
// them.
func withinTyped(r *run.Run, all []any) error {
	now, before := r.Now, r.Subject.Clone(r.Machine)
	now.State = r.Subject.Machine.State(r.Machine)
	last := all[len(all)-1]
	if r.Subject.Typed.State(last) != now.State {
		return fmt.Errorf("in an observer the typed state is %v, want one of %s", last, r.Oracle.Texts.State(now.State))
	}
	for _, s := range all {
		for event := range r.Spec.Events {
			_, listed, err := r.Subject.Typed.Send(s, oracle.Input{Event: event})
			reentrant, stale := mirror.ErrorLike(err, r.Subject.Machine.Errors.Reentrant), mirror.ErrorLike(err, r.Subject.Machine.Errors.StaleState)
			switch {
			case !listed:
			case s != last && (stale == nil || !mirror.FieldsAre(stale, "State", r.Spec.States[r.Subject.Typed.State(s)].Value, "Now", r.Spec.States[now.State].Value)),
				s == last && (reentrant == nil || !r.Subject.IsAbout(reentrant, now.State, event)):
				return fmt.Errorf("%s to %v from an observer: error is %v", r.Spec.Events[event].Name, s, err)
			}
		}
	}
	if !r.Subject.SameMachine(r.Machine, before) {
		return fmt.Errorf("events to typed states from an observer changed the machine from %+v to %+v", before, r.Machine)
	}
	return nil
}

// seenTyped sends all events to typed states that observers of earlier steps saw. That of the last
// step is the present one.
func seenTyped(r *run.Run, seen []any) (fault error) {
	now := r.Subject.Machine.In(r.Machine)
	if len(seen) > 0 && seen[len(seen)-1] != now {
		return fmt.Errorf("the typed state is %v, but an observer got %v", now, seen[len(seen)-1])
	}
	for _, s := range seen {
		if s == now {
			continue
		}
		for event := range r.Spec.Events {
			_, listed, err := r.Subject.Typed.Send(s, r.Draws.Fill(event, r.Now, draw.First))
			if listed && mirror.ErrorLike(err, r.Subject.Machine.Errors.StaleState) == nil {
				fault = cmp.Or(fault, fmt.Errorf("%s to the typed state that an observer got: error is %v, want %T", r.Spec.Events[event].Name, err, r.Subject.Machine.Errors.StaleState))
			}
		}
	}
	return cmp.Or(fault, r.Subject.Compare(r.Now, r.Machine))
}
