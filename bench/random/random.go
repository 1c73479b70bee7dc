// Package random generates machines of any size without guards and variables. The machine
// depends only on the size.
package random

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Machine is a random machine. All its events are environment events, so that it need not
// terminate.
type Machine struct {
	// Next is the target for a state (the first index) and an event (the second), or -1
	// if the event is illegal.
	Next [][]int
}

// New returns a machine in which the given number of tenths of the pairs of a state and an
// event are legal. In each state, at least one event is legal, which leads to the next state.
// There must be fewer than 255 states.
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

// Walk returns a sequence of legal events of a length, starting in the initial state, 0.
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
