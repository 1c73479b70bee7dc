package layout

import (
	"cmp"
	"slices"
)

// Earlier is a layout of an earlier version of a graph. What was in it stays where it was, as far as there is room.
type Earlier struct {
	// Rows are the middles of the ranks, as in Layout.Rows.
	Rows []int
	// Nodes are the centers of the nodes of the new graph, by index, Clusters their frames, Routes the points of their edges, and Labels
	// the middles of their labels. What is new is nil.
	Nodes    []*Point
	Clusters []*Rect
	Routes   [][]Point
	Labels   []*Point
}

const (
	pinRank = 1000    // the weight of a node that leaves its rank
	pinNode = 1 << 14 // of a node that moves along its rank, for each pixel; larger than those of all arrows at it
	pinItem = 1 << 11 // of a bend or label; larger than those of the two links at it
	// leastGap is the least space between ranks, and leastAcross that between neighbors in them. They are less than in a new layout, so
	// that what grows has room.
	leastGap    = 10
	leastAcross = 6
	longest     = 40 // the mean length of an arrow in ranks from which on an earlier layout is forgotten
)

// recall finds the rank that each node had, or -1. It forgets an earlier layout that has less than half of the nodes.
func (d *ranked) recall() {
	if d.Earlier == nil {
		return
	}
	e := *d.Earlier
	e.Nodes, e.Clusters, e.Routes = resized(e.Nodes, len(d.Nodes)), resized(e.Clusters, len(d.Clusters)), resized(e.Routes, len(d.Edges))
	e.Labels = resized(e.Labels, len(d.Edges))
	count := 0
	d.was = make([]int, len(d.Nodes))
	for i, p := range e.Nodes {
		d.was[i] = -1
		if p == nil || len(e.Rows) == 0 {
			continue
		}
		if d.LeftToRight {
			p = &Point{p.Y, p.X}
			e.Nodes[i] = p
		}
		count++
		d.was[i] = nearest(e.Rows, p.Y)
	}
	// A layout with very long arrows would take long.
	length := 0
	for _, edge := range d.Edges {
		if from, to := d.was[edge.From], d.was[edge.To]; from >= 0 && to >= 0 {
			length += max(from-to, to-from)
		}
	}
	if 2*count < len(d.Nodes) || count == 0 || length > longest*(len(d.Nodes)+len(d.Edges)) {
		d.was = nil
		return
	}
	if d.LeftToRight {
		for i, r := range e.Clusters {
			if r != nil {
				t := turned(*r)
				e.Clusters[i] = &t
			}
		}
		for i, p := range e.Labels {
			if p != nil {
				e.Labels[i] = &Point{p.Y, p.X}
			}
		}
		for i, route := range e.Routes {
			e.Routes[i] = nil
			for _, p := range route {
				e.Routes[i] = append(e.Routes[i], Point{p.Y, p.X})
			}
		}
	}
	d.earlier = &e
}

// resized returns a copy of a list with n elements.
func resized[T any](list []T, n int) []T {
	out := make([]T, n)
	copy(out, list)
	return out
}

// nearest returns the index of the row that is nearest to a place. There must be one.
func nearest(rows []int, y int) int {
	best := 0
	for i, row := range rows {
		if max(row-y, y-row) < max(rows[best]-y, y-rows[best]) {
			best = i
		}
	}
	return best
}

// orientEarlier lets edges lead down if they did, and finds ranks for new nodes at which no other node has to move, if there are any.
func (d *ranked) orientEarlier() {
	guess := slices.Clone(d.was)
	// Those with the most neighbors that have a rank come first.
	for range d.Nodes {
		next, most := -1, -1
		for i := range guess {
			if guess[i] < 0 {
				if n := len(d.neighbors(i, guess)); n > most {
					next, most = i, n
				}
			}
		}
		if next < 0 || d.work.Err() != nil {
			break
		}
		guess[next] = d.bestRank(next, guess)
		if d.way.rank > 0 && next == slices.Index(d.was, -1) {
			guess[next] = d.way.rank - 1
		}
	}
	// The first node is above all others, and the last ones are below them.
	order := func(n int) [2]int {
		switch {
		case n == d.first:
			return [2]int{-1, n}
		case d.sinks(n):
			return [2]int{len(d.earlier.Rows) + len(d.Nodes), n}
		}
		return [2]int{guess[n], n}
	}
	for i, e := range d.Edges {
		from, to := order(e.From), order(e.To)
		d.reversed[i] = e.From != e.To && slices.Compare(from[:], to[:]) > 0
	}
}

// sinks reports whether a node belongs on the last rank.
func (d *ranked) sinks(n int) bool {
	return d.Wrap == 0 && d.Nodes[n].Last && n != d.first && len(d.out[n]) == 0 && !d.inLines(n)
}

// neighbors returns the edges between a node and others whose rank is known.
func (d *ranked) neighbors(n int, rank []int) (edges []int) {
	d.work.spent(len(d.Edges))
	for i, e := range d.Edges {
		if e.From == n && e.To != n && rank[e.To] >= 0 || e.To == n && e.From != n && rank[e.From] >= 0 {
			edges = append(edges, i)
		}
	}
	return edges
}

