package layout

const (
	farLabel = 190 // pixels between a label and both ends of its arrow, from which on it is hard to tell to which one it belongs
	farTries = 2
)

// far returns the edges whose labels are far from both ends.
func (l *Layout) far() (list []int) {
	for e, r := range l.Routes {
		if len(r.Points) > 0 && r.Label != (Rect{}) && min(r.Label.to(r.Points[0]), r.Label.to(r.Tip)) > farLabel {
			list = append(list, e)
		}
	}
	return list
}

// to returns the distance between a rectangle and a point along the axes.
func (r Rect) to(p Point) int {
	return max(r.Min.X-p.X, p.X-r.Max.X, 0) + max(r.Min.Y-p.Y, p.Y-r.Max.Y, 0)
}

// nearer lays out a new graph again with labels that are far from both ends of their arrows at the other end, and returns the layout with fewer
// of them, if that is not worse otherwise.
func (d *drawing) nearer(l *Layout) *Layout {
	elsewhere := make([]bool, len(d.ordered.ranked.Edges))
	for range farTries {
		list := l.far()
		if len(list) == 0 || d.ordered.ranked.work.Err() != nil || d.ordered.ranked.work.Left() < 4*d.steps {
			break
		}
		for _, e := range list {
			elsewhere[e] = !elsewhere[e]
		}
		again := newDrawing(d.ordered.ranked.work, d.ordered.ranked.Graph)
		again.ordered.ranked.elsewhere = elsewhere
		if again.make() != nil {
			break
		}
		if m := again.result(); len(m.far()) < len(list) && m.Crossings <= l.Crossings && m.Close <= l.Close && m.Width <= l.Width && m.Height <= l.Height+l.Height/10 {
			l = m
		}
	}
	return l
}
