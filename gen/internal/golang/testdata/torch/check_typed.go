package torch

import (
	"errors"
	"fmt"
)

func checkTyped() error {
	var off InOff
	begun, err := Begin(Params{Cells: 1}, &pocket{})
	switch in := begun.(type) {
	case InOff:
		off = in
	case InEmpty:
		return errors.New("a new machine is empty")
	}
	if err != nil {
		return err
	}
	after, err := off.Push() // the last cell
	if _, ok := after.(InEmpty); err != nil || !ok || after != off.Machine().In() {
		return fmt.Errorf("Push leads to %v: %w", after, err)
	}
	var stale *StaleStateError
	if _, err := off.Push(); !errors.As(err, &stale) || *stale != (StaleStateError{State: StateOff, Now: StateEmpty}) {
		return fmt.Errorf("Push of an old state: %w", err)
	}
	return nil
}
