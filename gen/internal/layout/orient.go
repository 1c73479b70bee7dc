package layout

// ranked is a graph whose edges lead down, from rank to rank.
type ranked struct {
	*Graph
	work *Work
	// lined are the clusters that have others above or below them; divided are the clusters that contain such clusters, from -1.
	lined, divided []bool
	// first is the first node, or -1.
	first int
	// loops are the edges that lead to their own node, by node.
	loops [][]int
	// out are the edges that leave each node, without those that lead to it again.
	out [][]int
	// reversed are the edges that lead upwards. All others lead down.
	reversed []bool
	// arrows are the arrows on the side of each node that has more of them.
	arrows []int
	// leaves and arrives are the numbers of edges that lead down from each node and to it.
	leaves, arrives []int
	// labels are the ranks of the labels of the edges.
	labels []int
	// elsewhere marks the edges whose labels go to the other end, or is nil.
	elsewhere []bool
	// limits are those that the arrows permit.
	limits []Limit
	// spine marks the edges of the main path.
	spine []bool
	// earlier is the earlier layout, from top to bottom, or nil; was is the rank that each node had there, or -1, and rows the earlier rank
	// that is now each one, or -1.
	earlier *Earlier
	was     []int
	rows    []int
	way     way // of new nodes
	// folded are ranks that nodes are to have because there are several columns, or nil.
	folded []int
	// rank is that of each node. Cluster c has the ranks from top[c], with its title, to bottom[c].
	rank, top, bottom []int
}

// ordered is a layered graph: items in ranks, from left to right.
type ordered struct {
	ranked *ranked
	items  []item
	// chains are the items of each edge, from its upper to its lower end.
	chains [][]int
	layers [][]int
	// left and right are the items at the borders of a cluster, by rank after its top.
	left, right [][]int
	// sequence is the order of the clusters in each cluster, from left to right; the last one is that of the outermost.
	sequence [][]int
	place    []int // of an item in its layer
}

// drawing is an ordered graph with coordinates: a layout under construction.
type drawing struct {
	ordered          *ordered
	x                []int // of items
	frameLo, frameHi []int // of clusters, across
	y                []int // of the middles of ranks
	ends             ports
	channels         []channel // below each rank
	turns            [][]int   // where each link of each edge moves to a side, along the direction of the graph
	above, below     []int     // of each rank: how far its boxes reach
	boxes            []Rect
	frames, titles   []Rect
	routes           []Route
	bows             [][]bow // of each link of each edge
	apart            []arc   // between arrows that cross
	acrossSteps      int     // that it took to place the items along their ranks
	steps            int     // that all of it took
}

func newDrawing(w *Work, g *Graph) *drawing {
	d := &ranked{Graph: g, work: w, first: -1, loops: make([][]int, len(g.Nodes)), out: make([][]int, len(g.Nodes)), reversed: make([]bool, len(g.Edges)), spine: make([]bool, len(g.Edges))}
	d.findLines()
	for i, e := range g.Edges {
		if e.From != e.To {
			d.out[e.From] = append(d.out[e.From], i)
		} else {
			d.loops[e.From] = append(d.loops[e.From], i)
		}
	}
	for i := range g.Nodes {
		if g.Nodes[i].First && !d.inLines(i) {
			d.first = i
			break
		}
	}
	return &drawing{ordered: &ordered{ranked: d}}
}

// ends returns the upper and the lower end of an edge.
func (d *ranked) ends(e int) (upper, lower int) {
	if d.reversed[e] {
		return d.Edges[e].To, d.Edges[e].From
	}
	return d.Edges[e].From, d.Edges[e].To
}

// findSpine marks the heaviest path of edges that lead down from the first node to a goal.
func (d *ranked) findSpine() {
	best := make([]int, len(d.Nodes)) // the weight of the best path to a goal, 0 if there is none
	by := make([]int, len(d.Nodes))
	seen := make([]bool, len(d.Nodes))
	var visit func(int)
	visit = func(n int) {
		seen[n], by[n] = true, -1
		if d.Nodes[n].Goal {
			best[n] = 1
		}
		for _, e := range d.out[n] {
			to := d.Edges[e].To
			if d.reversed[e] {
				continue
			}
			if !seen[to] {
				visit(to)
			}
			if w := best[to] + d.weight(e); best[to] > 0 && w > best[n] {
				best[n], by[n] = w, e
			}
		}
	}
	if d.first < 0 {
		return
	}
	visit(d.first)
	for n := d.first; by[n] >= 0; n = d.Edges[by[n]].To {
		d.spine[by[n]] = true
	}
}

func (d *ranked) weight(e int) int { return max(1, d.Edges[e].Weight) }
