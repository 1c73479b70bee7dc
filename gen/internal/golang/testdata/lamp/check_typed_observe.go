package lamp

import (
	"errors"
	"fmt"
)

func checkTypedObserve() error {
	off, err := Begin(Params{Uses: 2}, &room{})
	if err != nil {
		return err
	}
	told := 0
	var inside error
	var seen AnyState
	off.Machine().Observe(nil, func(Step) {
		told++
		if on, ok := off.Machine().In().(InOn); ok {
			seen = on
			_, inside = on.Push()
		}
	})
	var refusals []Refusal
	off.Machine().ObserveRefusals(nil, func(r Refusal) { refusals = append(refusals, r) })
	on, err := off.Push()
	if err != nil || seen != AnyState(on) {
		return fmt.Errorf("an observer got %v: %w", seen, err)
	}
	_, late := off.Push()
	if late == nil || len(refusals) != 1 {
		return fmt.Errorf("a late push gives %w and refusals %v", late, refusals)
	}
	// Some faces have more members.
	got, want := refusals[0], Refusal{State: StateOn, Event: EventPush, Err: late}
	if got.State != want.State || got.Event != want.Event || got.Err != want.Err {
		return fmt.Errorf("refusal %v, want %v", got, want)
	}
	if _, err := on.Push(); err != nil {
		return err
	}
	var reentrant *ReentrantError
	if told != 2 || !errors.As(inside, &reentrant) {
		return fmt.Errorf("%d steps, and inside %w", told, inside)
	}
	return nil
}
