package layout

// clear is the space between an arrow and a box that it passes.
const clear = 6

// routeAll finds the routes of all edges.
func (d *drawing) routeAll() {
	p := d.ports()
	d.routes = make([]Route, len(d.ordered.ranked.Edges))
	for e := range d.ordered.ranked.Edges {
		if d.ordered.ranked.Edges[e].From == d.ordered.ranked.Edges[e].To {
			continue
		}
		if d.ordered.ranked.work.Err() != nil {
			return
		}
		d.route(e, p.upper[e], p.lower[e])
	}
	for n := range d.ordered.ranked.Nodes {
		d.drawLoops(n)
	}
}

// stop is a place of an edge in a rank: a vertical line, or a point if both ends are the same.
type stop struct{ x, from, to int }

// route draws an edge from its upper to its lower end: straight down in ranks, with a curve between two ranks if it moves to a
// side. A curve begins and ends in ranks as far as it is not near to a box there.
func (d *drawing) route(e, upper, lower int) {
	list := d.ordered.chains[e]
	stops := make([]stop, len(list))
	last := len(list) - 1
	for i, it := range list {
		t := &d.ordered.items[it]
		stops[i] = stop{d.x[it], d.y[t.rank] - t.up, d.y[t.rank] + t.down}
	}
	a, b := d.boxes[list[0]].Max.Y, d.boxes[list[last]].Min.Y
	// The arrows at a box bend side by side, with or without heads, so that they do not cross there.
	first, final := stop{upper, a + d.ordered.ranked.Head, a + d.ordered.ranked.Head}, stop{lower, b - d.ordered.ranked.Head, b - d.ordered.ranked.Head}
	stops[0], stops[last] = first, final
	tip, points := Point{lower, b}, line([]Point{{upper, a}}, Point{upper, first.to})
	if d.ordered.ranked.reversed[e] {
		tip, points = Point{upper, a}, []Point{{upper, first.to}}
	}
	for i := range last {
		from, to := stops[i], stops[i+1]
		if from.x == to.x {
			points = line(points, Point{to.x, to.to})
			continue
		}
		begin := d.lowest(list[i], list[i+1], from, to)
		end := d.highest(list[i], list[i+1], from, to)
		points = line(points, Point{from.x, begin})
		middle := (begin + end) / 2
		points = append(points, Point{from.x, middle}, Point{to.x, middle}, Point{to.x, end})
		points = line(points, Point{to.x, to.to})
	}
	if d.ordered.ranked.reversed[e] {
		points = line(points, Point{lower, b})
		for i, j := 0, len(points)-1; i < j; i, j = i+1, j-1 {
			points[i], points[j] = points[j], points[i]
		}
	}
	d.routes[e] = Route{Points: points, Tip: tip}
	for _, it := range list {
		if t := &d.ordered.items[it]; t.kind == label {
			across, along := d.ordered.ranked.size(d.ordered.ranked.Edges[e].Width, d.ordered.ranked.Edges[e].Height)
			x, y := d.x[it]+labelGap, d.y[t.rank]-along/2
			d.routes[e].Label = Rect{Point{x, y}, Point{x + across, y + along}}
		}
	}
}

// line adds a straight line, unless it is empty.
func line(points []Point, to Point) []Point {
	from := points[len(points)-1]
	if from == to {
		return points
	}
	return append(points, from, to, to)
}

// lowest returns where a curve from an item to one of the next rank can begin: below its own box and all that it passes.
func (d *drawing) lowest(a, b int, from, to stop) int {
	r := d.ordered.items[a].rank
	y := from.to
	d.passed(r, a, from.x, to.x, func(b Rect) { y = max(y, b.Max.Y+clear) })
	d.framed(r, a, b, from.x, to.x, func(c int) { y = max(y, d.frames[c].Max.Y) })
	return max(from.to, min(y, d.y[r]+d.below[r]))
}

// highest returns where a curve from an item to one of the next rank can end.
func (d *drawing) highest(a, b int, from, to stop) int {
	r := d.ordered.items[b].rank
	y := to.from
	d.passed(r, b, from.x, to.x, func(b Rect) { y = min(y, b.Min.Y-clear) })
	d.framed(r, a, b, from.x, to.x, func(c int) { y = min(y, d.frames[c].Min.Y) })
	return min(to.from, max(y, d.y[r]-d.above[r]))
}

// framed calls a function with the clusters of a rank that are between two places, and in which neither of two items is.
func (d *drawing) framed(r, a, b, from, to int, each func(int)) {
	for c := range d.ordered.ranked.Clusters {
		if d.ordered.ranked.top[c] <= r && r <= d.ordered.ranked.bottom[c] && !d.ordered.ranked.within(d.ordered.items[a].cluster, c) && !d.ordered.ranked.within(d.ordered.items[b].cluster, c) &&
			d.frames[c].Max.X+clear > min(from, to) && d.frames[c].Min.X-clear < max(from, to) {
			each(c)
		}
	}
}

// passed calls a function with what the items of a rank cover between two places, or near to them.
func (d *drawing) passed(r, self, from, to int, each func(Rect)) {
	d.ordered.ranked.work.spent(len(d.ordered.layers[r]) + len(d.ordered.ranked.Clusters))
	for _, it := range d.ordered.layers[r] {
		b := d.covers(it)
		if it == self && len(d.ordered.ranked.loops) > self && len(d.ordered.ranked.loops[self]) > 0 {
			b.Min.X = d.boxes[self].Max.X // its arrows to itself
		} else if it == self {
			continue
		}
		if b.Max.Y > b.Min.Y && b.Max.X+clear > min(from, to) && b.Min.X-clear < max(from, to) {
			each(b)
		}
	}
}

// covers returns the place that an item needs, or an empty one.
func (d *drawing) covers(it int) Rect {
	t := &d.ordered.items[it]
	if t.kind == border && d.ordered.isLeft(it) && t.rank == d.ordered.ranked.top[t.of] {
		return d.titles[t.of]
	}
	return Rect{Point{d.x[it] - t.before, d.y[t.rank] - t.up}, Point{d.x[it] + t.after, d.y[t.rank] + t.down}}
}
