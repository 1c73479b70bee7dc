package layout

// result turns the drawing to the direction of the graph.
func (d *drawing) result() *Layout {
	l := &Layout{Nodes: d.boxes, Clusters: d.frames, Titles: d.titles, Routes: d.routes, Rows: d.y, Crossings: d.arrowCrossings(), Close: d.close()}
	if d.ordered.ranked.LeftToRight {
		for _, list := range [][]Rect{l.Nodes, l.Clusters, l.Titles} {
			for i := range list {
				list[i] = turned(list[i])
			}
		}
		for i := range l.Routes {
			r := &l.Routes[i]
			for k, p := range r.Points {
				r.Points[k] = Point{p.Y, p.X}
			}
			r.Tip, r.Label = Point{r.Tip.Y, r.Tip.X}, turned(r.Label)
		}
	}
	grow := func(p Point) { l.Width, l.Height = max(l.Width, p.X), max(l.Height, p.Y) }
	for _, list := range [][]Rect{l.Nodes, l.Clusters, l.Titles} {
		for _, r := range list {
			grow(r.Max)
		}
	}
	for _, r := range l.Routes {
		grow(r.Label.Max)
		for _, p := range r.Points {
			grow(p)
		}
	}
	return l
}

func turned(r Rect) Rect {
	return Rect{Point{r.Min.Y, r.Min.X}, Point{r.Max.Y, r.Max.X}}
}

// arrowCrossings returns the number of crossings of arrows, without those of frames.
func (d *drawing) arrowCrossings() int {
	for i := range d.ordered.items {
		for _, list := range [][]link{d.ordered.items[i].over, d.ordered.items[i].under} {
			for k := range list {
				list[k].weight = 1
				if d.ordered.items[i].kind == border {
					list[k].weight = 0
				}
			}
		}
	}
	return d.ordered.crossings()
}
