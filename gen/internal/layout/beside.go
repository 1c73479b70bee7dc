package layout

// placeLabels finds the rank of each label. That of a long arrow is near to the end with fewer long arrows, or else where the arrow
// begins. If there are too many labels, it is near to the other end, or between them.
func (d *ranked) placeLabels() {
	d.labels = make([]int, len(d.Edges))
	from, to := make([]int, len(d.Nodes)), make([]int, len(d.Nodes)) // the long arrows at each node
	var load []int
	add := func(rank, width int) {
		for len(load) <= rank {
			load = append(load, 0)
		}
		load[rank] += width + gapLines
	}
	for i := range d.Nodes {
		across, _ := d.boxSize(i)
		add(d.rank[i], across)
	}
	var long []int
	for e := range d.Edges {
		upper, lower := d.ends(e)
		across, _ := d.size(d.Edges[e].Width, d.Edges[e].Height)
		switch d.labels[e] = d.rank[upper] + 1; {
		case upper == lower || across == 0:
		case d.rank[lower]-d.rank[upper] == 2:
			add(d.labels[e], across+labelGap)
		case d.Middle && d.earlierLabel(e) < 0:
			d.labels[e] = (d.rank[upper] + d.rank[lower]) / 2
		case d.earlierLabel(e) >= 0:
			d.labels[e] = d.earlierLabel(e)
			add(d.labels[e], across+labelGap)
			from[d.Edges[e].From]++
			to[d.Edges[e].To]++
		default:
			long = append(long, e)
			from[d.Edges[e].From]++
			to[d.Edges[e].To]++
		}
	}
	for _, e := range long {
		upper, lower := d.ends(e)
		across, _ := d.size(d.Edges[e].Width, d.Edges[e].Height)
		first, last := d.rank[upper]+1, d.rank[lower]-1
		down := !d.reversed[e]
		if to[d.Edges[e].To] < from[d.Edges[e].From] {
			down = !down
		}
		if d.elsewhere != nil && d.elsewhere[e] {
			down = !down
		}
		if d.work.spent(last - first) {
			return
		}
		best := -1
		for k := range last - first + 1 {
			// From both ends in turn, towards the middle.
			r := first + k/2
			if (k%2 == 0) != down {
				r = last - k/2
			}
			add(r, -gapLines)
			if d.Widest*d.FullRank == 0 || d.LeftToRight || d.Wrap == 1 || load[r]+across <= d.Widest*d.FullRank/100 {
				best = r
				break
			}
			if best < 0 || load[r] < load[best] {
				best = r
			}
		}
		d.labels[e] = best
		add(best, across+labelGap)
	}
}

// earlierLabel returns the rank in which the label of an edge was, or -1 if it cannot be there.
func (d *ranked) earlierLabel(e int) int {
	if d.earlier == nil || d.earlier.Labels[e] == nil {
		return -1
	}
	upper, lower := d.ends(e)
	row := nearest(d.earlier.Rows, d.earlier.Labels[e].Y)
	for r := d.rank[upper] + 1; r < d.rank[lower]; r++ {
		if d.rows[r] == row {
			return r
		}
	}
	return -1
}
