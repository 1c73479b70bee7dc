package torch

import "fmt"

func checkColumns() error {
	p := &pocket{}
	m, err := FromValues(Values{Params: Params{Cells: 3}, State: StateWarming, Left: 3}, p)
	if err != nil || m.State() != StateWarming || len(p.lit) > 0 {
		return fmt.Errorf("made %v, told %v: %w", m, p.lit, err)
	}
	if err := m.Push(); err != nil || m.Values() != (Values{Params: Params{Cells: 3}, State: StateOff, Left: 2}) || fmt.Sprint(p.lit) != "[3]" {
		return fmt.Errorf("after Push, %v, told %v: %w", m, p.lit, err)
	}
	return nil
}
