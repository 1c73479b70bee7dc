package fsm_test

import (
	"sync"
	"testing"

	"github.com/fsmgen/fsmgen/fsm"
)

// typedMachine has typed states, as generated machines have.
type typedMachine struct {
	steps  int
	recent *fsm.TypedStates[typedMachine, typedAt]
}

type typedAt struct {
	m  *typedMachine
	at int
}

func (m *typedMachine) here() *typedAt { return fsm.Here(&m.recent, m, typedAt{m, m.steps}) }

// TestHere returns the same pointer until the next transition. What it has returned never changes, and a copy of a machine
// shares nothing with it.
func TestHere(t *testing.T) {
	var m typedMachine
	var all []*typedAt
	for range 100 {
		s := m.here()
		if s != m.here() || *s != (typedAt{&m, m.steps}) {
			t.Fatal(m.steps, *s)
		}
		all = append(all, s)
		m.steps++
	}
	for i, s := range all {
		if s.at != i || s.m != &m {
			t.Error(i, *s)
		}
	}
	copied := m
	s := copied.here()
	if *s != (typedAt{&copied, m.steps}) || copied.recent == m.recent || copied.here() != s || m.here() == s {
		t.Error(*s)
	}
	var both sync.WaitGroup // for the race detector
	third := m
	both.Go(func() { m.steps++; m.here() })
	both.Go(func() { third.here() })
	both.Wait()
	if n := testing.AllocsPerRun(31, func() { m.steps++; m.here(); m.here() }); n > 0 {
		t.Errorf("%v allocations", n)
	}
}
