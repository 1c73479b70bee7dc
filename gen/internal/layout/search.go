package layout

import "slices"

// orient reverses the edges that close a cycle in a depth-first search from the first node, and those that lead to it.
func (d *ranked) orient() {
	if d.earlier != nil {
		d.orientEarlier()
		return
	}
	const (
		unseen = iota
		open
		closed
	)
	state := make([]int, len(d.Nodes))
	sources := d.sources()
	var visit func(int)
	var path []int // the nodes that are open, but the last one
	// If a cluster was entered before, its arrows as a whole to what is open since then come later: they need not lead up.
	isLater := func(source int) bool {
		d.work.spent(len(path) + len(d.out[source]))
		first := slices.IndexFunc(path, func(p int) bool { return d.within(d.Nodes[p].Cluster, d.Nodes[source].Cluster) })
		return first >= 0 && !d.begins(source) && slices.ContainsFunc(d.out[source], func(e int) bool {
			return state[d.Edges[e].To] == open && !slices.Contains(path[:first+1], d.Edges[e].To)
		})
	}
	follow := func(n, to int) {
		path = append(path, n)
		visit(to)
		path = path[:len(path)-1]
	}
	visit = func(n int) {
		state[n] = open
		enter := func() {
			for _, to := range d.enters(n, sources) {
				if state[to] == unseen && !isLater(to) {
					follow(n, to)
				}
			}
		}
		if d.InsideFirst {
			enter()
		}
		for _, e := range d.out[n] {
			switch to := d.Edges[e].To; state[to] {
			case unseen:
				follow(n, to)
			case open:
				// A start, which has one important arrow, is above the first node, although a cluster was entered otherwise.
				d.reversed[e] = to == d.first || !sources[n] || !d.begins(n)
			case closed:
				d.reversed[e] = to == d.first
			}
		}
		if !d.InsideFirst {
			enter()
		}
		state[n] = closed
	}
	if d.first >= 0 {
		visit(d.first)
	}
	for _, isSource := range []bool{true, false} {
		for i := range d.Nodes {
			if state[i] == unseen && sources[i] == isSource {
				visit(i)
			}
		}
	}
}

// begins reports whether a node is a start: one important arrow leaves it.
func (d *ranked) begins(n int) bool { return len(d.out[n]) == 1 && d.weight(d.out[n][0]) > 1 }

// sources marks the nodes to which no other node leads.
func (d *ranked) sources() []bool {
	list := make([]bool, len(d.Nodes))
	for i := range list {
		list[i] = true
	}
	for _, e := range d.Edges {
		if e.From != e.To {
			list[e.To] = false
		}
	}
	return list
}

// enters returns the sources in the clusters around a node, and in those beside each other in its own: with the node, a machine is in these
// clusters, so their arrows come after it, although no arrow leads to where they begin.
func (d *ranked) enters(n int, sources []bool) (list []int) {
	if d.work.spent(len(d.Nodes)) || d.sinks(n) {
		return nil
	}
	for i, is := range sources {
		c := d.Nodes[i].Cluster
		if !is || i == n || c < 0 {
			continue
		}
		if p := d.Clusters[c].Parent; d.within(d.Nodes[n].Cluster, c) || d.Clusters[c].Beside && p >= 0 && p == d.Nodes[n].Cluster {
			list = append(list, i)
		}
	}
	return list
}
