package layout

type kind uint8

const (
	box kind = iota
	bend
	label
	border
)

// item is what has a place in a rank: a node, a bend of an edge, its label, or a border of a cluster.
type item struct {
	kind kind
	// of is the index of the node, edge, or cluster.
	of, rank, cluster int
	// before and after are the extents from the place of the item to its left and right; up and down those along the ranks.
	before, after, up, down int
	// over and under are the items that it is connected with in the ranks above and below.
	over, under []link
}

// link is a connection with an item of the next rank. Its weight is that of a crossing, pull that of a deviation from a straight line.
type link struct{ to, weight, pull int }

const (
	borderCrossing = 3  // the weight of a crossing with the border of a cluster
	gapBoxes       = 20 // between boxes
	gapLines       = 12 // between arrows, and between other things
	pad            = 14 // inside a frame
	onlyPull       = 8  // of an arrow of a chain
	labelGap       = 5  // between a label and its arrow
)

// fill makes the items of all ranks.
func (d *ordered) fill() {
	low, high := d.ranked.rank[0], d.ranked.rank[0]
	for _, r := range d.ranked.rank {
		low, high = min(low, r), max(high, r)
	}
	for _, r := range d.ranked.top {
		low = min(low, r)
	}
	for i := range d.ranked.rank {
		d.ranked.rank[i] -= low
	}
	for c := range d.ranked.Clusters {
		d.ranked.top[c] -= low
		d.ranked.bottom[c] = max(d.ranked.bottom[c]-low, d.ranked.top[c])
		high = max(high, d.ranked.bottom[c]+low)
	}
	d.layers = make([][]int, high-low+1)
	d.findRows()
	d.ranked.countArrows()
	d.ranked.placeLabels()
	for i := range d.ranked.Nodes {
		across, along := d.ranked.boxSize(i)
		d.add(item{kind: box, of: i, rank: d.ranked.rank[i], cluster: d.ranked.Nodes[i].Cluster, before: across / 2, after: across - across/2, up: along / 2, down: along - along/2})
		d.loopItem(i)
	}
	d.chains = make([][]int, len(d.ranked.Edges))
	bends := 0
	for e := range d.ranked.Edges {
		upper, lower := d.ranked.ends(e)
		bends += d.ranked.rank[lower] - d.ranked.rank[upper]
	}
	if d.ranked.work.lacks(itemSteps * bends) {
		return
	}
	for e := range d.ranked.Edges {
		d.chain(e)
		if d.ranked.work.spent(itemSteps * len(d.chains[e])) {
			return
		}
	}
	d.left, d.right = make([][]int, len(d.ranked.Clusters)), make([][]int, len(d.ranked.Clusters))
	for c := range d.ranked.Clusters {
		if d.ranked.work.spent(2 * itemSteps * (d.ranked.bottom[c] - d.ranked.top[c] + 1)) {
			return
		}
		for r := d.ranked.top[c]; r <= d.ranked.bottom[c]; r++ {
			left := item{kind: border, of: c, rank: r, cluster: c}
			if across, along := d.ranked.size(d.ranked.Clusters[c].Width, d.ranked.Clusters[c].Height); r == d.ranked.top[c] {
				left.after, left.up, left.down = across+pad, along/2, along-along/2
			}
			d.left[c] = append(d.left[c], d.add(left))
			d.right[c] = append(d.right[c], d.add(item{kind: border, of: c, rank: r, cluster: c}))
			if at := len(d.left[c]) - 1; at > 0 {
				d.connect(d.left[c][at-1], d.left[c][at], borderCrossing, 0)
				d.connect(d.right[c][at-1], d.right[c][at], borderCrossing, 0)
			}
		}
	}
}

// size returns a width and height as sizes across and along the ranks.
func (d *ranked) size(width, height int) (across, along int) {
	if d.LeftToRight {
		return height, width
	}
	return width, height
}

// boxSize returns the sizes of a box, which has room for all its arrows.
func (d *ranked) boxSize(n int) (across, along int) {
	across, along = d.size(d.Nodes[n].Width, d.Nodes[n].Height)
	return max(across, 2*portEdge+portLeast*(d.arrows[n]-1)), along
}

// countArrows finds the arrows on the side of each box that has more of them.
func (d *ranked) countArrows() {
	leave, arrive := make([]int, len(d.Nodes)), make([]int, len(d.Nodes))
	for e := range d.Edges {
		if upper, lower := d.ends(e); upper != lower {
			leave[upper]++
			arrive[lower]++
		}
	}
	d.leaves, d.arrives, d.arrows = leave, arrive, make([]int, len(d.Nodes))
	for n := range d.arrows {
		d.arrows[n] = max(leave[n], arrive[n])
	}
}

// isOnly reports whether an edge is the only one that leads down from its upper end, and the only one that leads down to its lower end.
func (d *ranked) isOnly(e int) bool {
	upper, lower := d.ends(e)
	return d.leaves[upper] == 1 && d.arrives[lower] == 1
}

func (d *ordered) add(it item) int {
	d.items = append(d.items, it)
	d.layers[it.rank] = append(d.layers[it.rank], len(d.items)-1)
	return len(d.items) - 1
}

func (d *ordered) connect(upper, lower, weight, pull int) {
	d.items[upper].under = append(d.items[upper].under, link{lower, weight, pull})
	d.items[lower].over = append(d.items[lower].over, link{upper, weight, pull})
}

// chain adds the bends of an edge, and its label.
func (d *ordered) chain(e int) {
	edge := &d.ranked.Edges[e]
	across, along := d.ranked.size(edge.Width, edge.Height)
	upper, lower := d.ranked.ends(e)
	if upper == lower {
		return
	}
	list := []int{upper}
	from, to := d.ranked.Nodes[upper].Cluster, d.ranked.Nodes[lower].Cluster
	for r := d.ranked.rank[upper] + 1; r < d.ranked.rank[lower]; r++ {
		it := item{kind: bend, of: e, rank: r, cluster: d.passes(from, to, r)}
		if r == d.ranked.labels[e] && across > 0 {
			it.kind, it.after, it.up, it.down = label, across+labelGap, along/2, along-along/2
		}
		list = append(list, d.add(it))
	}
	list = append(list, lower)
	d.chains[e] = list
	for i := 1; i < len(list); i++ {
		pull := 1
		if d.items[list[i-1]].kind != box && d.items[list[i]].kind != box {
			pull = 16
		}
		weight := d.ranked.weight(e)
		if d.ranked.spine[e] {
			pull = 16
		} else if d.ranked.isOnly(e) {
			pull = max(pull, onlyPull) // a chain is straight, and bends where it begins or ends
		}
		d.connect(list[i-1], list[i], weight, pull*d.ranked.weight(e))
	}
}

// passes returns the cluster in which an edge passes a rank: that of its upper end, then those around it, then those of its lower
// end, as far as they have the rank.
func (d *ordered) passes(from, to, rank int) int {
	c := from
	for !d.ranked.within(to, c) && (rank > d.ranked.bottom[c] || d.ranked.hasLines(c)) {
		c = d.ranked.Clusters[c].Parent
	}
	if !d.ranked.within(to, c) {
		return c
	}
	inner := d.ranked.ancestors(to)
	for i := len(inner) - 1; i >= 0; i-- {
		if inner[i] != c && d.ranked.within(inner[i], c) && d.ranked.top[inner[i]] <= rank {
			if d.ranked.hasLines(inner[i]) {
				break
			}
			c = inner[i]
		}
	}
	return c
}
