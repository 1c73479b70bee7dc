package layout

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/internal/sample"
)

// random returns a graph with clusters inside clusters, edges to the same node, and several edges between the same nodes.
func random(r *rand.Rand, nodes, edges int) *Graph {
	g := &Graph{Head: 9, LeftToRight: r.IntN(4) == 0}
	if r.IntN(3) == 0 {
		g.Widest, g.Wrap, g.FullRank, g.Middle = 300+r.IntN(600), r.IntN(4), r.IntN(100), r.IntN(4) == 0
		g.InsideFirst, g.Nearer = r.IntN(2) == 0, r.IntN(2) == 0
	}
	for i := range r.IntN(5) {
		g.Clusters = append(g.Clusters, Cluster{Parent: r.IntN(i+1) - 1, Width: 20 + r.IntN(120), Height: 16 * (1 + r.IntN(3)), Beside: r.IntN(3) == 0, Line: r.IntN(3)})
	}
	for range nodes {
		g.Nodes = append(g.Nodes, Node{
			Width: 12 + r.IntN(200), Height: 12 + r.IntN(90), Cluster: r.IntN(len(g.Clusters)+1) - 1,
			Last: r.IntN(8) == 0, Goal: r.IntN(8) == 0,
		})
	}
	g.Nodes[r.IntN(nodes)].First = true
	for range edges {
		e := Edge{From: r.IntN(nodes), To: r.IntN(nodes), Weight: r.IntN(4)}
		if r.IntN(3) > 0 {
			e.Width, e.Height = 20+r.IntN(150), 16*(1+r.IntN(5))
		}
		g.Edges = append(g.Edges, e)
	}
	for c := range g.Clusters {
		g.Nodes[r.IntN(nodes)].Cluster = c
	}
	if len(g.Clusters) > 0 {
		for range r.IntN(4) {
			g.Limits = append(g.Limits, Limit{Node: r.IntN(nodes), Cluster: r.IntN(len(g.Clusters)), Above: r.IntN(2) == 0})
		}
	}
	return g
}

func TestNothingOverlaps(t *testing.T) {
	first := sample.Seed(t)
	for i := range uint64(400) {
		r := rand.New(rand.NewPCG(first+i, 1))
		nodes := 1 + r.IntN(20)
		g := random(r, nodes, r.IntN(2*nodes+1))
		for _, fault := range faults(g, laidOut(g)) {
			t.Errorf("seed %d: %s", first+i, fault)
		}
	}
}

// TestFaultsAreFound moves parts of a layout and expects complaints.
func TestFaultsAreFound(t *testing.T) {
	g := &Graph{
		Head:     9,
		Clusters: []Cluster{{Parent: -1, Width: 40, Height: 16}},
		Nodes:    []Node{{Width: 60, Height: 30, Cluster: -1, First: true}, {Width: 60, Height: 30}, {Width: 60, Height: 30}},
		Edges:    []Edge{{From: 0, To: 1, Width: 50, Height: 16}, {From: 1, To: 2, Width: 50, Height: 16}},
	}
	if list := faults(g, laidOut(g)); len(list) > 0 {
		t.Fatal(list)
	}
	for name, spoil := range map[string]func(*Layout){
		"node on node":      func(l *Layout) { l.Nodes[2] = l.Nodes[1] },
		"label on node":     func(l *Layout) { l.Routes[0].Label = l.Nodes[0] },
		"label on label":    func(l *Layout) { l.Routes[0].Label = l.Routes[1].Label },
		"label on arrow":    func(l *Layout) { l.Routes[0].Label.Min.X -= 20 },
		"node out of frame": func(l *Layout) { l.Clusters[0].Max.Y -= 20 },
		"other in frame":    func(l *Layout) { l.Clusters[0].Min.Y = 0 },
		"arrow in node":     func(l *Layout) { l.Routes[0].Points[0].Y -= 10; l.Routes[0].Points[len(l.Routes[0].Points)-1].Y += 200 },
		"out of the page":   func(l *Layout) { l.Height -= 20 },
	} {
		l := laidOut(g)
		spoil(l)
		if len(faults(g, l)) == 0 {
			t.Errorf("%s is not found", name)
		}
	}
}

