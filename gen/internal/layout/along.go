package layout

const (
	gapRanks = 16 // between ranks without bent arrows
	moreGap  = 12 // the most that bent arrows add
	padEnds  = 10 // between a frame and its contents along the ranks
)

// placeAlong finds the places of the ranks, the boxes, and the frames.
func (d *drawing) placeAlong() {
	d.above, d.below, d.y = make([]int, len(d.layers)), make([]int, len(d.layers)), make([]int, len(d.layers))
	for r, layer := range d.layers {
		for _, it := range layer {
			d.above[r], d.below[r] = max(d.above[r], d.items[it].up), max(d.below[r], d.items[it].down)
		}
	}
	for c := range d.Clusters {
		d.above[d.top[c]] = max(d.above[d.top[c]], d.reachUp(c))
		d.below[d.bottom[c]] = max(d.below[d.bottom[c]], d.reachDown(c))
	}
	for r := range d.layers {
		if r == 0 {
			d.y[r] = d.above[r]
		} else {
			d.y[r] = d.y[r-1] + d.below[r-1] + d.rankGap(r-1) + d.above[r]
		}
		if y, ok := d.row(r); ok {
			d.y[r] = max(d.y[r], y)
		}
	}
	d.boxes = make([]Rect, len(d.Nodes))
	for i := range d.Nodes {
		across, along := d.size(d.Nodes[i].Width, d.Nodes[i].Height)
		x, y := d.x[i]-across/2, d.y[d.rank[i]]-along/2
		d.boxes[i] = Rect{Point{x, y}, Point{x + across, y + along}}
	}
	d.frames, d.titles = make([]Rect, len(d.Clusters)), make([]Rect, len(d.Clusters))
	for c := range d.Clusters {
		d.frames[c] = Rect{
			Point{d.frameLo[c], d.y[d.top[c]] - d.reachUp(c)},
			Point{d.frameHi[c], d.y[d.bottom[c]] + d.reachDown(c)},
		}
		across, along := d.size(d.Clusters[c].Width, d.Clusters[c].Height)
		x, y := d.frameLo[c]+pad, d.frames[c].Min.Y+padEnds
		d.titles[c] = Rect{Point{x, y}, Point{x + across, y + along}}
	}
}

// reachUp returns how far the frame of a cluster is above the middle of its first rank.
func (d *drawing) reachUp(c int) int {
	reach := 0
	for _, it := range d.layers[d.top[c]] {
		if d.items[it].cluster == c {
			reach = max(reach, d.items[it].up)
		}
	}
	return reach + padEnds
}

// reachDown returns how far the frame is below the middle of its last rank. It is the same for clusters beside each other.
func (d *drawing) reachDown(c int) int {
	reach := d.ownReach(c)
	for b := range d.Clusters {
		if d.areBeside(b, c) {
			reach = max(reach, d.ownReach(b))
		}
	}
	return reach
}

func (d *drawing) ownReach(c int) int {
	r, reach := d.bottom[c], 0
	for _, it := range d.layers[r] {
		if d.items[it].cluster == c {
			reach = max(reach, d.items[it].down)
		}
	}
	for b := range d.Clusters {
		if d.Clusters[b].Parent == c && d.bottom[b] == r {
			reach = max(reach, d.reachDown(b))
		}
	}
	return reach + padEnds
}

// rankGap returns the space between a rank and the next one, which is larger if arrows between them move far to a side.
func (d *drawing) rankGap(r int) int {
	most := 0
	for _, it := range d.layers[r] {
		if d.items[it].kind == border {
			continue
		}
		for _, l := range d.items[it].under {
			most = max(most, d.x[it]-d.x[l.to], d.x[l.to]-d.x[it])
		}
	}
	gap := gapRanks + min(moreGap, most/12)
	if d.earlier != nil {
		gap = min(gap, leastGap)
	}
	return gap
}
