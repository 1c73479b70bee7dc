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
	off.Machine().Observe(nil, func(Step) {
		told++
		if on, ok := off.Machine().In().(InOn); ok {
			_, inside = on.Push()
		}
	})
	on, err := off.Push()
	if err != nil {
		return err
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
