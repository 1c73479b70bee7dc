// Package random makes machines without guards and variables, of any size. The
// same size is the same machine.
package random

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Machine is a random machine. All its events are of the environment, so that
// there is no end to prove.
type Machine struct {
	// Next has the state after an event, -1 where the event is illegal.
	// The first index is the state, the second one the event.
	Next [][]int
}

// New returns a machine in which so many in ten of the pairs of state and event
// are legal, at least one in each state: the one that leads to the state after
// it. There must be fewer than 255 states.
func New(states, events, legal int) Machine {
	random := rand.New(rand.NewPCG(uint64(states), uint64(events)))
	next := make([][]int, states)
	for s := range next {
		next[s] = make([]int, events)
		for e := range next[s] {
			next[s][e] = -1
			if random.IntN(10) < legal {
				next[s][e] = random.IntN(states)
			}
		}
		next[s][random.IntN(events)] = (s + 1) % states
	}
	return Machine{next}
}

// Name is the name of the Go package of the machine.
func (m Machine) Name() string { return fmt.Sprintf("random%d", len(m.Next)) }

// Events is the number of events.
func (m Machine) Events() int { return len(m.Next[0]) }

// Transitions is the number of legal pairs.
func (m Machine) Transitions() int {
	n := 0
	for s := range m.Next {
		for _, to := range m.Next[s] {
			if to >= 0 {
				n++
			}
		}
	}
	return n
}

// Walk returns so many events that are legal one after the other, from the
// initial state, the first.
func (m Machine) Walk(length int) []int {
	random := rand.New(rand.NewPCG(1, 2))
	out := make([]int, 0, length)
	for s := 0; len(out) < length; {
		if e := random.IntN(m.Events()); m.Next[s][e] >= 0 {
			out = append(out, e)
			s = m.Next[s][e]
		}
	}
	return out
}

// Spec returns the machine as a spec of fsmgen.
func (m Machine) Spec() string {
	var b strings.Builder
	fmt.Fprintf(&b, "machine: Random%d\nevents:\n", len(m.Next))
	for e := range m.Events() {
		fmt.Fprintf(&b, "  E%d: {environment: true}\n", e)
	}
	b.WriteString("initial: S0\nstates:\n")
	for s := range m.Next {
		fmt.Fprintf(&b, "  S%d:\n    on:\n", s)
		for e, to := range m.Next[s] {
			if to >= 0 {
				fmt.Fprintf(&b, "      E%d: S%d\n", e, to)
			}
		}
	}
	return b.String()
}
