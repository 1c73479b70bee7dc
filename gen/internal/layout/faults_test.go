package layout

import "fmt"

// faults says what is wrong in a layout: what overlaps, which arrow runs through a box, and what is not where it belongs.
func faults(g *Graph, l *Layout) (list []string) {
	report := func(format string, args ...any) { list = append(list, fmt.Sprintf(format, args...)) }
	type named struct {
		name string
		Rect
		node int // or -1
	}
	var all []named
	for i, r := range l.Nodes {
		all = append(all, named{fmt.Sprint("node ", i), r, i})
	}
	for i, r := range l.Titles {
		all = append(all, named{fmt.Sprint("title ", i), r, -1})
	}
	for i, r := range l.Routes {
		if g.Edges[i].Width > 0 {
			all = append(all, named{fmt.Sprint("label ", i), r.Label, -1})
		}
	}
	for i, a := range all {
		if a.Min.X < 0 || a.Min.Y < 0 || a.Max.X > l.Width || a.Max.Y > l.Height {
			report("%s is out of the page: %v", a.name, a.Rect)
		}
		for _, b := range all[i+1:] {
			if a.overlaps(b.Rect) {
				report("%s %v overlaps %s %v", a.name, a.Rect, b.name, b.Rect)
			}
		}
	}
	around := func(n, c int) bool {
		for b := g.Nodes[n].Cluster; b >= 0; b = g.Clusters[b].Parent {
			if b == c {
				return true
			}
		}
		return false
	}
	for c, f := range l.Clusters {
		if !f.contains(l.Titles[c]) {
			report("the title of cluster %d is not in it: %v %v", c, f, l.Titles[c])
		}
		if p := g.Clusters[c].Parent; p >= 0 && !l.Clusters[p].contains(f) {
			report("cluster %d is not in %d", c, p)
		}
		for n, r := range l.Nodes {
			if in := around(n, c); in && !f.contains(r) || !in && f.overlaps(r) {
				report("node %d %v and cluster %d %v: inside is %v", n, r, c, f, in)
			}
		}
		above := func(r Rect) bool {
			if g.LeftToRight {
				return r.Max.X < f.Min.X
			}
			return r.Max.Y < f.Min.Y
		}
		for n, r := range l.Nodes {
			if p := g.Clusters[c].Parent; p >= 0 && g.Nodes[n].Cluster == p && inLines(g, c) && !above(r) {
				report("node %d is not above the line of cluster %d", n, c)
			}
		}
		for b := range c {
			if g.Clusters[b].Parent == g.Clusters[c].Parent && f.overlaps(l.Clusters[b]) {
				report("cluster %d overlaps %d", c, b)
			}
			if p, q := g.Clusters[b], g.Clusters[c]; p.Beside && q.Beside && p.Parent == q.Parent {
				first, second := l.Clusters[b], f
				if g.LeftToRight {
					first, second = turned(first), turned(second)
				}
				if p.Line > q.Line {
					first, second = second, first
				}
				if p.Line == q.Line && first.Max.Y == second.Max.Y || p.Line != q.Line && first.Max.Y < second.Min.Y {
					continue
				}
				report("clusters %d and %d are not in their lines: %v %v", b, c, l.Clusters[b], f)
			}
		}
	}
	for e, route := range l.Routes {
		for _, p := range samples(route.Points) {
			for _, b := range all {
				if b.node >= 0 && (b.node == g.Edges[e].From || b.node == g.Edges[e].To) {
					b.Min, b.Max = Point{b.Min.X + 1, b.Min.Y + 1}, Point{b.Max.X - 1, b.Max.Y - 1}
				}
				if p.X > b.Min.X && p.X < b.Max.X && p.Y > b.Min.Y && p.Y < b.Max.Y {
					report("edge %d (%d to %d) runs through %s at %v", e, g.Edges[e].From, g.Edges[e].To, b.name, p)
					break
				}
			}
		}
	}
	return list
}

// inLines reports whether another cluster is in a line above or below that of a cluster.
func inLines(g *Graph, c int) bool {
	for _, b := range g.Clusters {
		if a := g.Clusters[c]; a.Beside && b.Beside && a.Parent == b.Parent && a.Line != b.Line {
			return true
		}
	}
	return false
}

func (r Rect) overlaps(s Rect) bool {
	return r.Min.X < s.Max.X && s.Min.X < r.Max.X && r.Min.Y < s.Max.Y && s.Min.Y < r.Max.Y
}

func (r Rect) contains(s Rect) bool {
	return r.Min.X <= s.Min.X && s.Max.X <= r.Max.X && r.Min.Y <= s.Min.Y && s.Max.Y <= r.Max.Y
}

// samples returns points on Bézier curves.
func samples(points []Point) []Point {
	list := points[:1:1]
	const steps = 24
	for i := 1; i+2 < len(points); i += 3 {
		for k := 1; k <= steps; k++ {
			u := steps - k
			weigh := func(a, b, c, d int) int {
				return (u*u*u*a + 3*u*u*k*b + 3*u*k*k*c + k*k*k*d) / (steps * steps * steps)
			}
			p, q, r, s := points[i-1], points[i], points[i+1], points[i+2]
			list = append(list, Point{weigh(p.X, q.X, r.X, s.X), weigh(p.Y, q.Y, r.Y, s.Y)})
		}
	}
	return list
}
