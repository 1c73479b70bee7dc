package spectest_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/internal/source"
	"github.com/fsmgen/fsmgen/internal/spectest"
	"github.com/fsmgen/fsmgen/spec/core"
)

// TestRaise wants valid specs of each writer, and mutants of specs without them, with raised events, final states, and
// returns to a history, each if and only if it is asked for. The writers also raise events on the way into and out of
// states, several at a time, and ones that are handled later.
func TestRaise(t *testing.T) {
	sample.Turn(t)
	specs, least := sample.Size(150, 150, 400), 1
	if sample.Long() {
		least = 3
	}
	for name, write := range map[string]func(*rand.Rand, spectest.Features) string{
		"Random": spectest.Random, "Sound": spectest.Sound,
		"Mutate": func(r *rand.Rand, features spectest.Features) string {
			text := spectest.Random(r, features&^(spectest.Raise|spectest.Final|spectest.History))
			for range 6 {
				text = spectest.Mutate(r, text, features)
			}
			return text
		},
	} {
		for _, features := range []spectest.Features{spectest.Eventless | spectest.Invoke, spectest.Raise, spectest.Final, spectest.History} {
			r, seen := rand.New(rand.NewPCG(1, 2)), map[string]int{}
			for range specs {
				text := write(r, features)
				m := load(text)
				if m == nil {
					continue
				}
				raises := func(is func(*core.Transition, core.Raise) bool) bool {
					return slices.ContainsFunc(m.Transitions, func(t core.Transition) bool {
						return slices.ContainsFunc(t.Raises, func(r core.Raise) bool { return is(&t, r) })
					})
				}
				for part, has := range map[string]bool{
					"raised":    raises(func(*core.Transition, core.Raise) bool { return true }),
					"handled":   slices.ContainsFunc(m.Transitions, func(t core.Transition) bool { return t.Handles != "" }),
					"two":       raises(func(t *core.Transition, _ core.Raise) bool { return len(t.Raises) > 1 }),
					"entry":     raises(func(_ *core.Transition, r core.Raise) bool { return r.Cause == core.ByEntry }),
					"exit":      raises(func(_ *core.Transition, r core.Raise) bool { return r.Cause == core.ByExit }),
					"again":     raises(func(t *core.Transition, _ core.Raise) bool { return t.Handles != "" }),
					"start":     len(m.StartRaises) > 0,
					"done":      strings.Contains(text, "final: true"),
					"shallow":   slices.ContainsFunc(m.Transitions, func(t core.Transition) bool { return t.Returns.Composite != "" && !t.Returns.Deep }),
					"deep":      slices.ContainsFunc(m.Transitions, func(t core.Transition) bool { return t.Returns.Deep }),
					"divided":   slices.ContainsFunc(m.Transitions, func(t core.Transition) bool { return t.Handles != "" && source.Implied(m, &t) != nil }),
					"remembers": slices.ContainsFunc(m.Transitions, func(t core.Transition) bool { return t.Returns.Composite != "" && source.Implied(m, &t) != nil }),
				} {
					if has {
						seen[part]++
					}
				}
			}
			t.Log(name, features, seen)
			for part, of := range map[string]spectest.Features{
				"raised": spectest.Raise, "handled": spectest.Raise, "two": spectest.Raise, "entry": spectest.Raise, "exit": spectest.Raise, "again": spectest.Raise,
				"start": spectest.Raise, "divided": spectest.Raise, "done": spectest.Final, "shallow": spectest.History, "deep": spectest.History, "remembers": spectest.History,
			} {
				rare := name == "Mutate" && slices.Contains([]string{"two", "entry", "exit", "again", "start", "divided", "remembers", "shallow", "deep"}, part)
				if asked := features == of; asked && !rare && seen[part] < least || !asked && seen[part] > 0 {
					t.Errorf("%s: %d of %d specs have %s; asked for: %t", name, seen[part], specs, part, asked)
				}
			}
		}
	}
}
