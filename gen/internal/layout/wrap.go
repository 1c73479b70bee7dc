package layout

import "slices"

const wrapRounds = 40

// tooWide returns constraints by which some boxes of the first rank that is too wide go to lower ranks, in turn, so that their arrows
// pass between the other boxes.
func (d *ranked) tooWide(rank []int) (arcs []arc) {
	if d.Wrap != 1 || d.Widest*d.FullRank == 0 || d.earlier != nil || d.LeftToRight {
		return nil
	}
	room := d.footprints()
	limit := d.Widest * d.FullRank / 100
	for r := range slices.Max(rank) + 1 {
		var list []int
		sum := 0
		for i := range d.Nodes {
			if rank[i] == r && i != d.first {
				list = append(list, i)
				sum += room[i]
			}
		}
		rows := 1
		for rows < len(list) && sum/rows+(len(list)-len(list)/rows)*gapLines > limit {
			rows++
		}
		for k, i := range list {
			if rows > 1 && k%rows > 0 {
				arcs = append(arcs, arc{from: list[0], to: i, min: 2 * (k % rows)})
			}
		}
		// What is below moves, too, so the other ranks are looked at again.
		if len(arcs) > 0 {
			return arcs
		}
	}
	return nil
}

// footprints returns the widths that the boxes need with the labels of their arrows. A label is at the end with fewer arrows.
func (d *ranked) footprints() []int {
	count, labels, room := make([]int, len(d.Nodes)), make([]int, len(d.Nodes)), make([]int, len(d.Nodes))
	for _, e := range d.Edges {
		count[e.From]++
		count[e.To]++
	}
	for _, e := range d.Edges {
		at := e.From
		if count[e.To] < count[e.From] {
			at = e.To
		}
		labels[at] += max(e.Width, 0) + labelGap + gapLines
	}
	for i, n := range d.Nodes {
		room[i] = max(n.Width+gapBoxes, labels[i])
	}
	return room
}

// fold divides the ranks into columns: after some ranks, the next ones are beside the first ones again.
func (d *ranked) fold(rank []int) {
	high := (slices.Max(rank) + d.Wrap) / d.Wrap
	high += high % 2
	d.folded = make([]int, len(rank))
	for i, r := range rank {
		d.folded[i] = r % high
	}
	for _, e := range d.Edges {
		if d.Nodes[e.To].Near {
			d.folded[e.To] = d.folded[e.From] + rank[e.To] - rank[e.From]
		}
	}
	for i, e := range d.Edges {
		from, to := []int{d.folded[e.From], e.From}, []int{d.folded[e.To], e.To}
		if e.From == d.first {
			from[0] = -1
		}
		if e.To == d.first {
			to[0] = -1
		}
		d.reversed[i] = e.From != e.To && slices.Compare(from, to) > 0
	}
}
