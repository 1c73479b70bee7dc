package layout

import "slices"

// Limit keeps a node below all of a cluster, or above it.
type Limit struct {
	Node, Cluster int
	Above         bool
}

// keepLimits finds the limits that the arrows and the limits before them permit, in their order.
func (d *ranked) keepLimits() {
	if d.earlier != nil || len(d.Limits) == 0 {
		return
	}
	below := make([][]int, len(d.Nodes))
	for e := range d.Edges {
		if upper, lower := d.ends(e); upper != lower {
			below[upper] = append(below[upper], lower)
		}
	}
	for _, l := range d.Limits {
		if d.work.spent(len(d.Nodes) + len(d.Edges)) {
			return
		}
		if !d.isLimited(l) {
			continue
		}
		var inside []int
		for n := range d.Nodes {
			if d.within(d.Nodes[n].Cluster, l.Cluster) {
				inside = append(inside, n)
			}
		}
		upper, lower := inside, []int{l.Node}
		if l.Above {
			upper, lower = lower, upper
		}
		if slices.Contains(lower, d.first) || slices.ContainsFunc(upper, d.sinks) || reaches(below, lower, upper) {
			continue
		}
		d.limits = append(d.limits, l)
		for _, u := range upper {
			below[u] = append(below[u], lower...)
		}
	}
}

// isLimited reports whether a node has its limit: beside clusters in lines, only one in the same cluster has one, if this has none of them.
func (d *ranked) isLimited(l Limit) bool {
	in := d.Nodes[l.Node].Cluster
	if d.within(in, l.Cluster) {
		return false
	}
	isNear := in >= 0 && in == d.Clusters[l.Cluster].Parent && !d.hasLines(in)
	return isNear || !slices.Contains(d.lined, true)
}

// reaches reports whether there is a path from some nodes to others.
func reaches(below [][]int, from, to []int) bool {
	seen := make([]bool, len(below))
	queue := slices.Clone(from)
	for ; len(queue) > 0; queue = queue[1:] {
		n := queue[0]
		if seen[n] {
			continue
		}
		seen[n] = true
		if slices.Contains(to, n) {
			return true
		}
		queue = append(queue, below[n]...)
	}
	return false
}
