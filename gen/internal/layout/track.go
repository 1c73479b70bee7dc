package layout

import (
	"cmp"
	"slices"
)

const (
	trackGap    = 8  // between arrows that run side by side along a rank
	moreTrack   = 2  // more between them in a new layout
	mostTrack   = 12 // the most between them
	trackEdge   = 4  // between a track and a rank, or the head of its own arrow
	fromHead    = 12 // between a track and the head of another arrow that it crosses
	costCross   = 2  // of a crossing, when tracks are sorted
	costMeet    = 12 // of two arrows that are closer to each other than trackGap
	longMeet    = 12 // between two tracks, from which on arrows that are closer run together
	costTurn    = 3  // of a crossing that is near to a corner
	manyTurns   = 250
	turnPasses  = 6
	radius      = 8 // of a corner
	radiusShare = 9 // twentieths of the radius between a corner and the control points
)

// turn is where an arrow moves to a side, from the middle of one item to that of an item of the next rank.
type turn struct {
	edge, link int // from the item with the index link of the chain of the edge to the next one
	from, to   int
	// above and below are the numbers of tracks above and below its own that are needed for other arrows.
	above, below int
}

func (t *turn) low() int  { return min(t.from, t.to) }
func (t *turn) high() int { return max(t.from, t.to) }

// channel is the space between a rank and the next one, where arrows turn. Each has a track of its own, as in Wybrow, Marriott, and
// Stuckey, "Orthogonal connector routing" (2009).
type channel struct {
	turns []turn
	// before and after are the space above the first track and below the last one.
	before, after int
}

// tracks returns the number of tracks that are needed.
func (c *channel) tracks() (most int) {
	for i := range c.turns {
		most = max(most, c.turns[i].above+c.turns[i].below+1)
	}
	return most
}

// least returns the least height of the channel, with some more between the tracks.
func (c *channel) least(more int) int {
	if len(c.turns) == 0 {
		return 0
	}
	return c.before + (c.tracks()-1)*(trackGap+more) + c.after
}

// findChannels finds the tracks of the arrows between all ranks.
func (d *drawing) findChannels() {
	d.channels = make([]channel, len(d.ordered.layers))
	for e, list := range d.ordered.chains {
		for i := range max(1, len(list)) - 1 {
			from, to := d.linkEnds(e, i)
			if r := d.ordered.items[list[i]].rank; from != to {
				d.channels[r].turns = append(d.channels[r].turns, turn{edge: e, link: i, from: from, to: to})
			}
		}
	}
	d.findRoom()
	for r := range d.channels {
		c := &d.channels[r]
		if d.ordered.ranked.work.spent(8 * len(c.turns) * len(c.turns)) {
			return
		}
		c.sort()
		c.count()
	}
}

// linkEnds returns where a link of the chain of an edge begins and ends along its ranks.
func (d *drawing) linkEnds(e, link int) (from, to int) {
	list := d.ordered.chains[e]
	from, to = d.x[list[link]], d.x[list[link+1]]
	if link == 0 {
		from = d.ends.upper[e]
	}
	if link+2 == len(list) {
		to = d.ends.lower[e]
	}
	return from, to
}

// findRoom finds the space between the tracks and the ranks. It is larger if arrows cross the way to a head.
func (d *drawing) findRoom() {
	for r := range d.channels {
		d.channels[r].before, d.channels[r].after = trackEdge, trackEdge
	}
	for e, list := range d.ordered.chains {
		if len(list) == 0 {
			continue
		}
		last := len(list) - 1
		if d.ordered.ranked.reversed[e] {
			it := &d.ordered.items[list[0]]
			c := &d.channels[it.rank]
			_, along := d.ordered.ranked.boxSize(it.of)
			c.before = max(c.before, d.headRoom(c, e, 0, d.ends.upper[e])+along-along/2-d.below[it.rank])
		} else {
			it := &d.ordered.items[list[last]]
			c := &d.channels[it.rank-1]
			_, along := d.ordered.ranked.boxSize(it.of)
			c.after = max(c.after, d.headRoom(c, e, last-1, d.ends.lower[e])+along/2-d.above[it.rank])
		}
	}
}

// headRoom returns the space that a head needs between its box and the tracks.
func (d *drawing) headRoom(c *channel, e, link, x int) int {
	room := d.ordered.ranked.Head
	d.ordered.ranked.work.spent(len(c.turns))
	for i := range c.turns {
		switch t := &c.turns[i]; {
		case t.edge == e && t.link == link:
			room = max(room, d.ordered.ranked.Head+trackEdge)
		case t.low() < x && x < t.high():
			room = max(room, d.ordered.ranked.Head+fromHead)
		}
	}
	return room
}

