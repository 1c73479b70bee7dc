package layout

import (
	"math/rand/v2"
	"testing"

	"github.com/fsmgen/fsmgen/internal/sample"
)

// TestEarlierOrderStays adds an edge to graphs that have been laid out before. Nodes that are still in the same rank as others keep
// their order, except for a few, for fewer crossings.
func TestEarlierOrderStays(t *testing.T) {
	first := sample.Seed(t)
	pairs, exchanged := 0, 0
	for i := range uint64(60) {
		r := rand.New(rand.NewPCG(first+i, 4))
		g := random(r, 16, 24)
		g.LeftToRight = false
		before := Make(g)
		for n := range g.Nodes {
			g.Nodes[n].Before, g.Nodes[n].Known = middle(before.Nodes[n]), true
		}
		g.Edges = append(g.Edges, Edge{From: r.IntN(16), To: r.IntN(16), Width: 60, Height: 16})
		after := Make(g)
		for _, fault := range faults(g, after) {
			t.Errorf("seed %d: %s", first+i, fault)
		}
		for a := range g.Nodes {
			for b := range a {
				if !sameRank(before, a, b) || !sameRank(after, a, b) {
					continue
				}
				pairs++
				if (middle(before.Nodes[a]) < middle(before.Nodes[b])) != (middle(after.Nodes[a]) < middle(after.Nodes[b])) {
					exchanged++
				}
			}
		}
	}
	t.Logf("%d of %d pairs are exchanged", exchanged, pairs)
	if pairs < 100 || 100*exchanged > 12*pairs {
		t.Errorf("%d of %d pairs are exchanged, expected at most 12%% of at least 100", exchanged, pairs)
	}
}

func middle(r Rect) int { return (r.Min.X + r.Max.X) / 2 }

func sameRank(l *Layout, a, b int) bool {
	return l.Nodes[a].Min.Y+l.Nodes[a].Max.Y-l.Nodes[b].Min.Y-l.Nodes[b].Max.Y <= 1 && l.Nodes[b].Min.Y+l.Nodes[b].Max.Y-l.Nodes[a].Min.Y-l.Nodes[a].Max.Y <= 1
}
