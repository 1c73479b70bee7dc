package layout

const (
	gapRanks   = 18 // between ranks without bent arrows
	spareTrack = 10 // room for later edits, where arrows turn
	padEnds    = 10 // between a frame and its contents along the ranks
)

// placeAlong finds the places of the ranks, the boxes, and the frames.
func (d *drawing) placeAlong() {
	d.above, d.below, d.y = make([]int, len(d.ordered.layers)), make([]int, len(d.ordered.layers)), make([]int, len(d.ordered.layers))
	for r, layer := range d.ordered.layers {
		for _, it := range layer {
			d.above[r], d.below[r] = max(d.above[r], d.ordered.items[it].up), max(d.below[r], d.ordered.items[it].down)
		}
	}
	for c := range d.ordered.ranked.Clusters {
		d.above[d.ordered.ranked.top[c]] = max(d.above[d.ordered.ranked.top[c]], d.reachUp(c))
		d.below[d.ordered.ranked.bottom[c]] = max(d.below[d.ordered.ranked.bottom[c]], d.reachDown(c))
	}
	d.findChannels()
	for r := range d.ordered.layers {
		if r == 0 {
			d.y[r] = d.above[r]
		} else {
			d.y[r] = d.y[r-1] + d.below[r-1] + d.rankGap(r-1) + d.above[r]
		}
		if y, ok := d.ordered.row(r); ok {
			d.y[r] = max(d.y[r], y)
		}
	}
	d.boxes = make([]Rect, len(d.ordered.ranked.Nodes))
	for i := range d.ordered.ranked.Nodes {
		across, along := d.ordered.ranked.boxSize(i)
		x, y := d.x[i]-across/2, d.y[d.ordered.ranked.rank[i]]-along/2
		d.boxes[i] = Rect{Point{x, y}, Point{x + across, y + along}}
	}
	d.frames, d.titles = make([]Rect, len(d.ordered.ranked.Clusters)), make([]Rect, len(d.ordered.ranked.Clusters))
	for c := range d.ordered.ranked.Clusters {
		d.frames[c] = Rect{
			Point{d.frameLo[c], d.y[d.ordered.ranked.top[c]] - d.reachUp(c)},
			Point{d.frameHi[c], d.y[d.ordered.ranked.bottom[c]] + d.reachDown(c)},
		}
		across, along := d.ordered.ranked.size(d.ordered.ranked.Clusters[c].Width, d.ordered.ranked.Clusters[c].Height)
		x, y := d.frameLo[c]+pad, d.frames[c].Min.Y+padEnds
		d.titles[c] = Rect{Point{x, y}, Point{x + across, y + along}}
	}
	d.placeTracks()
	d.findBows()
}

// reachUp returns how far the frame of a cluster is above the middle of its first rank.
func (d *drawing) reachUp(c int) int {
	reach := 0
	for _, it := range d.ordered.layers[d.ordered.ranked.top[c]] {
		if d.ordered.items[it].cluster == c {
			reach = max(reach, d.ordered.items[it].up)
		}
	}
	return reach + padEnds
}

// reachDown returns how far the frame is below the middle of its last rank. It is the same for clusters beside each other.
func (d *drawing) reachDown(c int) int {
	reach := d.ownReach(c)
	for b := range d.ordered.ranked.Clusters {
		if d.ordered.ranked.areBeside(b, c) {
			reach = max(reach, d.ownReach(b))
		}
	}
	return reach
}

func (d *drawing) ownReach(c int) int {
	r, reach := d.ordered.ranked.bottom[c], 0
	for _, it := range d.ordered.layers[r] {
		if d.ordered.items[it].cluster == c {
			reach = max(reach, d.ordered.items[it].down)
		}
	}
	for b := range d.ordered.ranked.Clusters {
		if d.ordered.ranked.Clusters[b].Parent == c && d.ordered.ranked.bottom[b] == r {
			reach = max(reach, d.reachDown(b))
		}
	}
	return reach + padEnds
}

// rankGap returns the space between a rank and the next one.
func (d *drawing) rankGap(r int) int {
	if d.ordered.ranked.earlier != nil {
		return max(leastGap, d.channels[r].least(0))
	}
	return max(gapRanks, d.channels[r].least(moreTrack)+spareTrack)
}
