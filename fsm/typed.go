package fsm

import "fmt"

// TypedStates are the most recent typed states of a generated machine of the type M. Typed states hold a pointer to a common
// value, of the type S, so that storing them in an interface does not allocate. Several such values are allocated at once,
// because that is cheaper. They never change.
type TypedStates[M any, S comparable] struct {
	of     *M // a copy of the machine needs others
	last   int
	states [31]S // with the fields before, 512 bytes: a size class of the Go runtime
}

// Here returns a pointer to the value now, which typed states of the machine m have until its next transition: the recent one
// if that is equal.
func Here[M any, S comparable](recent **TypedStates[M, S], m *M, now S) *S {
	if block := *recent; block != nil && block.of == m {
		if last := &block.states[block.last]; *last == now {
			return last
		}
	}
	return next(recent, m, now)
}

// next makes the value that typed states have from now on.
func next[M any, S comparable](recent **TypedStates[M, S], m *M, now S) *S {
	block := *recent
	if block == nil || block.of != m || block.last == len(block.states)-1 {
		block = &TypedStates[M, S]{of: m}
		*recent = block
	} else {
		block.last++
	}
	block.states[block.last] = now
	return &block.states[block.last]
}

// StaleReadError is what a typed state panics with that is read after the machine has made a transition.
type StaleReadError[S Constant] struct {
	// Now is the current state of the machine.
	Now S
}

// Error implements error.
func (e *StaleReadError[S]) Error() string {
	return fmt.Sprintf("%s: a typed state is read that is out of date: the machine has moved on, and is in state %v; read the typed state that the event has returned", packageOf[S](), e.Now)
}
