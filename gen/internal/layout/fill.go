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
	labelGap       = 5  // between a label and its arrow
)

// fill makes the items of all ranks.
func (d *ordered) fill() {
	low, high := d.rank[0], d.rank[0]
	for _, r := range d.rank {
		low, high = min(low, r), max(high, r)
	}
	for _, r := range d.top {
		low = min(low, r)
	}
	for i := range d.rank {
		d.rank[i] -= low
	}
	for c := range d.Clusters {
		d.top[c] -= low
		d.bottom[c] = max(d.bottom[c]-low, d.top[c])
		high = max(high, d.bottom[c]+low)
	}
	d.layers = make([][]int, high-low+1)
	for i := range d.Nodes {
		across, along := d.size(d.Nodes[i].Width, d.Nodes[i].Height)
		d.add(item{kind: box, of: i, rank: d.rank[i], cluster: d.Nodes[i].Cluster, before: across / 2, after: across - across/2, up: along / 2, down: along - along/2})
		d.loopItem(i)
	}
	d.chains = make([][]int, len(d.Edges))
	bends := 0
	for e := range d.Edges {
		upper, lower := d.ends(e)
		bends += d.rank[lower] - d.rank[upper]
	}
	if d.work.lacks(itemSteps * bends) {
		return
	}
	for e := range d.Edges {
		d.chain(e)
		if d.work.spent(itemSteps * len(d.chains[e])) {
			return
		}
	}
	d.left, d.right = make([][]int, len(d.Clusters)), make([][]int, len(d.Clusters))
	for c := range d.Clusters {
		if d.work.spent(2 * itemSteps * (d.bottom[c] - d.top[c] + 1)) {
			return
		}
		for r := d.top[c]; r <= d.bottom[c]; r++ {
			left := item{kind: border, of: c, rank: r, cluster: c}
			if across, along := d.size(d.Clusters[c].Width, d.Clusters[c].Height); r == d.top[c] {
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

func (d *ordered) add(it item) int {
	d.items = append(d.items, it)
	d.layers[it.rank] = append(d.layers[it.rank], len(d.items)-1)
	return len(d.items) - 1
}

func (d *ordered) connect(upper, lower, weight, pull int) {
	d.items[upper].under = append(d.items[upper].under, link{lower, weight, pull})
	d.items[lower].over = append(d.items[lower].over, link{upper, weight, pull})
}

// chain adds the bends of an edge, and its label in the middle.
func (d *ordered) chain(e int) {
	edge := &d.Edges[e]
	across, along := d.size(edge.Width, edge.Height)
	upper, lower := d.ends(e)
	if upper == lower {
		return
	}
	list := []int{upper}
	from, to := d.Nodes[upper].Cluster, d.Nodes[lower].Cluster
	middle := (d.rank[upper] + d.rank[lower]) / 2
	for r := d.rank[upper] + 1; r < d.rank[lower]; r++ {
		it := item{kind: bend, of: e, rank: r, cluster: d.passes(from, to, r)}
		if r == middle && across > 0 {
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
		weight := d.weight(e)
		if d.spine[e] {
			pull = 16
		}
		d.connect(list[i-1], list[i], weight, pull*d.weight(e))
	}
}

// passes returns the cluster in which an edge passes a rank: that of its upper end, then those around it, then those of its lower
// end, as far as they have the rank.
func (d *ordered) passes(from, to, rank int) int {
	c := from
	for !d.within(to, c) && (rank > d.bottom[c] || d.hasLines(c)) {
		c = d.Clusters[c].Parent
	}
	if !d.within(to, c) {
		return c
	}
	inner := d.ancestors(to)
	for i := len(inner) - 1; i >= 0; i-- {
		if inner[i] != c && d.within(inner[i], c) && d.top[inner[i]] <= rank {
			if d.hasLines(inner[i]) {
				break
			}
			c = inner[i]
		}
	}
	return c
}
