package layout

import (
	"cmp"
	"slices"
)

const (
	portGap    = 12 // between arrows at a box
	portLeast  = 10 // between many arrows at a box
	portEdge   = 10 // between an arrow and the corner of a box
	portBend   = 16 // the most by which an arrow moves at a box so that it is straight
	portCorner = 8  // then between it and the corner
)

// ports are where the arrows touch the boxes: for each edge, at its upper and its lower end.
type ports struct{ upper, lower []int }

// findPorts spreads the arrows along the sides of the boxes, in order, each as near to its next place as possible.
func (d *drawing) findPorts() {
	p := ports{make([]int, len(d.ordered.ranked.Edges)), make([]int, len(d.ordered.ranked.Edges))}
	leave, arrive := make([][]int, len(d.ordered.ranked.Nodes)), make([][]int, len(d.ordered.ranked.Nodes))
	for e, list := range d.ordered.chains {
		if len(list) > 0 {
			leave[list[0]] = append(leave[list[0]], e)
			arrive[list[len(list)-1]] = append(arrive[list[len(list)-1]], e)
		}
	}
	for n := range d.ordered.ranked.Nodes {
		d.spread(n, leave[n], p.upper, func(e int) int { return d.ordered.chains[e][1] })
		d.spread(n, arrive[n], p.lower, func(e int) int { return d.ordered.chains[e][len(d.ordered.chains[e])-2] })
	}
	d.ends = p
}

func (d *drawing) spread(n int, edges []int, at []int, next func(int) int) {
	if len(edges) == 0 {
		return
	}
	slices.SortStableFunc(edges, func(a, b int) int { return cmp.Compare(d.ordered.place[next(a)], d.ordered.place[next(b)]) })
	width, _ := d.ordered.ranked.boxSize(n)
	edge, left := min(portEdge, width/2), d.x[n]-width/2
	low, high := left+edge, left+width-edge
	gap := portGap
	if len(edges) > 1 {
		gap = min(gap, max(0, high-low)/(len(edges)-1))
	}
	for i, e := range edges {
		at[e] = min(max(d.x[next(e)], low), high)
		if i > 0 {
			at[e] = max(at[e], at[edges[i-1]]+gap)
		}
	}
	limit := high
	for _, e := range slices.Backward(edges) {
		at[e] = min(at[e], limit)
		limit = at[e] - min(gap, portLeast)
	}
	d.straighten(edges, at, next, left+portCorner, left+width-portCorner)
}

// straighten moves arrows at a box that would bend a little so that they do not, if there is room between the others.
func (d *drawing) straighten(edges []int, at []int, next func(int) int, low, high int) {
	for i, e := range edges {
		want := d.x[next(e)]
		if want == at[e] || max(want-at[e], at[e]-want) > portBend || want < low || want > high ||
			i > 0 && want-at[edges[i-1]] < portLeast || i+1 < len(edges) && at[edges[i+1]]-want < portLeast {
			continue
		}
		at[e] = want
	}
}
