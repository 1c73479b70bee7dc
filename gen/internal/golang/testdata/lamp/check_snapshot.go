package lamp

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
)

func checkSnapshot() error {
	m, err := New(Params{Uses: 3}, &room{})
	if err != nil {
		return err
	}
	if err := m.Push(); err != nil {
		return err
	}
	data, err := json.Marshal(m)
	if err != nil {
		return err
	}
	r := &room{}
	again, err := Restore(data, r)
	if err != nil || again.String() != m.String() || again.Params() != m.Params() || *r != (room{}) {
		return fmt.Errorf("restored %v from %s: %w", again, data, err)
	}
	if !slices.Equal(again.Timers(), []Timer{TimerOnExpire}) {
		return fmt.Errorf("the timers are %v", again.Timers())
	}
	if err := again.Break("dropped"); err != nil {
		return err
	}
	if _, err := Restore(data[1:], r); err == nil {
		return errors.New("a broken snapshot is restored")
	}
	return nil
}
