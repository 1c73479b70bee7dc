package layout

import "testing"

// entered is a graph of a start, a cluster of two nodes that is left from a node of its own, a cluster that goes on from there, and a
// way back to the first node.
func entered() *Graph {
	g := &Graph{Head: 9, Clusters: []Cluster{{Parent: -1, Width: 40, Height: 16}, {Parent: -1, Width: 40, Height: 16}}}
	for _, cluster := range []int{-1, 0, 0, 0, 1, 1, -1} {
		g.Nodes = append(g.Nodes, Node{Width: 60, Height: 30, Cluster: cluster, First: len(g.Nodes) == 0})
	}
	// From the start to 1 and 2; from the cluster 0, at 3, to 4; from the cluster 1, at 5, to 6, and back to 1.
	for _, e := range [][2]int{{0, 1}, {1, 2}, {3, 4}, {5, 6}, {6, 1}} {
		g.Edges = append(g.Edges, Edge{From: e[0], To: e[1], Width: 50, Height: 16})
	}
	return g
}

// TestEntered expects a node to which a machine comes back where it begins, at the top, although no arrow leads from it to where the way back
// begins.
func TestEntered(t *testing.T) {
	for _, inside := range []bool{false, true} {
		g := entered()
		g.InsideFirst = inside
		l := laidOut(g)
		for n := 2; n < len(g.Nodes); n++ {
			if l.Nodes[n].Min.Y < l.Nodes[1].Min.Y {
				t.Errorf("node %d is above the first state: %v", n, l.Nodes)
			}
		}
		if list := faults(g, l); len(list) > 0 {
			t.Error(list)
		}
	}
}

// TestWhole expects the arrows of a cluster as a whole to lead down, also if the cluster is entered again further below, and a node without
// arrows at the top of its cluster.
func TestWhole(t *testing.T) {
	g := &Graph{Head: 9, Clusters: []Cluster{{Parent: -1, Width: 40, Height: 16}}}
	for _, cluster := range []int{-1, 0, -1, -1, 0, 0, 0} {
		g.Nodes = append(g.Nodes, Node{Width: 60, Height: 30, Cluster: cluster, First: len(g.Nodes) == 0})
	}
	// From the start to 1 in the cluster, 2, 3, and to 4 in the cluster again; from the cluster, at 5, to 2 and 3. No arrow leads to 6.
	for _, e := range [][2]int{{0, 1}, {1, 2}, {2, 3}, {3, 4}, {5, 2}, {5, 3}} {
		g.Edges = append(g.Edges, Edge{From: e[0], To: e[1], Width: 50, Height: 16})
	}
	l := laidOut(g)
	if l.Nodes[5].Max.Y >= l.Nodes[2].Min.Y {
		t.Errorf("arrows of the cluster lead up: %v", l.Nodes)
	}
	if l.Nodes[6].Min.Y > l.Nodes[1].Max.Y {
		t.Errorf("the node without arrows is not at the top: %v", l.Nodes)
	}
	if list := faults(g, l); len(list) > 0 {
		t.Error(list)
	}
}

// TestStartAbove expects the start of a cluster above the node to which it leads, also if the cluster is entered at a node after that.
func TestStartAbove(t *testing.T) {
	g := &Graph{Head: 9, Clusters: []Cluster{{Parent: -1, Width: 40, Height: 16}}}
	for _, cluster := range []int{-1, 0, 0, 0} {
		g.Nodes = append(g.Nodes, Node{Width: 60, Height: 30, Cluster: cluster, First: len(g.Nodes) == 0})
	}
	// The node 3 is the start of the cluster and leads to 2, from which 1 follows, and 2 again.
	for _, e := range [][3]int{{0, 2, 1}, {2, 1, 1}, {3, 2, 4}, {1, 2, 1}} {
		g.Edges = append(g.Edges, Edge{From: e[0], To: e[1], Weight: e[2]})
	}
	if l := laidOut(g); l.Nodes[3].Min.Y >= l.Nodes[2].Min.Y {
		t.Errorf("the start is below the first node: %v", l.Nodes)
	}
}

// TestChain expects a chain in a straight line, although an arrow beside it leads from its first node far away.
func TestChain(t *testing.T) {
	g := &Graph{Head: 9}
	const last = 8
	for i := range last + 4 {
		g.Nodes = append(g.Nodes, Node{Width: 60, Height: 30, Cluster: -1, First: i == 0})
	}
	edge := func(from, to int) { g.Edges = append(g.Edges, Edge{From: from, To: to, Width: 150, Height: 16}) }
	for i := range last {
		edge(i, i+1)
	}
	edge(0, last+3)
	for i := range 3 {
		edge(last, last+1+i)
	}
	l := laidOut(g)
	for i := 1; i < last; i++ {
		if a, b := middle(l.Nodes[i]), middle(l.Nodes[i+1]); a.X != b.X {
			t.Errorf("node %d is at %d, and the next one at %d", i, a.X, b.X)
		}
	}
}

// TestClose lays out three arrows that change places within a few pixels, and expects them to be counted.
func TestClose(t *testing.T) {
	d := &drawing{channels: []channel{{turns: []turn{{edge: 0, from: 582, to: 606}, {edge: 1, from: 594, to: 582}, {edge: 2, from: 606, to: 594}}}}}
	for _, test := range []struct{ first, second, third, want int }{{818, 830, 842, 1}, {818, 824, 830, 0}, {842, 830, 818, 0}} {
		d.turns = [][]int{{test.first}, {test.second}, {test.third}}
		if got := d.close(); got != test.want {
			t.Errorf("tracks at %d, %d, and %d: %d pairs, want %d", test.first, test.second, test.third, got, test.want)
		}
	}
}
