package fallback

import (
	"fmt"
	"sync"
	"time"
)

// Position is a place in a chain.
type Position struct {
	// Index is 0 for the active provider, 1 for the first fallback, and so on.
	Index int
	// Provider is the name of the provider.
	Provider string
}

// String returns the position as in "deepseek (fallback #1)".
func (p Position) String() string {
	if p.Index == 0 {
		return p.Provider + " (active)"
	}
	return fmt.Sprintf("%s (fallback #%d)", p.Provider, p.Index)
}

// tracker stores the provider at which runs start, initially the active one.
type tracker struct {
	mu    sync.Mutex
	index int
	since time.Time // when index last became other than 0
	stay  time.Duration
}

// start returns the provider at which a run starts.
func (t *tracker) start() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.index != 0 && t.stay > 0 && time.Since(t.since) >= t.stay {
		t.index = 0
	}
	return t.index
}

// move makes runs that start at from start at to. It does nothing if another run or a
// reset was first.
func (t *tracker) move(from, to int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.index == from {
		t.index, t.since = to, time.Now()
	}
}

// reset makes runs start at the active provider.
func (t *tracker) reset() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.index = 0
}