// near reports whether two arrows need different tracks.
func near(a, b *turn) bool {
	return a.low()-trackGap < b.high() && b.low()-trackGap < a.high()
}

// costAbove returns how bad it is if the track of a turn is above that of another one.
func costAbove(a, b *turn) (cost int) {
	within := func(x int, t *turn) bool { return t.low() < x && x < t.high() }
	for _, c := range []struct {
		x  int
		of *turn
	}{{b.from, a}, {a.to, b}} {
		if within(c.x, c.of) {
			cost += costCross
			if min(c.x-c.of.low(), c.of.high()-c.x) < fromTurn+leastTurn {
				cost += costTurn
			}
		}
	}
	if max(a.to-b.from, b.from-a.to) < trackGap {
		cost += costMeet
	}
	return cost
}

// sort sorts the turns from top to bottom so that few arrows cross. The order is that of a search in which single turns move.
func (c *channel) sort() {
	slices.SortStableFunc(c.turns, func(a, b turn) int {
		right, other := a.to > a.from, b.to > b.from
		switch {
		case right && other:
			return cmp.Compare(b.from, a.from)
		case !right && !other:
			return cmp.Compare(a.from, b.from)
		case right:
			return -1
		}
		return 1
	})
	n := len(c.turns)
	if n < 2 || n > manyTurns {
		return
	}
	// gain is what it saves if the first one is above the second one.
	gain := make([][]int, n)
	order := make([]int, n)
	for i := range n {
		order[i], gain[i] = i, make([]int, n)
		for k := range n {
			if a, b := &c.turns[i], &c.turns[k]; i != k && near(a, b) {
				gain[i][k] = costAbove(b, a) - costAbove(a, b)
			}
		}
	}
	for range turnPasses {
		better := false
		for t := range n {
			at := slices.Index(order, t)
			best, place := 0, at
			for to, sum := at-1, 0; to >= 0; to-- {
				if sum += gain[t][order[to]]; sum > best {
					best, place = sum, to
				}
			}
			for to, sum := at+1, 0; to < n; to++ {
				if sum += gain[order[to]][t]; sum > best {
					best, place = sum, to
				}
			}
			if place != at {
				order = slices.Insert(slices.Delete(order, at, at+1), place, t)
				better = true
			}
		}
		if !better {
			break
		}
	}
	sorted := make([]turn, n)
	for i, t := range order {
		sorted[i] = c.turns[t]
	}
	c.turns = sorted
}

// count finds how many tracks are above and below each turn.
func (c *channel) count() {
	for i := range c.turns {
		for k := range i {
			if near(&c.turns[i], &c.turns[k]) {
				c.turns[i].above = max(c.turns[i].above, c.turns[k].above+1)
			}
		}
	}
	for i := len(c.turns) - 1; i >= 0; i-- {
		for k := i + 1; k < len(c.turns); k++ {
			if near(&c.turns[i], &c.turns[k]) {
				c.turns[i].below = max(c.turns[i].below, c.turns[k].below+1)
			}
		}
	}
}

// placeTracks finds where the arrows turn, in the space that there is.
func (d *drawing) placeTracks() {
	d.turns = make([][]int, len(d.ordered.chains))
	for e, list := range d.ordered.chains {
		d.turns[e] = make([]int, len(list))
	}
	for r := range len(d.ordered.layers) - 1 {
		c := &d.channels[r]
		first, last := d.y[r]+d.below[r]+c.before, d.y[r+1]-d.above[r+1]-c.after
		if spare := last - first - mostTrack*(c.tracks()-1); spare > 0 && len(c.turns) > 0 {
			first, last = first+spare/2, last-spare+spare/2
		}
		for i := range c.turns {
			t := &c.turns[i]
			at := (first + last) / 2
			if n := t.above + t.below; n > 0 {
				at = first + (last-first)*t.above/n
			}
			d.turns[t.edge][t.link] = at
		}
	}
}

// close returns the number of pairs of arrows one of which leaves its track where the other one comes to its own, farther down.
func (d *drawing) close() (count int) {
	for r := range d.channels {
		list := d.channels[r].turns
		for i := range list {
			for k := range list {
				a, b := &list[i], &list[k]
				if max(a.to-b.from, b.from-a.to) < trackGap && d.turns[b.edge][b.link]-d.turns[a.edge][a.link] > longMeet {
					count++
				}
			}
		}
	}
	return count
}
