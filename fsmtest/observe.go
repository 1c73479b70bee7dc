package fsmtest

import (
	"fmt"
	"reflect"
	"slices"
	"time"
)

// watch sends an event through an observed machine. Three observers, two of them
// with a clock, are told the step that the row of the table makes, and nothing else.
func (r *run) watch(e Input, row int) error {
	from := r.oracle.state
	if row >= 0 {
		from = r.rows[row].from // the oracle has moved on already
	}
	if r.Observe == nil {
		return r.send(r.direct(r.machine), e, from)
	}
	first := !r.watched[row]
	r.watched[row] = true
	var told []any
	var o any
	observer := func(s any) {
		if told = append(told, s); first && r.seen == nil {
			r.seen = r.within(o)
		}
	}
	clock := time.Unix(7, 0)
	kept := r.unobserved() // the observers so far, which are not told this event
	defer func() { r.swapTyped(r.machine, kept) }()
	o = r.Observe(r.machine, func() time.Time { return clock }, observer)
	r.Observe(r.machine, nil, observer)
	r.addObserver(o, func() time.Time { return clock.Add(1) }, observer)
	err := r.send(r.observed(o), e, from)
	if !r.takes(row) || err != nil {
		if len(told) > 0 && r.seen == nil {
			r.seen = fmt.Errorf("the observers got %v, but there was no step", told)
		}
		return err
	}
	step := r.stepOf(from, e.event, r.oracle)
	if want := []any{at(step, clock), step, at(step, clock.Add(1))}; r.seen == nil && !slices.Equal(told, want) {
		r.seen = fmt.Errorf("the observers got %v, want %v", told, want)
	}
	return nil
}

// within looks at the machine from within an observer: the step is complete,
// and events are refused.
func (r *run) within(o any) error {
	if err := r.compare(r.oracle, r.machine); err != nil {
		return fmt.Errorf("in an observer: %w", err)
	}
	if r.Restore != nil {
		if _, err := r.save(r.machine); err != nil {
			if err := r.unsaved(r.oracle, err); err != nil {
				return fmt.Errorf("in an observer: %w", err)
			}
		}
	}
	before := r.clone(r.machine)
	to := r.observed(o)
	refused := func(event int, how string, err error) error {
		if reentrant := errorLike(err, r.Errors.Reentrant); reentrant == nil || !r.isAbout(reentrant, r.oracle.state, event) {
			return fmt.Errorf("%s from an observer: error is %v, want %T", how, err, r.Errors.Reentrant)
		}
		return nil
	}
	for i, event := range r.Events {
		if err := refused(i, event.Name, r.send(to, Input{event: i}, -1)); err != nil {
			return err
		}
		if r.Send == "" {
			continue
		}
		if err := refused(i, event.Name+" as a value", to.asValue(reflect.ValueOf(event.Value))); err != nil {
			return err
		}
	}
	for i, t := range r.Timers {
		if err := refused(r.timers[i].event, "timer "+t.Name, to.fire(t.Value)); err != nil {
			return err
		}
	}
	if !r.sameMachine(r.machine, before) {
		return fmt.Errorf("events from an observer changed the machine from %+v to %+v", before, r.machine)
	}
	return nil
}
