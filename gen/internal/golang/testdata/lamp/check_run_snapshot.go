package lamp

import (
	"context"
	"fmt"
)

func checkRunSnapshot() error {
	m, err := New(Params{Uses: 2}, &room{})
	if err != nil {
		return err
	}
	if err := m.Push(); err != nil {
		return err
	}
	data, err := m.MarshalJSON()
	if err != nil {
		return err
	}
	h := &hand{}
	end, err := Resume(context.Background(), data, &socket{}, h)
	if err != nil || end.Outcome() != OutcomeBroken || h.pushes != 1 {
		return fmt.Errorf("%v after %d pushes: %w", end, h.pushes, err)
	}
	return nil
}
