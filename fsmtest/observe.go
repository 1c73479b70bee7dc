package fsmtest

import (
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"time"
)

// watch sends an event to the machine, on its course, with observers. Three, two of them with a clock, are told
// each step, and two are told a refusal.
func (r *run) watch(c course, e Input) error {
	if r.Observe == nil {
		return r.send(r.direct(r.machine), e, c.rest)
	}
	var told, refused, values []any
	looking := false
	look := func(first bool, m Config) {
		switch {
		case r.seen != nil || !first:
		case looking:
			r.seen = errors.New("an observer was told an event that an observer sent")
		default:
			looking = true
			r.seen = cmp.Or(r.within(m), r.seen)
			looking = false
		}
	}
	kinds, refusing := r.kindsOf(c)
	first := make([]bool, len(kinds))
	for i, kind := range kinds {
		first[i] = !r.watched[kind]
	}
	last := len(kinds) - 1
	observer := func(s any) {
		step := len(told) / 3 // each is told to three observers
		if told = append(told, s); step < len(c.steps) {
			look(first[step], c.steps[step].to)
		}
		if r.FromValues != nil {
			values = append(values, r.valuesOf(r.machine))
		}
	}
	refusals := func(s any) {
		refused = append(refused, s)
		look(refusing && first[last], c.end)
	}
	clock := time.Unix(7, 0)
	kept := r.unobserved() // the observers so far, which are not told this event
	defer func() { r.swap(r.machine, kept) }()
	r.Observe(r.machine, func() time.Time { return clock }, observer)
	r.observeRefusals(r.machine, nil, refusals)
	r.Observe(r.machine, nil, observer)
	r.observeRefusals(r.machine, func() time.Time { return clock }, refusals)
	r.Observe(r.machine, func() time.Time { return clock.Add(1) }, observer)
	var before any
	if r.FromValues != nil {
		before = r.valuesOf(r.machine)
	}
	err := r.send(r.direct(r.machine), e, c.rest)
	if r.seen == nil && r.FromValues != nil {
		r.seen = r.toldValues(c, told, before, values)
	}
	var want, wantRefused []any
	if err != nil {
		refusal := r.refusalOf(c.rest, e, err)
		wantRefused = []any{refusal, at(refusal, clock)}
	}
	for _, s := range c.steps {
		step := r.stepOf(s)
		want = append(want, at(step, clock), step, at(step, clock.Add(1)))
	}
	if r.seen == nil && !sameTold(told, want) {
		r.seen = fmt.Errorf("the observers got %v, want %v", told, want)
	}
	if r.seen == nil && !sameTold(refused, wantRefused) {
		r.seen = fmt.Errorf("the observers got the refusals %v, want %v", refused, wantRefused)
	}
	if r.seen == nil {
		for _, kind := range kinds {
			r.watched[kind] = true
		}
	}
	return err
}

// kindsOf returns the kinds of the steps of a course, and of its refusal, if there may be one: in the first of each kind, observers look
// at the machine and send it events.
func (r *run) kindsOf(c course) (kinds []stepKind, refusing bool) {
	for _, s := range c.steps {
		kinds = append(kinds, stepKind{s.from.state, s.event, s.row, "", ""})
	}
	return append(kinds, stepKind{c.rest.state, -1, c.row, "", ""}), len(c.steps) == c.early
}

// within looks at the machine from within an observer: it has a certain configuration, as the step,
// if there was one, is complete, and events are refused.
func (r *run) within(m Config) error {
	if err := r.compare(m, r.machine); err != nil {
		return fmt.Errorf("in an observer: %w", err)
	}
	if r.Restore != nil {
		if _, err := r.save(r.machine); err != nil {
			if err := r.unsaved(m, err); err != nil {
				return fmt.Errorf("in an observer: %w", err)
			}
		}
	}
	before := r.clone(r.machine)
	to := r.direct(r.machine)
	refused := func(event int, how string, err error) error {
		if reentrant := errorLike(err, r.Errors.Reentrant); reentrant == nil || !r.isAbout(reentrant, m.state, event) {
			return fmt.Errorf("%s from an observer: error is %v, want %T", how, err, r.Errors.Reentrant)
		}
		return nil
	}
	for i, event := range r.Events {
		if event.Internal {
			continue
		}
		if err := refused(i, event.Name, r.send(to, Input{event: i}, nowhere())); err != nil {
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
		if err := refused(r.timers[i].event, "timer "+t.Name, to.fire(t.Value, r.oracle.start(i))); err != nil {
			return err
		}
	}
	if !r.sameMachine(r.machine, before) {
		return fmt.Errorf("events from an observer changed the machine from %+v to %+v", before, r.machine)
	}
	return nil
}
