package layout

const (
	loopRoom   = 26 // beside a box for an arrow to itself
	loopHeight = 20
)

// loopItem makes room on the right of a box for its arrows to itself, which are below each other.
func (d *ordered) loopItem(n int) {
	if len(d.ranked.loops[n]) == 0 {
		return
	}
	it := &d.items[n]
	wide, high := 0, 0
	for _, e := range d.ranked.loops[n] {
		across, along := d.ranked.size(d.ranked.Edges[e].Width, d.ranked.Edges[e].Height)
		wide, high = max(wide, across), high+max(along, loopHeight)
	}
	it.after += loopRoom + labelGap + wide
	it.up, it.down = max(it.up, high/2), max(it.down, high-high/2)
}

// drawLoops draws the edges from a box to itself.
func (d *drawing) drawLoops(n int) {
	b := d.boxes[n]
	high := 0
	for _, e := range d.ordered.ranked.loops[n] {
		_, along := d.ordered.ranked.size(d.ordered.ranked.Edges[e].Width, d.ordered.ranked.Edges[e].Height)
		high += max(along, loopHeight)
	}
	x, top := b.Max.X, (b.Min.Y+b.Max.Y)/2-high/2
	slot := (b.Max.Y - b.Min.Y) / max(1, len(d.ordered.ranked.loops[n]))
	for i, e := range d.ordered.ranked.loops[n] {
		across, along := d.ordered.ranked.size(d.ordered.ranked.Edges[e].Width, d.ordered.ranked.Edges[e].Height)
		room := max(along, loopHeight)
		middle := top + room/2
		from, to := b.Min.Y+i*slot+slot/4, b.Min.Y+i*slot+slot-slot/4
		d.routes[e] = Route{
			Points: []Point{{x, from}, {x + loopRoom, min(from, middle) - 4}, {x + loopRoom, max(to, middle)}, {x + d.ordered.ranked.Head, to}},
			Tip:    Point{x, to},
		}
		if across > 0 {
			left := x + loopRoom + labelGap
			d.routes[e].Label = Rect{Point{left, middle - along/2}, Point{left + across, middle - along/2 + along}}
		}
		top += room
	}
}
