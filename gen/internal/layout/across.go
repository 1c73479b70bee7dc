package layout

import "slices"

const tooWideCost = 500 // of a pixel by which a layout is too wide; arrows bend instead

// placeAcross finds the places of the items along their ranks, with straight arrows.
func (d *drawing) placeAcross() {
	n := len(d.ordered.items)
	lo, hi := n, n+len(d.ordered.ranked.Clusters)
	first, last := n+2*len(d.ordered.ranked.Clusters), n+2*len(d.ordered.ranked.Clusters)+1
	variable := func(it int) int {
		if i := &d.ordered.items[it]; i.kind == border {
			if d.ordered.isLeft(it) {
				return lo + i.of
			}
			return hi + i.of
		}
		return it
	}
	var arcs []arc
	for _, layer := range d.ordered.layers {
		for i, it := range layer {
			if i == 0 {
				arcs = append(arcs, arc{from: first, to: variable(it), min: d.ordered.items[it].before})
			} else {
				arcs = append(arcs, arc{from: variable(layer[i-1]), to: variable(it), min: d.gap(layer[i-1], it)})
			}
		}
		if len(layer) > 0 {
			it := layer[len(layer)-1]
			arcs = append(arcs, arc{from: variable(it), to: last, min: d.ordered.items[it].after})
		}
	}
	for i := range d.ordered.items {
		if d.ordered.ranked.work.spent(4 + len(d.ordered.items[i].under)) {
			return
		}
		if d.ordered.items[i].kind == border {
			arcs = append(arcs, arc{from: first, to: variable(i)}, arc{from: variable(i), to: last})
			continue
		}
		if x, ok := d.ordered.wasAt(i); ok {
			pin := pinItem
			if d.ordered.items[i].kind == box {
				pin = pinNode
			}
			arcs = append(arcs, arc{from: first, to: i, min: x, weight: pin, free: true})
		}
		for _, l := range d.ordered.items[i].under {
			arcs = append(arcs, arc{from: i, to: l.to, weight: l.pull, free: true})
			if reach := max(d.reach(i), d.reach(l.to)); reach > 0 {
				arcs = append(arcs, arc{from: i, to: l.to, min: -reach, soft: 3 * l.pull}, arc{from: l.to, to: i, min: -reach, soft: 3 * l.pull})
			}
		}
	}
	for c := range d.ordered.ranked.Clusters {
		arcs = append(arcs, arc{from: lo + c, to: hi + c, min: 2 * pad, weight: 2})
		if d.ordered.ranked.earlier != nil && d.ordered.ranked.earlier.Clusters[c] != nil {
			arcs = append(arcs, arc{from: first, to: lo + c, min: d.ordered.ranked.earlier.Clusters[c].Min.X, weight: 1, free: true})
		}
		if p := d.ordered.ranked.Clusters[c].Parent; p >= 0 {
			arcs = append(arcs, arc{from: lo + p, to: lo + c, min: pad}, arc{from: hi + c, to: hi + p, min: pad})
		}
	}
	for _, pair := range d.ordered.lineEnds() {
		a, b := pair[0], pair[1]
		arcs = append(arcs, arc{from: lo + a.left, to: lo + b.left, weight: evenLines, free: true}, arc{from: hi + a.right, to: hi + b.right, weight: evenLines, free: true})
	}
	for c := range d.ordered.ranked.Clusters {
		// What has room is on the left.
		if n := slices.IndexFunc(d.ordered.ranked.Nodes, func(n Node) bool { return n.Cluster == c }); n >= 0 && d.ordered.ranked.isLined(c) {
			arcs = append(arcs, arc{from: lo + c, to: n, weight: 1})
		}
	}
	arcs = append(arcs, arc{from: first, to: last, weight: 1})
	if d.ordered.ranked.Widest > 0 && !d.ordered.ranked.LeftToRight {
		arcs = append(arcs, arc{from: last, to: first, min: -d.ordered.ranked.Widest, soft: tooWideCost})
	}
	arcs = append(arcs, d.apart...)
	before := d.ordered.ranked.work.Left()
	x := minimize(d.ordered.ranked.work, last+1, arcs)
	d.acrossSteps = before - d.ordered.ranked.work.Left()
	for i := range d.ordered.items {
		if d.ordered.items[i].kind == border {
			x[i] = x[variable(i)]
		}
	}
	d.x, d.frameLo, d.frameHi = x[:n], x[lo:hi], x[hi:first]
}

// reach returns how far from the middle of a box arrows can begin or end, or 0 for other items. An arrow that is no farther away
// need not bend.
func (d *drawing) reach(it int) int {
	if d.ordered.items[it].kind != box {
		return 0
	}
	across, _ := d.ordered.ranked.boxSize(it)
	return max(0, across/2-portEdge)
}

func (d *ordered) isLeft(it int) bool {
	i := &d.items[it]
	return d.left[i.of][i.rank-d.ranked.top[i.of]] == it
}

// gap returns the least distance of two neighbors in a rank.
func (d *drawing) gap(a, b int) int {
	p, q := &d.ordered.items[a], &d.ordered.items[b]
	space := gapLines
	switch {
	case p.kind == box && q.kind == box:
		space = gapBoxes
	case p.kind == border && q.kind == border && p.of == q.of:
		space = pad
	case p.kind == border && d.ordered.isLeft(a) && p.after > 0 && q.kind == border && !d.ordered.isLeft(b):
		space = 0
	}
	if d.ordered.ranked.earlier != nil && p.kind != border && q.kind != border {
		space = min(space, leastAcross)
	}
	return p.after + space + q.before
}
