package run

import (
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"time"

	"github.com/fsmgen/fsmgen/fsmtest/internal/effort"
	"github.com/fsmgen/fsmgen/fsmtest/internal/host"
	"github.com/fsmgen/fsmgen/fsmtest/internal/mirror"
	"github.com/fsmgen/fsmgen/fsmtest/internal/oracle"
	"github.com/fsmgen/fsmgen/fsmtest/internal/subject"
)

// watch sends an event to the machine, on its course, with observers. Three, two of them with a clock, are told
// each step, and two are told a refusal.
func (r *Run) watch(c oracle.Course, e oracle.Input) error {
	if r.Subject.Machine.Observe == nil {
		return r.Subject.Send(r.Subject.Direct(r.Machine), e, c.Rest)
	}
	var told, refused, values []any
	looking := false
	look := func(first bool, m oracle.Config) {
		switch {
		case r.seen != nil || !first:
		case looking:
			r.seen = errors.New("an observer was told an event that an observer sent")
		default:
			looking = true
			r.seen = cmp.Or(r.within(m, e.Event), r.seen)
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
		if told = append(told, s); step < len(c.Steps) {
			look(first[step], c.Steps[step].To)
		}
		if r.Subject.Machine.FromValues != nil {
			values = append(values, r.Subject.ValuesOf(r.Machine))
		}
	}
	refusals := func(s any) {
		refused = append(refused, s)
		look(refusing && first[last], c.End)
	}
	clock := time.Unix(7, 0)
	kept := r.unobserved() // the observers so far, which are not told this event
	defer func() { r.Subject.Access.Swap(r.Machine, kept) }()
	r.Subject.Machine.Observe(r.Machine, func() time.Time { return clock }, observer)
	r.Subject.Observers.Refusals(r.Machine, nil, refusals)
	r.Subject.Machine.Observe(r.Machine, nil, observer)
	r.Subject.Observers.Refusals(r.Machine, func() time.Time { return clock }, refusals)
	r.Subject.Machine.Observe(r.Machine, func() time.Time { return clock.Add(1) }, observer)
	var before any
	if r.Subject.Machine.FromValues != nil {
		before = r.Subject.ValuesOf(r.Machine)
	}
	err := r.Subject.Send(r.Subject.Direct(r.Machine), e, c.Rest)
	if r.seen == nil && r.Subject.Machine.FromValues != nil {
		r.seen = r.toldValues(c, told, before, values)
	}
	var want, wantRefused []any
	if err != nil {
		refusal := r.Subject.Observers.Refusal(c.Rest, e, err)
		wantRefused = []any{refusal, subject.At(refusal, clock)}
	}
	for _, s := range c.Steps {
		step := r.Subject.Observers.Step(s)
		want = append(want, subject.At(step, clock), step, subject.At(step, clock.Add(1)))
	}
	if r.seen == nil && !subject.SameTold(told, want) {
		r.seen = fmt.Errorf("the observers got %v, want %v", told, want)
	}
	if r.seen == nil && !subject.SameTold(refused, wantRefused) {
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
func (r *Run) kindsOf(c oracle.Course) (kinds []host.StepKind, refusing bool) {
	for _, s := range c.Steps {
		kinds = append(kinds, host.StepKind{State: s.From.State, Event: s.Input.Event, Row: s.Row, Then: "", Hears: ""})
	}
	return append(kinds, host.StepKind{State: c.Rest.State, Event: -1, Row: c.Row, Then: "", Hears: ""}), len(c.Steps) == c.Early
}

// within looks at the machine from within an observer: it has a certain configuration, as the step,
// if there was one, is complete, and events are refused.
func (r *Run) within(m oracle.Config, by int) error {
	if err := r.Subject.Compare(m, r.Machine); err != nil {
		return fmt.Errorf("in an observer: %w", err)
	}
	if r.Subject.Machine.Restore != nil {
		if _, err := r.Subject.Save(r.Machine); err != nil {
			if err := r.Draws.Unsaved(m, err); err != nil {
				return fmt.Errorf("in an observer: %w", err)
			}
		}
	}
	before := r.Subject.Clone(r.Machine)
	to := r.Subject.Direct(r.Machine)
	refused := func(event int, how string, err error) error {
		if reentrant := mirror.ErrorLike(err, r.Subject.Machine.Errors.Reentrant); reentrant == nil || !r.Subject.IsAbout(reentrant, m.State, event) {
			return fmt.Errorf("%s from an observer: error is %v, want %T", how, err, r.Subject.Machine.Errors.Reentrant)
		}
		return nil
	}
	few := len(r.watched) >= effort.Close()
	if few {
		r.Bench.Brief++
	}
	for i, event := range r.Spec.Events {
		if event.Internal || few && i != by && i != len(r.watched)%len(r.Spec.Events) {
			continue
		}
		if err := refused(i, event.Name, r.Subject.Send(to, oracle.Input{Event: i}, oracle.Nowhere())); err != nil {
			return err
		}
		if r.Subject.Machine.Send == "" {
			continue
		}
		if err := refused(i, event.Name+" as a value", to.AsValue(reflect.ValueOf(event.Value))); err != nil {
			return err
		}
	}
	for i, t := range r.Spec.Timers {
		if err := refused(r.Oracle.Clocks.Timers[i].Event, "timer "+t.Name, to.Fire(t.Value, r.Now.Start(i))); err != nil {
			return err
		}
	}
	if !r.Subject.SameMachine(r.Machine, before) {
		return fmt.Errorf("events from an observer changed the machine from %+v to %+v", before, r.Machine)
	}
	return nil
}

// Quiet prepares the host, if there is one, for an event during which it does not look at the
// machine.
func (r *Run) Quiet(e oracle.Input, c oracle.Course) {
	if r.Host != nil {
		r.Host.Begin(r.Machine, e, c)
		r.Host.Looks = false
	}
}

// toldValues says how the values in steps, each of which three observers are told, differ from those
// of the machine before its course, and when each was told, with the times of timers.
func (r *Run) toldValues(c oracle.Course, told []any, before any, after []any) error {
	for i, step := range told {
		if i > 0 && i%3 == 0 {
			before = after[i-1]
		}
		from, to := reflect.ValueOf(step).FieldByName("Before").Interface(), reflect.ValueOf(step).FieldByName("After").Interface()
		if !mirror.Same(from, before) || !mirror.Same(to, after[i]) {
			return fmt.Errorf("an observer got the values %+v before and %+v after, want %+v and %+v", from, to, before, after[i])
		}
	}
	if len(c.Steps) == 0 || r.Oracle.Key(c.End) != r.Oracle.Key(c.Steps[len(c.Steps)-1].To) {
		return nil // a result that is ignored has ended a call since then
	}
	if now := r.Subject.ValuesOf(r.Machine); len(after) > 0 && !mirror.Same(now, after[len(after)-1]) {
		return fmt.Errorf("the values are %+v, and were %+v when an observer got the last step", now, after[len(after)-1])
	}
	return nil
}
