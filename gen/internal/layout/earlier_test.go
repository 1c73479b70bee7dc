package layout

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/internal/sample"
)

// remembered returns a layout as an earlier one.
func remembered(l *Layout) *Earlier {
	e := &Earlier{Rows: l.Rows}
	for _, r := range l.Nodes {
		e.Nodes = append(e.Nodes, &Point{r.Min.X + (r.Max.X-r.Min.X)/2, r.Min.Y + (r.Max.Y-r.Min.Y)/2})
	}
	for i := range l.Clusters {
		e.Clusters = append(e.Clusters, &l.Clusters[i])
	}
	for _, r := range l.Routes {
		e.Routes = append(e.Routes, r.Points)
		var at *Point
		if r.Label != (Rect{}) {
			p := middle(r.Label)
			at = &p
		}
		e.Labels = append(e.Labels, at)
	}
	return e
}

// TestFixedPoint makes layouts again from themselves.
func TestFixedPoint(t *testing.T) {
	first := sample.Seed(t)
	// In the first one, a curve around a track reaches across a row. In the others, limits met lines of clusters.
	seeds := []uint64{5236, 170515681, 170517860, 170524724}
	for i := range uint64(300) {
		seeds = append(seeds, first+i)
	}
	for _, seed := range seeds {
		r := rand.New(rand.NewPCG(seed, 5))
		nodes := 1 + r.IntN(20)
		g := random(r, nodes, r.IntN(2*nodes+1))
		if empty(g) {
			continue
		}
		before := laidOut(g)
		g.Earlier = remembered(before)
		if d := cmp.Diff(before, laidOut(g)); d != "" {
			t.Fatalf("seed %d: (-before +again)\n%s", seed, d)
		}
	}
}

// TestEdits changes graphs that have been laid out before, in one place, and expects the other nodes where they were.
func TestEdits(t *testing.T) {
	sample.Turn(t)
	first := sample.Seed(t)
	for _, test := range []struct {
		name string
		most float64 // the mean move, in pixels
		edit func(*rand.Rand, *Graph)
	}{
		{"an edge less", 8, func(r *rand.Rand, g *Graph) {
			at := r.IntN(len(g.Edges))
			g.Edges = append(g.Edges[:at:at], g.Edges[at+1:]...)
			g.Earlier.Routes = append(g.Earlier.Routes[:at:at], g.Earlier.Routes[at+1:]...)
		}},
		{"a wider node", 6, func(r *rand.Rand, g *Graph) { g.Nodes[r.IntN(len(g.Nodes))].Width += 40 }},
		{"a higher label", 6, func(r *rand.Rand, g *Graph) {
			if e := &g.Edges[r.IntN(len(g.Edges))]; e.Height > 0 {
				e.Height += 16
			}
		}},
		{"an edge more", 30, func(r *rand.Rand, g *Graph) {
			g.Edges = append(g.Edges, Edge{From: r.IntN(len(g.Nodes)), To: r.IntN(len(g.Nodes)), Width: 60, Height: 16})
		}},
		{"a node more", 30, func(r *rand.Rand, g *Graph) {
			n := len(g.Nodes)
			g.Nodes = append(g.Nodes, Node{Width: 80, Height: 30, Cluster: g.Nodes[r.IntN(n)].Cluster})
			g.Edges = append(g.Edges, Edge{From: r.IntN(n), To: n, Width: 60, Height: 16}, Edge{From: n, To: r.IntN(n), Width: 60, Height: 16})
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			sum, count := 0, 0
			for i := range uint64(60) {
				r := rand.New(rand.NewPCG(first+i, 4))
				g := random(r, 16, 24)
				if empty(g) {
					continue
				}
				before := laidOut(g)
				g.Earlier = remembered(before)
				test.edit(r, g)
				after := laidOut(g)
				for _, fault := range faults(g, after) {
					t.Errorf("seed %d: %s", first+i, fault)
				}
				for n := range before.Nodes {
					p, q := middle(before.Nodes[n]), middle(after.Nodes[n])
					sum += max(p.X-q.X, q.X-p.X) + max(p.Y-q.Y, q.Y-p.Y)
					count++
				}
			}
			mean := float64(sum) / float64(count)
			t.Logf("nodes move by %.1f pixels on average", mean)
			if mean > test.most {
				t.Errorf("nodes move by %.1f pixels on average, expected at most %.1f", mean, test.most)
			}
		})
	}
}

// empty reports whether a cluster has no nodes, which no graph of a machine has.
func empty(g *Graph) bool {
	has := make([]bool, len(g.Clusters))
	for _, n := range g.Nodes {
		for c := n.Cluster; c >= 0; c = g.Clusters[c].Parent {
			has[c] = true
		}
	}
	return slices.Contains(has, false)
}

func middle(r Rect) Point { return Point{r.Min.X + (r.Max.X-r.Min.X)/2, r.Min.Y + (r.Max.Y-r.Min.Y)/2} }
