package layout

import (
	"cmp"
	"slices"
)

// evenLines is the weight of a difference between where two lines of clusters begin or end, for each pixel.
const evenLines = 8

// lineEnd is the first and the last cluster of a line.
type lineEnd struct{ number, left, right int }

// lineEnds returns the ends of each line of clusters and of the next one below it.
func (d *ordered) lineEnds() (pairs [][2]lineEnd) {
	for _, list := range d.sequence {
		var lines []lineEnd
		for _, c := range list {
			if !d.ranked.Clusters[c].Beside {
				continue
			}
			number := d.ranked.Clusters[c].Line
			if i := slices.IndexFunc(lines, func(l lineEnd) bool { return l.number == number }); i >= 0 {
				lines[i].right = c
			} else {
				lines = append(lines, lineEnd{number, c, c})
			}
		}
		slices.SortFunc(lines, func(a, b lineEnd) int { return cmp.Compare(a.number, b.number) })
		for i := 1; i < len(lines); i++ {
			pairs = append(pairs, [2]lineEnd{lines[i-1], lines[i]})
		}
	}
	return pairs
}

// areBeside reports whether two clusters are in the same line.
func (d *ranked) areBeside(a, b int) bool {
	p, q := &d.Clusters[a], &d.Clusters[b]
	return p.Beside && q.Beside && p.Parent == q.Parent && p.Line == q.Line
}

// isAbove reports whether a cluster is in a line above that of another one.
func (d *ranked) isAbove(a, b int) bool {
	p, q := &d.Clusters[a], &d.Clusters[b]
	return p.Beside && q.Beside && p.Parent == q.Parent && p.Line < q.Line
}

// isLined reports whether a cluster has others above or below it.
func (d *ranked) isLined(c int) bool { return d.lined[c] }

// hasLines reports whether a cluster has several lines.
func (d *ranked) hasLines(c int) bool { return d.divided[c+1] }

// findLines finds the clusters that have others above or below them, and those that contain such clusters.
func (d *ranked) findLines() {
	d.lined, d.divided = make([]bool, len(d.Clusters)), make([]bool, len(d.Clusters)+1)
	for a := range d.Clusters {
		for b := range d.Clusters {
			if d.isAbove(a, b) {
				d.lined[a], d.lined[b], d.divided[d.Clusters[a].Parent+1] = true, true, true
			}
		}
	}
}

// inLines reports whether a node is in a cluster that has several lines, or is in one.
func (d *ranked) inLines(n int) bool {
	for _, c := range d.ancestors(d.Nodes[n].Cluster) {
		if d.isLined(c) || d.hasLines(c) {
			return true
		}
	}
	return false
}

// keepLines reverses edges that would lead up from a line of clusters to one above it, also by way of other nodes.
func (d *ranked) keepLines() {
	// The nodes below each one. Behind the nodes come the pairs of clusters: a pair is below the nodes of its upper cluster, and above
	// those of its lower one.
	below := make([][]int, len(d.Nodes))
	for a := range d.Clusters {
		for b := range d.Clusters {
			if !d.isAbove(a, b) {
				continue
			}
			pair := len(below)
			below = append(below, nil)
			for n := range d.Nodes {
				if d.within(d.Nodes[n].Cluster, a) {
					below[n] = append(below[n], pair)
				}
				if d.within(d.Nodes[n].Cluster, b) {
					below[pair] = append(below[pair], n)
				}
			}
		}
	}
	if len(below) == len(d.Nodes) {
		return
	}
	for c := range d.Clusters {
		for n := range d.Nodes {
			if d.isLined(c) && d.Clusters[c].Parent >= 0 && d.Nodes[n].Cluster == d.Clusters[c].Parent {
				pair := len(below)
				below = append(below, nil)
				below[n] = append(below[n], pair)
				for inner := range d.Nodes {
					if d.within(d.Nodes[inner].Cluster, c) {
						below[pair] = append(below[pair], inner)
					}
				}
			}
		}
	}
	for e := range d.Edges {
		upper, lower := d.ends(e)
		if upper == lower {
			continue
		}
		if d.work.spent(len(below) + e) {
			return
		}
		if leads(below, lower, upper) {
			d.reversed[e] = !d.reversed[e]
			upper, lower = lower, upper
		}
		below[upper] = append(below[upper], lower)
	}
}

// leads reports whether there is a path between two nodes.
func leads(below [][]int, from, to int) bool {
	seen := make([]bool, len(below))
	seen[from] = true
	for queue := []int{from}; len(queue) > 0; queue = queue[1:] {
		if queue[0] == to {
			return true
		}
		for _, n := range below[queue[0]] {
			if !seen[n] {
				seen[n] = true
				queue = append(queue, n)
			}
		}
	}
	return false
}
