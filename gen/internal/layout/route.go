package layout

import "slices"

// routeAll finds the routes of all edges.
func (d *drawing) routeAll() {
	d.routes = make([]Route, len(d.ordered.ranked.Edges))
	for e := range d.ordered.ranked.Edges {
		if d.ordered.ranked.Edges[e].From == d.ordered.ranked.Edges[e].To {
			continue
		}
		if d.ordered.ranked.work.Err() != nil {
			return
		}
		d.route(e)
	}
	for n := range d.ordered.ranked.Nodes {
		d.drawLoops(n)
	}
}

// route draws an edge from its upper to its lower end: straight down in ranks, and along the tracks between them.
func (d *drawing) route(e int) {
	list := d.ordered.chains[e]
	upper, lower := d.ends.upper[e], d.ends.lower[e]
	a, b := d.boxes[list[0]].Max.Y, d.boxes[list[len(list)-1]].Min.Y
	head := d.ordered.ranked.Head
	tip, points, end := Point{lower, b}, []Point{{upper, a}}, b-head
	if d.ordered.ranked.reversed[e] {
		tip, points, end = Point{upper, a}, []Point{{upper, a + head}}, b
	}
	type bend struct {
		from, to, y int
		bow         bow
	}
	var bends []bend
	for i := range len(list) - 1 {
		if from, to := d.linkEnds(e, i); from != to {
			bends = append(bends, bend{from, to, d.turns[e][i], d.bows[e][i]})
		}
	}
	for i, t := range bends {
		next := end
		if i+1 < len(bends) {
			next = (t.y + bends[i+1].y) / 2
		}
		points = corner(points, t.to, t.y, next, t.bow)
	}
	points = line(points, Point{lower, end})
	if d.ordered.ranked.reversed[e] {
		slices.Reverse(points)
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

// corner moves an arrow that leads down to another place at a height, and down again. Its curves end above a limit.
func corner(points []Point, to, y, limit int, b bow) []Point {
	from := points[len(points)-1]
	side := 1
	if to < from.X {
		side = -1
	}
	length := side * (to - from.X)
	first, second := min(b.first, length/2), min(b.second, length/2)
	above, below := min(b.above, y-from.Y), min(b.below, limit-y)
	points = line(points, Point{from.X, y - above})
	if first+second >= length-1 {
		return append(points, Point{from.X, y}, Point{to, y}, Point{to, y + below})
	}
	share := func(r int) int { return r * radiusShare / 20 }
	points = append(points, Point{from.X, y - share(above)}, Point{from.X + side*(first-share(first)), y}, Point{from.X + side*first, y})
	points = line(points, Point{to - side*second, y})
	return append(points, Point{to - side*share(second), y}, Point{to, y + share(below)}, Point{to, y + below})
}

// line adds a straight line, unless it is empty.
func line(points []Point, to Point) []Point {
	from := points[len(points)-1]
	if from == to {
		return points
	}
	return append(points, from, to, to)
}
