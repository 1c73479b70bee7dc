package raise

import (
	"strings"

	"github.com/fsmgen/fsmgen/spec/core"
)

// queue is a list of pending events.
type queue []int

func (q queue) key() string {
	var b strings.Builder
	for _, e := range q {
		b.WriteRune(rune(e + 1))
	}
	return b.String()
}

// situation is a state with a queue.
type situation struct {
	state int
	key   string
	// where tells where the regions of the state are: see [lowering.places].
	where string
}

// choice is a transition and the queue before it.
type choice struct {
	t   *core.Transition
	key string
}

// step is a transition from one pair to another, and the queue of that.
type step struct {
	before situation
	t      *core.Transition
	left   queue
}
