package lamp

import (
	"errors"
	"fmt"
)

func checkTyped() error {
	off, err := Begin(Params{Uses: 1}, &room{})
	if err != nil {
		return err
	}
	on, err := off.Push()
	if err != nil || on.Left() != 0 {
		return fmt.Errorf("Push: %w", err)
	}
	var stale *StaleStateError
	if _, err := off.Push(); !errors.As(err, &stale) || *stale != (StaleStateError{State: StateOff, Now: StateOn}) {
		return fmt.Errorf("Push of an old state: %w", err)
	}
	again, err := on.Expire()
	if err != nil || AnyState(again) != again.Machine().In() {
		return fmt.Errorf("Expire leads to %v: %w", again, err)
	}
	same, err := again.Expire()
	if err != nil || same != again {
		return fmt.Errorf("an event that is ignored leads to %v: %w", same, err)
	}
	for range 100 { // beyond a block of typed states
		m, err := New(Params{Uses: 5}, &room{})
		if err != nil {
			return err
		}
		for range 5 {
			if err := errors.Join(m.Push(), m.Expire()); err != nil {
				return err
			}
			if in, ok := m.In().(InOff); !ok || in.Left() != m.Left() {
				return fmt.Errorf("the typed state is %v", m.In())
			}
		}
	}
	broken, err := again.Break("dropped")
	if err != nil || broken.Reason() != "dropped" || broken.Outcome() != OutcomeBroken {
		return fmt.Errorf("Break: %w", err)
	}
	return nil
}
