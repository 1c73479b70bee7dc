package picture

import "slices"

// only returns the part of a picture with some states and edges, the blocks around them, and the nodes for any
// state from which the edges start or that have rows about the states.
func (p *Picture) only(keep []bool, with func(*Edge) bool) *Picture {
	part := *p
	part.Nodes, part.Blocks, part.Edges, part.Notes, part.Start = nil, nil, nil, nil, -1
	keep = slices.Clone(keep)
	for i := range p.Nodes {
		if n := &p.Nodes[i]; n.Any {
			keep[i] = len(n.Stays)+len(n.Ignores) > 0 && slices.ContainsFunc(p.stands(i), func(s int) bool { return keep[s] })
		}
	}
	for i := range p.Edges {
		if e := &p.Edges[i]; with(e) {
			keep[e.From] = true
		}
	}
	blocks := p.frames(keep, &part)
	nodes := make([]int, len(p.Nodes))
	for i := range p.Nodes {
		if keep[i] {
			nodes[i] = len(part.Nodes)
			n := p.Nodes[i]
			n.Block = place(blocks, n.Block)
			part.Nodes = append(part.Nodes, n)
			if i == p.Start {
				part.Start = nodes[i]
			}
		}
	}
	for i := range p.Edges {
		if e := p.Edges[i]; with(&e) {
			e.From, e.To, e.Block = nodes[e.From], nodes[e.To], place(blocks, e.Block)
			part.Edges = append(part.Edges, e)
		}
	}
	return &part
}

// frames adds the blocks around the kept nodes to a part, and returns the place of each block in it, or -1.
func (p *Picture) frames(keep []bool, part *Picture) []int {
	places := make([]int, len(p.Blocks))
	for b := range p.Blocks {
		places[b] = -1
		for i := range p.Nodes {
			if keep[i] && p.inside(p.Nodes[i].Block, b) {
				places[b] = len(part.Blocks)
			}
		}
		if places[b] < 0 {
			continue
		}
		frame := p.Blocks[b]
		frame.Parent = place(places, frame.Parent)
		part.Blocks = append(part.Blocks, frame)
	}
	return places
}

// place returns the place of a block in a part, or -1 for -1.
func place(places []int, block int) int {
	if block < 0 {
		return -1
	}
	return places[block]
}
