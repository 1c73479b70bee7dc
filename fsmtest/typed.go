package fsmtest

import (
	"cmp"
	"errors"
	"fmt"
)

// takeTyped sends an event to the typed state of the machine. The state that results
// is the current one, and the previous one no longer accepts events.
func (r *run) takeTyped(e Input) error {
	from := r.oracle
	if !r.comes(from, e) {
		return nil
	}
	c := r.course(from, e)
	row := c.row
	r.quiet(e, c)
	s := r.In(r.machine)
	if machineOf(s) != r.machine {
		return fmt.Errorf("the typed state %v belongs to another machine", s)
	}
	if err := r.typedReads(s, from); err != nil {
		return err
	}
	if err := r.refusesTyped(s, e); err != nil {
		return err
	}
	got, listed, err := r.sendTyped(s, e)
	if r.foreign(e.event) {
		listed, err = true, r.send(r.direct(r.machine), e, from)
		got = r.In(r.machine)
	}
	if !listed {
		return nil // what is illegal has no method
	}
	if r.host != nil {
		if err := r.host.end(nil); err != nil {
			return err
		}
	}
	if (err != nil) != r.fails(row) {
		return fmt.Errorf("error is %v", err)
	}
	if err != nil && row >= 0 && !r.foreign(e.event) {
		r.quiet(e, c)
		if _, _, again := r.sendTyped(s, e); again == err {
			return fmt.Errorf("two events returned the same error, %v", err)
		}
	}
	if len(r.Timers) > 0 {
		r.clearTimers(r.machine)
	}
	r.oracle = c.end
	if err := r.compare(r.oracle, r.machine); err != nil {
		return err
	}
	now := r.In(r.machine)
	if err == nil && got != now {
		return fmt.Errorf("returned %v, which is not the typed state of %s", got, r.text(r.oracle))
	}
	if err := r.typedReads(now, r.oracle); err != nil {
		return err
	}
	if r.takes(row) {
		return r.left(s, from)
	}
	if s != now {
		return errors.New("changed the typed state without a transition")
	}
	return nil
}

// left sends all events to a typed state that the machine has left.
func (r *run) left(s any, from Config) error {
	before := r.clone(r.machine)
	r.quiet(Input{}, stays(r.oracle))
	for event := range r.Events {
		again := r.fill(event, from, first)
		_, listed, err := r.sendTyped(s, again)
		if stale := errorLike(err, r.Errors.StaleState); listed && (stale == nil || !r.isStale(stale, from.state)) {
			return fmt.Errorf("then %s in the typed state that was left: error is %v, want %T", r.inputText(again), err, r.Errors.StaleState)
		}
	}
	if err := r.readsLeft(s); err != nil {
		return fmt.Errorf("in the typed state that was left: %w", err)
	}
	if r.host != nil {
		if err := r.host.end(nil); err != nil {
			return fmt.Errorf("in the typed state that was left: %w", err)
		}
	}
	if !r.sameMachine(r.machine, before) {
		return fmt.Errorf("an event in a typed state that was left changed the machine from %+v to %+v", before, r.machine)
	}
	return nil
}

// isStale reports whether an error is about a typed state of a machine that has moved on to the
// present configuration.
func (r *run) isStale(stale any, state int) bool {
	return fieldsAre(stale, "State", r.States[state].Value, "Now", r.States[r.oracle.state].Value)
}

// refusesTyped sends an event to a typed state where the machine refuses it: during a
// step of the host, and with an enum outside its type. Each error is one of its own.
func (r *run) refusesTyped(s any, e Input) error {
	before := r.clone(r.machine)
	if r.host != nil {
		r.setBusy(r.machine, true)
		_, listed, err := r.sendTyped(s, e)
		_, _, again := r.sendTyped(s, e)
		if listed && (errorLike(err, r.Errors.Reentrant) == nil || again == err) {
			return fmt.Errorf("during a step: errors are %v and %v, want a %T each", err, again, r.Errors.Reentrant)
		}
		r.setBusy(r.machine, false)
	}
	for _, bad := range r.spoil(e) {
		_, listed, err := r.sendTyped(s, bad.Input)
		_, _, again := r.sendTyped(s, bad.Input)
		if listed && (errorLike(err, r.Errors.Payload) == nil || again == err) {
			return fmt.Errorf("with %s = %d the errors are %v and %v, want a %T each", bad.field, bad.value, err, again, r.Errors.Payload)
		}
	}
	if !r.sameMachine(r.machine, before) {
		return fmt.Errorf("a refused event changed the machine from %+v to %+v", before, r.machine)
	}
	return nil
}

// withinTyped sends events to typed states from within an observer. All refuse them: the last one,
// which is the present state, because of the step, and the others because the machine has left
// them.
func (r *run) withinTyped(all []any) error {
	now, before := r.oracle, r.clone(r.machine)
	now.state = r.State(r.machine)
	last := all[len(all)-1]
	if r.stateOf(last) != now.state {
		return fmt.Errorf("in an observer the typed state is %v, want one of %s", last, r.stateText(now.state))
	}
	for _, s := range all {
		for event := range r.Events {
			_, listed, err := r.sendTyped(s, Input{event: event})
			reentrant, stale := errorLike(err, r.Errors.Reentrant), errorLike(err, r.Errors.StaleState)
			switch {
			case !listed:
			case s != last && (stale == nil || !fieldsAre(stale, "State", r.States[r.stateOf(s)].Value, "Now", r.States[now.state].Value)),
				s == last && (reentrant == nil || !r.isAbout(reentrant, now.state, event)):
				return fmt.Errorf("%s to %v from an observer: error is %v", r.Events[event].Name, s, err)
			}
		}
	}
	if !r.sameMachine(r.machine, before) {
		return fmt.Errorf("events to typed states from an observer changed the machine from %+v to %+v", before, r.machine)
	}
	return nil
}

// seenTyped sends all events to typed states that observers of earlier steps saw. That of the last
// step is the present one.
func (r *run) seenTyped(seen []any) (fault error) {
	now := r.In(r.machine)
	if len(seen) > 0 && seen[len(seen)-1] != now {
		return fmt.Errorf("the typed state is %v, but an observer got %v", now, seen[len(seen)-1])
	}
	for _, s := range seen {
		if s == now {
			continue
		}
		for event := range r.Events {
			_, listed, err := r.sendTyped(s, r.fill(event, r.oracle, first))
			if listed && errorLike(err, r.Errors.StaleState) == nil {
				fault = cmp.Or(fault, fmt.Errorf("%s to the typed state that an observer got: error is %v, want %T", r.Events[event].Name, err, r.Errors.StaleState))
			}
		}
	}
	return cmp.Or(fault, r.compare(r.oracle, r.machine))
}
