package layout

import (
	"math/rand/v2"
	"testing"
)

// TestNearer lays out graphs with labels that are far from both ends of their arrows, and expects fewer of them with other places.
func TestNearer(t *testing.T) {
	before, after := 0, 0
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 7))
		g := random(r, 16, 20)
		g.LeftToRight, g.Middle, g.Nearer = false, false, false
		without := laidOut(g)
		g.Nearer = true
		with := laidOut(g)
		if with.Far > without.Far || with.Crossings > without.Crossings || with.Width > without.Width {
			t.Errorf("seed %d: %d labels are far away, and then %d", seed, without.Far, with.Far)
		}
		if list := faults(g, with); len(list) > 0 {
			t.Errorf("seed %d: %v", seed, list)
		}
		before, after = before+without.Far, after+with.Far
	}
	t.Logf("%d labels are far away, and then %d", before, after)
	if after >= before {
		t.Error("no label is nearer")
	}
}
