package fsm_test

import (
	"slices"
	"testing"
	"time"

	"github.com/fsmgen/fsmgen/fsm"
)

// TestTimers asks for what a machine knows of its timers, also of numbers that are none.
func TestTimers(t *testing.T) {
	starts, now := []int{0, 7, 1}, time.Now()
	due := []time.Time{{}, now, {}}
	if got := fsm.Running(3, func(l light) bool { return l != green }); !slices.Equal(got, []light{red, yellow}) {
		t.Error(got)
	}
	if got := fsm.Running(0, func(light) bool { return true }); got != nil {
		t.Error(got)
	}
	for l, want := range map[light]int{red: 0, yellow: 7, green: 1, 3: 0, 200: 0} {
		if got := fsm.LatestStart(starts, l); got != want {
			t.Errorf("start of %v: %d, want %d", l, got, want)
		}
		if at, known := fsm.DueAt(due, l); known != (l == yellow) || known && at != now || !known && !at.IsZero() {
			t.Errorf("%v is due at %v, %t", l, at, known)
		}
	}
}