// TestLines lays out four clusters in two lines, and expects complaints if they are elsewhere.
func TestLines(t *testing.T) {
	g := &Graph{Head: 9, Clusters: []Cluster{{Parent: -1, Width: 40, Height: 16}}, Nodes: []Node{{Width: 60, Height: 30}, {Width: 60, Height: 30, Cluster: -1, Last: true}}}
	for i := range 4 {
		g.Clusters = append(g.Clusters, Cluster{Parent: 0, Width: 40, Height: 16, Beside: true, Line: i / 2})
		g.Nodes = append(g.Nodes, Node{Width: 60 + 10*i, Height: 30, Cluster: 1 + i}, Node{Width: 60, Height: 30, Cluster: 1 + i})
		g.Edges = append(g.Edges, Edge{From: 2 + 2*i, To: 3 + 2*i, Width: 50, Height: 16})
	}
	g.Edges = append(g.Edges, Edge{From: 0, To: 1, Width: 50, Height: 16})
	l := laidOut(g)
	if list := faults(g, l); len(list) > 0 {
		t.Fatal(list)
	}
	if a, b, c, d := l.Clusters[1], l.Clusters[2], l.Clusters[3], l.Clusters[4]; a.Min.X != c.Min.X || b.Max.X != d.Max.X || a.Max.X > b.Min.X {
		t.Errorf("the lines are not even: %v", l.Clusters)
	}
	for name, spoil := range map[string]func(*Layout){
		"line 1 above line 0":    func(l *Layout) { l.Clusters[1], l.Clusters[3] = l.Clusters[3], l.Clusters[1] },
		"lines beside":           func(l *Layout) { l.Clusters[3].Min.Y -= 40 },
		"not in line":            func(l *Layout) { l.Clusters[2].Max.Y += 3 },
		"the node of the parent": func(l *Layout) { l.Nodes[0].Max.Y += 80 },
	} {
		l := laidOut(g)
		spoil(l)
		if len(faults(g, l)) == 0 {
			t.Errorf("%s: no complaint", name)
		}
	}
}

func TestDeterministic(t *testing.T) {
	first := sample.Seed(t)
	for i := range uint64(20) {
		g := random(rand.New(rand.NewPCG(first+i, 2)), 15, 30)
		if d := cmp.Diff(laidOut(g), laidOut(g)); d != "" {
			t.Fatal(d)
		}
	}
}

// TestMainPath expects the main path in one column, the first node at the top, and the last ones at the bottom.
func TestMainPath(t *testing.T) {
	g := &Graph{Head: 9}
	for i := range 6 {
		g.Nodes = append(g.Nodes, Node{Width: 40 + 20*i, Height: 30, Cluster: -1, First: i == 0, Last: i > 3, Goal: i == 4})
	}
	for _, e := range [][2]int{{0, 1}, {1, 2}, {2, 3}, {3, 4}, {2, 5}, {1, 5}, {3, 1}} {
		g.Edges = append(g.Edges, Edge{From: e[0], To: e[1], Width: 80, Height: 16})
	}
	l := laidOut(g)
	middle := func(n int) int { return (l.Nodes[n].Min.X + l.Nodes[n].Max.X) / 2 }
	for n := range 5 {
		if middle(n) != middle(0) {
			t.Errorf("node %d is at %d, the first one at %d", n, middle(n), middle(0))
		}
		if l.Nodes[n].Min.Y < l.Nodes[0].Min.Y {
			t.Errorf("node %d is above the first one", n)
		}
	}
	if l.Nodes[4].Min.Y != l.Nodes[5].Min.Y || l.Nodes[5].Min.Y <= l.Nodes[3].Min.Y {
		t.Errorf("the last nodes are not at the bottom: %v", l.Nodes)
	}
}

func TestEmpty(t *testing.T) {
	if d := cmp.Diff(&Layout{}, laidOut(&Graph{})); d != "" {
		t.Error(d)
	}
}

// TestFast lays out a graph as large as the largest machines that are still drawn. The limit is far from the usual time, because
// machines that test are slow and busy.
func TestFast(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 3))
	g := &Graph{Head: 9}
	for i := range 100 {
		g.Nodes = append(g.Nodes, Node{Width: 80, Height: 30, Cluster: -1, First: i == 0})
	}
	for i := range 250 {
		from := i % 100
		g.Edges = append(g.Edges, Edge{From: from, To: min(99, max(0, from+r.IntN(12)-3)), Width: 80, Height: 16})
	}
	begin := time.Now()
	l := laidOut(g)
	took := time.Since(begin)
	t.Log(took, fmt.Sprint(l.Width, "x", l.Height), l.Crossings, "crossings")
	if took > 5*time.Second {
		t.Errorf("the layout of 100 nodes and 250 edges takes %v", took)
	}
}

// laidOut lays out a graph without a limit.
func laidOut(g *Graph) *Layout {
	l, err := Make(nil, g)
	if err != nil {
		panic(err)
	}
	return l
}
