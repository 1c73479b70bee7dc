package layout

import (
	"cmp"
	"slices"
)

// way is where new nodes are put: the rank of the first one, and the side of all. The zero way is the rank with the shortest arrows, near to the middle of the nodes that it is
// connected with.
type way struct {
	rank int // from 1, or 0
	side int // -1 left of the other nodes of the rank, 1 right of them, or 0
}

const (
	effort       = 2_000 // items in all layouts that are tried
	tooWide      = 1 << 30
	crossingCost = 40 // of a crossing, in pixels that a node moves
	lengthCost   = 30 // pixels of an arrow that are as bad as a pixel that a node moves
)

// ways returns other ways, those in near ranks first.
func (d *drawing) ways(first int) (list []way) {
	near := func(r int) int { return max(r-d.ordered.ranked.rank[first], d.ordered.ranked.rank[first]-r) }
	for r := range d.ordered.layers {
		for side := -1; side <= 1; side++ {
			list = append(list, way{r + 1, side})
		}
	}
	slices.SortStableFunc(list, func(a, b way) int { return cmp.Compare(near(a.rank-1), near(b.rank-1)) })
	return list[:min(len(list), effort/len(d.ordered.items))]
}

// leastMoved tries other places of the first new node and returns the layout in which the other nodes move least, few arrows cross, and
// arrows are short.
func (d *drawing) leastMoved(first int, l *Layout) *Layout {
	best, least := l, d.cost(l)
	for _, w := range d.ways(first) {
		again := newDrawing(d.ordered.ranked.work, d.ordered.ranked.Graph)
		again.ordered.ranked.way = w
		again.ordered.ranked.recall()
		if again.make() != nil {
			break
		}
		l := again.result()
		if cost := d.cost(l); cost < least {
			best, least = l, cost
		}
	}
	return best
}

// cost returns how bad a layout is.
func (d *drawing) cost(l *Layout) int {
	cost := crossingCost * l.Crossings
	if d.ordered.ranked.Widest > 0 && l.Width > d.ordered.ranked.Widest {
		cost += tooWide
	}
	was := resized(d.ordered.ranked.Earlier.Nodes, len(d.ordered.ranked.Nodes))
	for i, r := range l.Nodes {
		if p := was[i]; p != nil {
			cost += distance(*p, Point{(r.Min.X + r.Max.X) / 2, (r.Min.Y + r.Max.Y) / 2})
		}
	}
	for _, r := range l.Routes {
		for i := 3; i < len(r.Points); i += 3 {
			cost += distance(r.Points[i-3], r.Points[i]) / lengthCost
		}
	}
	return cost
}

func distance(a, b Point) int { return max(a.X-b.X, b.X-a.X) + max(a.Y-b.Y, b.Y-a.Y) }
