package layout

import "slices"

// assignRanks finds the ranks with the shortest arrows. Between the ends of an arrow is at least one rank, for its label.
func (d *ranked) assignRanks() {
	n, k := len(d.Nodes), len(d.Clusters)
	variables := n + 2*k + 1
	if d.earlier != nil || d.folded != nil {
		variables++
	}
	arcs := d.rankArcs()
	rank := minimize(d.work, variables, arcs)
	for range wrapRounds {
		more := d.tooWide(rank[:n])
		if len(more) == 0 || d.work.Err() != nil {
			break
		}
		arcs = append(arcs, more...)
		rank = minimize(d.work, variables, arcs)
	}
	if d.work.Err() != nil {
		return
	}
	if d.Wrap > 1 && d.earlier == nil && d.folded == nil && k == 0 {
		d.fold(rank[:n])
		d.assignRanks()
		return
	}
	d.rank, d.top, d.bottom = rank[:n], rank[n:n+k], rank[n+k:n+2*k]
	d.tighten()
}

// rankArcs returns the constraints and costs of the ranks of the nodes, the first and the last ranks of clusters, the last rank, and, if
// nodes have had ranks before, their first one.
func (d *ranked) rankArcs() (arcs []arc) {
	n, k := len(d.Nodes), len(d.Clusters)
	top, bottom, last := n, n+k, n+2*k // the first of them, and the last rank
	below := func(from, to, least, weight int) {
		arcs = append(arcs, arc{from: from, to: to, min: least, weight: weight})
	}
	for e := range d.Edges {
		if upper, lower := d.ends(e); upper != lower {
			w := 2 * d.weight(e)
			if d.spine[e] {
				w *= 3
			}
			below(upper, lower, 2, w)
		}
	}
	for i := range d.Nodes {
		if c := d.Nodes[i].Cluster; c >= 0 {
			up := d.Nodes[i].High
			if d.isAlone(i) {
				up = max(up, 1) // what has no arrows is at the top of its cluster
			}
			below(top+c, i, 1, up)
			below(i, bottom+c, 0, 0)
			for b := range d.Clusters {
				if d.Clusters[b].Parent == c && d.isLined(b) {
					below(i, top+b, 1, 1)
				}
			}
		}
		if i == d.first {
			for j := range d.Nodes {
				if j != i {
					below(i, j, 0, 0)
				}
			}
			below(i, last, 0, 1)
		}
		below(i, last, 0, 0)
		if d.sinks(i) {
			below(last, i, 0, 0)
		}
	}
	type line struct{ parent, number int }
	beside := make(map[line]int)
	for c, cluster := range d.Clusters {
		below(top+c, bottom+c, 1, 2)
		if p := cluster.Parent; p >= 0 {
			below(top+p, top+c, 1, 0)
			below(bottom+c, bottom+p, 0, 0)
		}
		if other, ok := beside[line{cluster.Parent, cluster.Line}]; ok && cluster.Beside {
			arcs = append(arcs, arc{from: top + other, to: top + c, weight: 8, free: true})
		}
		if cluster.Beside {
			beside[line{cluster.Parent, cluster.Line}] = c
		}
		for b := range d.Clusters {
			if d.isAbove(c, b) {
				below(bottom+c, top+b, 1, 2)
			}
		}
	}
	for _, l := range d.limits {
		if l.Above {
			below(l.Node, top+l.Cluster, 1, 1)
		} else {
			below(bottom+l.Cluster, l.Node, 1, 1)
		}
	}
	zero := last + 1
	for i, was := range d.was {
		if was >= 0 {
			arcs = append(arcs, arc{from: zero, to: i, min: was, weight: pinRank, free: true})
		}
	}
	if first := slices.Index(d.was, -1); first >= 0 && d.way.rank > 0 && len(d.neighbors(first, d.was)) == 0 {
		arcs = append(arcs, arc{from: zero, to: first, min: d.way.rank - 1, weight: 1, free: true})
	}
	for i, at := range d.folded {
		arcs = append(arcs, arc{from: zero, to: i, min: at, weight: pinRank, free: true})
	}
	return arcs
}

// isAlone reports whether no edge connects a node with another one.
func (d *ranked) isAlone(n int) bool {
	d.work.spent(len(d.Edges))
	return !slices.ContainsFunc(d.Edges, func(e Edge) bool { return e.From != e.To && (e.From == n || e.To == n) })
}

// tighten makes each cluster begin and end where its contents do.
func (d *ranked) tighten() {
	// A cluster comes after the one around it, so the title of the inner one is placed first.
	for c := len(d.Clusters) - 1; c >= 0; c-- {
		d.alignInside(c)
		top, bottom, found := 0, 0, false
		extend := func(first, last int) {
			if !found {
				top, bottom, found = first, last, true
			}
			top, bottom = min(top, first), max(bottom, last)
		}
		for i := range d.Nodes {
			if d.Nodes[i].Cluster == c {
				extend(d.rank[i], d.rank[i])
			}
		}
		for b := range d.Clusters {
			if d.Clusters[b].Parent == c {
				extend(d.top[b], d.bottom[b])
			}
		}
		if found {
			d.top[c], d.bottom[c] = top-1, bottom
		}
	}
	d.alignInside(-1)
}

// alignInside gives the clusters of a cluster that are beside each other the same ranks.
func (d *ranked) alignInside(c int) {
	for a := range d.Clusters {
		if d.Clusters[a].Parent != c {
			continue
		}
		for b := range d.Clusters {
			if d.areBeside(a, b) {
				d.top[a], d.bottom[a] = min(d.top[a], d.top[b]), max(d.bottom[a], d.bottom[b])
			}
		}
	}
}

// within reports whether a cluster, or -1, is another one or inside it.
func (d *ranked) within(c, around int) bool {
	for ; c != around; c = d.Clusters[c].Parent {
		if c < 0 {
			return false
		}
	}
	return true
}

// ancestors returns a cluster and those around it, from the inside out, without -1.
func (d *ranked) ancestors(c int) (list []int) {
	for ; c >= 0; c = d.Clusters[c].Parent {
		list = append(list, c)
	}
	return list
}