// bestRank returns the rank with the shortest arrows to the neighbors of a new node.
func (d *ranked) bestRank(n int, rank []int) int {
	const (
		upwards = 3  // for an arrow that leads up
		pushed  = 40 // for a neighbor that has to move
		bottom  = 12 // for the last rank
	)
	last := slices.Max(rank)
	if d.sinks(n) {
		return last
	}
	best, least := 0, -1
	for r := range last + 3 {
		cost := 0
		if r >= last {
			cost = bottom
		}
		for _, i := range d.neighbors(n, rank) {
			other, sign := d.Edges[i].From, 1
			if other == n {
				other, sign = d.Edges[i].To, -1
			}
			down := sign * (r - rank[other])
			length := max(down, -down)
			cost += length
			if down < 0 {
				cost += upwards
			}
			if length < 2 && d.sinks(other) {
				cost += bottom
			} else if length < 2 {
				cost += pushed
			}
		}
		if least < 0 || cost < least {
			best, least = r, cost
		}
	}
	return best
}

// findRows finds the earlier rank that is now each rank, or -1: for as many nodes as possible that of theirs, in order. A rank without
// such nodes is as far from the next one as it was, if there is room.
func (d *ordered) findRows() {
	if d.ranked.earlier == nil {
		return
	}
	type match struct{ rank, was, nodes, before int }
	var list []match
	for i, was := range d.ranked.was {
		if was < 0 {
			continue
		}
		at := slices.IndexFunc(list, func(m match) bool { return m.rank == d.ranked.rank[i] && m.was == was })
		if at < 0 {
			at = len(list)
			list = append(list, match{d.ranked.rank[i], was, 0, -1})
		}
		list[at].nodes++
	}
	// The chain of matches with the most nodes, as for the longest increasing subsequence.
	slices.SortFunc(list, func(a, b match) int { return cmp.Or(cmp.Compare(a.rank, b.rank), cmp.Compare(a.was, b.was)) })
	best := -1
	for i := range list {
		sum := 0
		for k := range i {
			if list[k].rank < list[i].rank && list[k].was < list[i].was && list[k].nodes > sum {
				sum, list[i].before = list[k].nodes, k
			}
		}
		if list[i].nodes += sum; best < 0 || list[i].nodes > list[best].nodes {
			best = i
		}
	}
	d.ranked.rows = make([]int, len(d.layers))
	for r := range d.ranked.rows {
		d.ranked.rows[r] = -1
	}
	for ; best >= 0; best = list[best].before {
		d.ranked.rows[list[best].rank] = list[best].was
	}
	for r := 1; r < len(d.ranked.rows); r++ {
		if at := d.ranked.rows[r-1] + 1; d.ranked.rows[r] < 0 && at > 0 && at < d.nextRow(r) {
			d.ranked.rows[r] = at
		}
	}
	for r := len(d.ranked.rows) - 2; r >= 0; r-- {
		if at := d.ranked.rows[r+1] - 1; d.ranked.rows[r] < 0 && at >= 0 && (r == 0 || d.ranked.rows[r-1] < at) {
			d.ranked.rows[r] = at
		}
	}
}

// nextRow returns the first earlier rank that is now one below a rank.
func (d *ordered) nextRow(rank int) int {
	for _, row := range d.ranked.rows[rank+1:] {
		if row >= 0 {
			return row
		}
	}
	return len(d.ranked.earlier.Rows)
}

// row returns where a rank was, if it was there.
func (d *ordered) row(rank int) (y int, ok bool) {
	if d.ranked.earlier == nil || d.ranked.rows[rank] < 0 {
		return 0, false
	}
	return d.ranked.earlier.Rows[d.ranked.rows[rank]], true
}

// wasAt returns where an item was along its rank, if it was there.
func (d *ordered) wasAt(it int) (x int, ok bool) {
	if d.ranked.earlier == nil {
		return 0, false
	}
	switch t := &d.items[it]; t.kind {
	case box:
		if p := d.ranked.earlier.Nodes[t.of]; p != nil {
			return p.X, true
		}
	case border:
		if r := d.ranked.earlier.Clusters[t.of]; r != nil && d.isLeft(it) {
			return r.Min.X, true
		} else if r != nil {
			return r.Max.X, true
		}
	default:
		if y, ok := d.row(t.rank); ok {
			return along(d.ranked.earlier.Routes[t.of], y)
		}
	}
	return 0, false
}

// along returns where a route is at a row. In a curve, that is where the route was straight on the same side of its track.
func along(points []Point, y int) (x int, ok bool) {
	for i := 3; i < len(points); i += 3 {
		a, p, q, b := points[i-3], points[i-2], points[i-1], points[i]
		if min(a.Y, b.Y) > y || max(a.Y, b.Y) < y {
			continue
		}
		track := (p.Y + q.Y) / 2
		if q.Y == b.Y && p.X == a.X { // it ends in the track
			track = b.Y
		} else if p.Y == a.Y && q.X == b.X { // it begins there
			track = a.Y
		}
		if (a.Y < b.Y) == (y < track) {
			return a.X, true
		}
		return b.X, true
	}
	return 0, false
}
