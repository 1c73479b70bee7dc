package torch

import (
	"errors"
	"fmt"
	"slices"
)

// pocket is a host that writes down what it is told.
type pocket struct{ lit []int }

func (p *pocket) Lit(count int) { p.lit = append(p.lit, count) }

func checkMachine() error {
	p := &pocket{}
	m, err := New(Params{Cells: 3}, p)
	if err != nil || m.State() != StateOff {
		return fmt.Errorf("a new machine is %v: %w", m, err)
	}
	if err := m.Push(); err != nil || m.State() != StateOn || m.Left() != 2 || !slices.Equal(p.lit, []int{3}) {
		return fmt.Errorf("after Push, %v, told %v: %w", m, p.lit, err)
	}
	if err := errors.Join(m.Push(), m.Push()); err != nil || m.State() != StateOn || m.Left() != 1 {
		return fmt.Errorf("after Push three times, %v: %w", m, err)
	}
	var illegal *IllegalTransitionError
	if err := m.Drain(1); !errors.As(err, &illegal) || m.State() != StateOn {
		return fmt.Errorf("Drain in %v: %w", m, err)
	}
	if err := errors.Join(m.Push(), m.Drain(1)); err != nil || m.Outcome() != OutcomeEmpty {
		return fmt.Errorf("after Drain, %v: %w", m, err)
	}
	for _, e := range Events() {
		if m.Can(e) {
			return fmt.Errorf("the end accepts %v", e)
		}
	}
	return nil
}
