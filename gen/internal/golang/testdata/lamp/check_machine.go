package lamp

import (
	"errors"
	"fmt"
	"time"
)

// room is a host that allows everything and counts.
type room struct{ lit, started, stopped int }

func (r *room) Allowed() bool                        { return true }
func (r *room) Lit(int)                              { r.lit++ }
func (r *room) Now() time.Time                       { return time.Now() }
func (r *room) StartTimer(Timer, int, time.Duration) { r.started++ }
func (r *room) StopTimer(Timer, int)                 { r.stopped++ }

func checkMachine() error {
	r := &room{}
	m, err := New(Params{Uses: 1}, r)
	if err != nil {
		return err
	}
	err = errors.Join(m.Push(), expire(m, TimerOnExpire))
	if err != nil || *r != (room{1, 1, 1}) || m.State() != StateOff || m.Left() != 0 {
		return fmt.Errorf("after Push and Expire, %v with %+v: %w", m, r, err)
	}
	var rejected *GuardRejectedError
	if err := m.Push(); !errors.As(err, &rejected) {
		return fmt.Errorf("the second Push: %w", err)
	}
	if err := errors.Join(m.Expire(), m.Break("dropped")); err != nil {
		return err
	}
	var illegal *IllegalTransitionError
	if err := m.Stop(); !errors.As(err, &illegal) || m.Outcome() != OutcomeBroken {
		return fmt.Errorf("Stop at the end, with %v: %w", m.Outcome(), err)
	}
	return nil
}

// expire raises the event of the latest start of a timer.
func expire(m *Machine, t Timer) error {
	start, _ := m.TimerStart(t)
	return m.Fire(t, start)
}
