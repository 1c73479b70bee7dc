package lamp

import (
	"errors"
	"fmt"
	"slices"
	"time"
)

func checkObserve() error {
	m, err := New(Params{Uses: 3}, &room{})
	if err != nil {
		return err
	}
	var steps []Step
	var inside error
	m.Observe(nil, func(s Step) {
		steps = append(steps, Step{From: s.From, Event: s.Event, To: s.To}) // some faces have more
		inside = m.Push()
	})
	var times []time.Time
	m.Observe(time.Now, func(s Step) { times = append(times, s.Time) })
	var refused []error
	m.ObserveRefusals(nil, func(r Refusal) { refused = append(refused, r.Err) })
	if err := errors.Join(m.Push(), expire(m, TimerOnExpire), m.Expire(), m.Break("dropped")); err != nil {
		return err
	}
	want := []Step{
		{From: StateOff, Event: EventPush, To: StateOn}, {From: StateOn, Event: EventExpire, To: StateOff},
		{From: StateOff, Event: EventBreak, To: StateBroken},
	}
	var reentrant *ReentrantError
	if !slices.Equal(steps, want) || len(times) != 3 || times[0].IsZero() || !errors.As(inside, &reentrant) {
		return fmt.Errorf("steps %v at %v, and inside %w", steps, times, inside)
	}
	errs := []error{m.Push(), expire(m, TimerOnExpire), expire(m, 7)}
	if !slices.Equal(refused, errs[:2]) || errs[2] == nil {
		return fmt.Errorf("refused %v, want %v", refused, errs[:2])
	}
	return nil
}
