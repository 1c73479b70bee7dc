package torch

import (
	"errors"
	"fmt"
	"slices"
)

func checkObserve() error {
	m, err := New(Params{Cells: 2}, &pocket{})
	if err != nil {
		return err
	}
	var steps []Step
	var inside error
	panics := false
	m.Observe(nil, func(s Step) {
		steps = append(steps, Step{From: s.From, Event: s.Event, To: s.To}) // some faces have more
		inside = m.Push()
		if panics {
			panics = false
			panic("observer")
		}
	})
	refused := 0
	m.ObserveRefusals(nil, func(Refusal) { refused++ })
	if err := m.Push(); err != nil {
		return err
	}
	want := []Step{{From: StateOff, Event: EventPush, To: StateWarming}, {From: StateWarming, Event: EventAlways, To: StateOn}}
	var reentrant *ReentrantError
	if !slices.Equal(steps, want) || !errors.As(inside, &reentrant) || refused > 0 {
		return fmt.Errorf("steps %v, %d refusals, and inside %w", steps, refused, inside)
	}
	panics, steps = true, nil
	func() {
		defer func() { _ = recover() }()
		err = errors.Join(m.Push(), m.Push()) // the first one is a single step
	}()
	if panics || m.State() != StateOff {
		return fmt.Errorf("a panic after %v", m)
	}
	panics = true
	func() {
		defer func() { _ = recover() }()
		_ = m.Push()
	}()
	if m.State() != StateWarming {
		return fmt.Errorf("a panic after %v", m)
	}
	steps = nil
	if err := m.Drain(1); !errors.As(err, new(*IllegalTransitionError)) || len(steps) != 2 || m.State() != StateEmpty {
		return fmt.Errorf("steps %v to %v: %w", steps, m, err)
	}
	return nil
}
