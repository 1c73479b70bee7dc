package torch

import (
	"fmt"
	"strings"
)

// warming returns a snapshot of a machine that is not at rest.
func warming() ([]byte, error) {
	m, err := New(Params{Cells: 3}, &pocket{})
	if err != nil {
		return nil, err
	}
	text, err := m.MarshalJSON()
	return []byte(strings.Replace(string(text), `"Off"`, `"Warming"`, 1)), err
}

func checkSnapshot() error {
	text, err := warming()
	if err != nil {
		return err
	}
	p := &pocket{}
	m, err := Restore(text, p)
	if err != nil || m.State() != StateWarming || len(p.lit) > 0 {
		return fmt.Errorf("restored %v, told %v: %w", m, p.lit, err)
	}
	again, err := m.MarshalJSON()
	if err != nil || string(again) != string(text) {
		return fmt.Errorf("snapshot %s, want %s: %w", again, text, err)
	}
	if err := m.Push(); err != nil || m.State() != StateOff || m.Left() != 2 || fmt.Sprint(p.lit) != "[3]" {
		return fmt.Errorf("after Push, %v, told %v: %w", m, p.lit, err)
	}
	return nil
}
