package spectest_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/internal/spectest"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/core"
)

// TestInternal wants valid specs of each writer with events that only timers raise, and with transitions
// without an event if these are asked for, also states that never wait for an event.
func TestInternal(t *testing.T) {
	sample.Turn(t)
	for name, write := range map[string]func(*rand.Rand, spectest.Features) string{"Random": spectest.Random, "Sound": spectest.Sound} {
		for _, features := range []spectest.Features{0, spectest.Eventless} {
			eventless := features != 0
			r, raised, always, transient := rand.New(rand.NewPCG(1, 2)), 0, 0, 0
			for range 200 {
				m := load(write(r, features))
				if m == nil {
					continue
				}
				takes := func(of func(core.Event) bool) bool {
					return slices.ContainsFunc(m.Transitions, func(t core.Transition) bool { return of(m.Events[t.Event]) })
				}
				if takes(func(e core.Event) bool { return e.Internal && !e.Eventless }) {
					raised++
				}
				if takes(func(e core.Event) bool { return e.Eventless }) {
					always++
				}
				for s := range m.States {
					if m.Transient(s) {
						transient++
					}
				}
			}
			if raised < 10 {
				t.Errorf("%s: %d of 200 specs have an internal event", name, raised)
			}
			if eventless && (always < 50 || transient < 5) || !eventless && always+transient > 0 {
				t.Errorf("%s: %d of 200 specs have transitions without an event, and %d states are transient; asked for: %t", name, always, transient, eventless)
			}
		}
	}
}

// TestMutateAdds wants mutants with a transition without an event of specs that have none.
func TestMutateAdds(t *testing.T) {
	sample.Turn(t)
	r, added := rand.New(rand.NewPCG(3, 4)), 0
	for range 200 {
		text := spectest.Sound(r, 0)
		if eventless(load(spectest.Mutate(r, text, 0))) {
			t.Fatal("a mutant has a transition without an event")
		}
		if eventless(load(spectest.Mutate(r, text, spectest.Eventless))) {
			added++
		}
	}
	if added < 5 {
		t.Errorf("%d of 200 mutants have a transition without an event", added)
	}
}

func load(text string) *core.Machine {
	s, _ := spec.LoadWith("random.fsm.yaml", []byte(text), spectest.Open)
	return s.Machine
}

func eventless(m *core.Machine) bool { return m != nil && m.Eventless() >= 0 }
