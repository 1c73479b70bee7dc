package picture

import "slices"

const (
	// small is the number of states up to which a picture of two versions is shown as a whole.
	small = 8
	// hub is the number of unchanged edges of a node beyond which they say nothing about a change.
	hub = 6
)

// Near returns the part of a picture of two versions that shows its changes: the states that have changed or are at the
// end of an edge that has, their neighbors, and the blocks around these; and the numbers of states and edges that it
// leaves out. A small picture is returned as it is.
func (p *Picture) Near() (part *Picture, states, edges int) {
	count := 0
	for i := range p.Nodes {
		if !p.Nodes[i].Any {
			count++
		}
	}
	if count <= small {
		return p, 0, 0
	}
	n := &near{Picture: p, touched: make([]bool, len(p.Nodes)), unchanged: make([]int, len(p.Nodes))}
	n.touch()
	keep := slices.Clone(n.touched)
	var list []Edge
	for _, e := range p.Edges {
		if n.edge(&e) {
			list = append(list, e)
			keep[e.From], keep[e.To] = true, true
		}
	}
	part, states = n.cut(keep, list)
	return part, states, len(p.Edges) - len(list)
}

// near chooses parts of a picture.
type near struct {
	*Picture
	// touched are the nodes that have changed or at which an edge has. unchanged has the numbers of other edges of nodes.
	touched   []bool
	unchanged []int
}

func (n *near) touch() {
	for i := range n.Nodes {
		n.touched[i] = n.Nodes[i].Marked()
	}
	for _, s := range n.Starts {
		n.touched[s.Node] = n.touched[s.Node] || s.Mark != Same
	}
	for i := range n.Edges {
		if e := &n.Edges[i]; e.Marked() {
			n.touched[e.From], n.touched[e.To] = true, true
		} else {
			n.unchanged[e.From]++
			n.unchanged[e.To]++
		}
	}
}

// edge reports whether the part has an edge: one that has changed, or one of a touched node, unless it has many.
func (n *near) edge(e *Edge) bool {
	shown := func(node int) bool { return n.touched[node] && n.unchanged[node] <= hub }
	return e.Marked() || shown(e.From) || shown(e.To)
}

// cut makes the part with some nodes and edges.
func (n *near) cut(keep []bool, edges []Edge) (part *Picture, left int) {
	part = &Picture{LeftToRight: n.LeftToRight, Frame: -1, Start: -1, Outcomes: n.Outcomes, Notes: n.Notes}
	blocks := n.frames(keep, part)
	nodes := make([]int, len(n.Nodes))
	for i, node := range n.Nodes {
		if keep[i] {
			nodes[i] = len(part.Nodes)
			node.Block = place(blocks, node.Block)
			part.Nodes = append(part.Nodes, node)
		} else if !node.Any {
			left++
		}
	}
	for _, s := range n.Starts {
		if keep[s.Node] {
			part.Starts = append(part.Starts, Start{nodes[s.Node], s.Mark})
		}
	}
	for _, e := range edges {
		e.From, e.To, e.Block = nodes[e.From], nodes[e.To], -1
		part.Edges = append(part.Edges, e)
	}
	return part, left
}
