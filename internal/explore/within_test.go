package explore

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/fsmgen/fsmgen/internal/sample"
)

// TestWithin limits the work on random machines. What is found must be a part of the
// whole, and the work must stay within the limit.
func TestWithin(t *testing.T) {
	sample.Turn(t)
	first := sample.Seed(t)
	cut := 0
	for seed := first; seed < first+300; seed++ {
		m, params := randomMachine(t, rand.New(rand.NewPCG(seed, 5)))
		whole := Explore(t.Context(), m, params, 400)
		for _, moves := range []int{1, 20, 100, 1000} {
			g := Within(t.Context(), m, params, 400, moves)
			if g.Configs() == 0 && whole.Configs() == 0 {
				continue
			}
			start := g.walker.rows[m.Initial].work
			if g.Moves() > max(moves, start) || g.Configs() > whole.Configs() || g.expanded < g.Configs() {
				t.Fatalf("seed %d: %d moves with a limit of %d, %d configurations of %d", seed, g.Moves(), moves, g.Configs(), whole.Configs())
			}
			if g.Complete != (whole.Complete && g.Configs() == whole.Configs()) {
				t.Fatalf("seed %d: complete: %t, with %d configurations of %d", seed, g.Complete, g.Configs(), whole.Configs())
			}
			if !g.Complete {
				cut++
			}
			for c := range g.All() {
				if run := g.Path(c.ID); run.Replay(m) != nil || len(run.Steps) != len(whole.Path(c.ID).Steps) {
					t.Fatalf("seed %d: the run to configuration %d: %v", seed, c.ID, run.Replay(m))
				}
			}
		}
	}
	if cut < 100 {
		t.Errorf("only %d explorations are cut short", cut)
	}
}

// byTransition looks at the moves of one transition after another.
func byTransition(g *Graph) func(func(Step) bool) (Run, bool) {
	return func(match func(Step) bool) (Run, bool) {
		for t := range g.Machine.Transitions {
			if run, ok := g.FindMove(t, match); ok {
				return run, true
			}
		}
		return Run{}, false
	}
}

// TestFindMove compares the steps of both ways to find one.
func TestFindMove(t *testing.T) {
	first := sample.Seed(t)
	for seed := first; seed < first+200; seed++ {
		m, params := randomMachine(t, rand.New(rand.NewPCG(seed, 6)))
		g := Explore(t.Context(), m, params, 100)
		type step struct {
			transition    int
			before, after string
		}
		list := func(find func(func(Step) bool) (Run, bool)) (out []step) {
			find(func(s Step) bool {
				x := step{s.Transition, fmt.Sprint(s.Before), fmt.Sprint(s.After)}
				if !slices.Contains(out, x) {
					out = append(out, x)
				}
				return false
			})
			slices.SortFunc(out, func(a, b step) int {
				return cmp.Or(a.transition-b.transition, cmp.Compare(a.before, b.before), cmp.Compare(a.after, b.after))
			})
			return out
		}
		if all, some := list(g.Find), list(byTransition(g)); !slices.Equal(all, some) {
			t.Fatalf("seed %d: %d different steps, %d of them by moves", seed, len(all), len(some))
		}
	}
}
