package layout

import "testing"

// TestLimits expects nodes below and above a cluster, as far as the arrows permit that.
func TestLimits(t *testing.T) {
	graph := func() *Graph {
		g := &Graph{Head: 9, Clusters: []Cluster{{Parent: -1, Width: 40, Height: 16}}}
		for _, cluster := range []int{-1, 0, 0, 0, -1, -1, -1} {
			g.Nodes = append(g.Nodes, Node{Width: 60, Height: 30, Cluster: cluster, First: len(g.Nodes) == 0})
		}
		// From the start to 1, 2, and 3 in the cluster; from 1 to 4, and from there back to 1; from the start to 5 and 6.
		for _, e := range [][2]int{{0, 1}, {1, 2}, {2, 3}, {1, 4}, {4, 1}, {0, 5}, {0, 6}} {
			g.Edges = append(g.Edges, Edge{From: e[0], To: e[1], Width: 50, Height: 16})
		}
		return g
	}
	free := laidOut(graph())
	if n := free.Nodes; n[4].Min.Y > free.Clusters[0].Max.Y || n[5].Max.Y < free.Clusters[0].Min.Y || n[6].Min.Y > free.Clusters[0].Max.Y {
		t.Fatalf("the nodes are below or above the cluster without a limit: %v", n)
	}
	g := graph()
	g.Limits = []Limit{{Node: 4}, {Node: 5, Above: true}, {Node: 6}, {Node: 0}, {Node: 4, Above: true}, {Node: 2}}
	l := laidOut(g)
	frame := l.Clusters[0]
	if l.Nodes[4].Min.Y < frame.Max.Y || l.Nodes[6].Min.Y < frame.Max.Y || l.Nodes[5].Max.Y > frame.Min.Y || l.Nodes[0].Max.Y > frame.Min.Y {
		t.Errorf("the nodes %v do not keep their limits at the cluster %v", l.Nodes, frame)
	}
	if list := faults(g, l); len(list) > 0 {
		t.Error(list)
	}
}
