package spectest_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/fsmgen/fsmgen/internal/spectest"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/core"
)

// TestInternal wants valid specs with events that only timers raise, and that have transitions, of each writer.
func TestInternal(t *testing.T) {
	for name, write := range map[string]func(*rand.Rand) string{"Random": spectest.Random, "Sound": spectest.Sound} {
		r, found := rand.New(rand.NewPCG(1, 2)), 0
		for range 200 {
			s, _ := spec.Load("random.fsm.yaml", []byte(write(r)))
			if s.Machine != nil && slices.ContainsFunc(s.Machine.Transitions, func(t core.Transition) bool { return s.Machine.Events[t.Event].Internal }) {
				found++
			}
		}
		if found < 10 {
			t.Errorf("%s: %d of 200 specs have an internal event", name, found)
		}
	}
}
