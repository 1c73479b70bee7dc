package layout

const (
	fromTurn   = 6   // between a crossing and a corner
	leastTurn  = 2   // the least radius of a corner near a crossing
	clearTurn  = 12  // between an arrow that crosses another one and the corners of that
	clearCost  = 400 // of a pixel by which it is less; arrows bend instead
	clearTries = 4   // times that arrows move so that more crossings are clear
)

// tight is what is missing so that two arrows cross where both are straight.
type tight struct {
	lack int // pixels
	arcs []arc
}

// clearCrossings moves arrows so that those that cross do so where both are straight. Otherwise two arrows that change places within a few
// pixels look as if they only touched.
func (d *drawing) clearCrossings() {
	if d.ordered.ranked.earlier != nil {
		return // Everything stays where it was.
	}
	found := d.findTight()
	for range clearTries {
		if len(found) == 0 || d.ordered.ranked.work.Left() < 4*clearTries*d.acrossSteps {
			return
		}
		x, lo, hi, ends, apart := d.x, d.frameLo, d.frameHi, d.ends, len(d.apart)
		for _, t := range found {
			d.apart = append(d.apart, t.arcs...)
		}
		d.placeAcross()
		d.findPorts()
		again := d.findTight()
		if lacking(again) >= lacking(found) {
			d.x, d.frameLo, d.frameHi, d.ends, d.apart = x, lo, hi, ends, d.apart[:apart]
			return
		}
		found = again
	}
}

func lacking(list []tight) (sum int) {
	for _, t := range list {
		sum += t.lack
	}
	return sum
}

// links returns the pieces of arrows between each rank and the next one.
func (d *drawing) links() [][]turn {
	list := make([][]turn, len(d.ordered.layers))
	for e, chain := range d.ordered.chains {
		for i := range max(1, len(chain)) - 1 {
			from, to := d.linkEnds(e, i)
			r := d.ordered.items[chain[i]].rank
			list[r] = append(list[r], turn{edge: e, link: i, from: from, to: to})
		}
	}
	return list
}

// findTight finds the arrows that cross where one of them has a corner.
func (d *drawing) findTight() (list []tight) {
	for _, links := range d.links() {
		for i := range links {
			if d.ordered.ranked.work.spent(len(links)) {
				return nil
			}
			for k := range links {
				if a, b := &links[i], &links[k]; a.from < b.from && a.to > b.to {
					if t := d.between(a, b); t.lack > 0 {
						list = append(list, t)
					}
				}
			}
		}
	}
	return list
}

// between finds the least by which two arrows have to move so that the first one, which leads from the left to the right of the second one,
// crosses it where both are straight.
func (d *drawing) between(a, b *turn) (best tight) {
	best.lack = -1
	// In each case an arrow turns across the straight part of the other one, above or below the place where that one turns.
	for _, pairs := range [][2][2]end{
		{{upperEnd(a), upperEnd(b)}, {upperEnd(b), lowerEnd(a)}},
		{{upperEnd(a), lowerEnd(b)}, {lowerEnd(b), lowerEnd(a)}},
		{{lowerEnd(b), upperEnd(a)}, {upperEnd(a), upperEnd(b)}},
		{{lowerEnd(b), lowerEnd(a)}, {lowerEnd(a), upperEnd(b)}},
	} {
		var t tight
		for _, p := range pairs {
			left, right := p[0], p[1]
			t.lack += max(0, clearTurn-(right.x-left.x))
			from, to := d.ordered.chains[left.edge][left.item], d.ordered.chains[right.edge][right.item]
			if from != to {
				// At a box, an arrow is beside the middle.
				least := clearTurn + (left.x - d.x[from]) - (right.x - d.x[to])
				t.arcs = append(t.arcs, arc{from: from, to: to, min: least, soft: clearCost})
			}
		}
		if best.lack < 0 || t.lack < best.lack {
			best = t
		}
	}
	return best
}

// end is where a piece of an arrow begins or ends: at an item of the chain of the edge.
type end struct{ edge, item, x int }

func upperEnd(t *turn) end { return end{t.edge, t.link, t.from} }
func lowerEnd(t *turn) end { return end{t.edge, t.link + 1, t.to} }

// bow is the radius of the corners of a turn: beside its two ends, and above and below its track.
type bow struct{ first, second, above, below int }

// findBows makes the corners near crossings smaller.
func (d *drawing) findBows() {
	d.bows = make([][]bow, len(d.ordered.chains))
	for e, list := range d.ordered.chains {
		d.bows[e] = make([]bow, len(list))
		for i := range list {
			d.bows[e][i] = bow{radius, radius, radius, radius}
		}
	}
	shrink := func(r *int, distance int) { *r = min(*r, max(leastTurn, distance-fromTurn)) }
	for _, links := range d.links() {
		for i := range links {
			a := &links[i]
			if a.from == a.to {
				continue
			}
			if d.ordered.ranked.work.spent(len(links)) {
				return
			}
			for k := range links {
				b := &links[k]
				own, other := d.turns[a.edge][a.link], d.turns[b.edge][b.link]
				x, straight := b.from, b.from == b.to
				if !straight && other < own {
					x = b.to
				}
				if i == k || x <= a.low() || x >= a.high() {
					continue
				}
				bow := &d.bows[a.edge][a.link]
				shrink(&bow.first, max(x-a.from, a.from-x))
				shrink(&bow.second, max(x-a.to, a.to-x))
				if straight {
					continue
				}
				if other > own {
					shrink(&d.bows[b.edge][b.link].above, other-own)
				} else {
					shrink(&d.bows[b.edge][b.link].below, own-other)
				}
			}
		}
	}
}
