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
	var o *Observed
	o = m.Observe(nil, func(s Step) {
		steps = append(steps, s)
		inside = o.Push()
	})
	var times []time.Time
	o.Observe(time.Now, func(s Step) { times = append(times, s.Time) })
	if m.Observe(nil, func(Step) {}) != o {
		return errors.New("there are two machines with observers")
	}
	if err := errors.Join(o.Push(), o.Fire(TimerOnExpire), o.Expire(), o.Break("dropped")); err != nil {
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
	return nil
}
