package picture

import (
	"slices"
	"strings"
)

// Union returns a picture with everything that two pictures of versions of a machine show, of which the first one is for what is in both.
// It is for finding places: labels have the texts of both.
func Union(p, q *Picture) *Picture {
	u := &Picture{LeftToRight: p.LeftToRight, Detail: p.Detail, Narrow: p.Narrow, Frame: p.Frame, Start: p.Start, Outcomes: slices.Concat(p.Outcomes, q.Outcomes)}
	u.Blocks, u.Nodes = slices.Clone(p.Blocks), slices.Clone(p.Nodes)
	for _, e := range p.Edges {
		e.Labels = slices.Clone(e.Labels)
		u.Edges = append(u.Edges, e)
	}
	blocks := make(map[string]int)
	for i := range u.Blocks {
		blocks[u.path(i)] = i
	}
	block := func(b int) int {
		if b < 0 {
			return b
		}
		return blocks[q.path(b)]
	}
	for i, b := range q.Blocks {
		if _, ok := blocks[q.path(i)]; !ok {
			b.Parent = block(b.Parent)
			blocks[q.path(i)] = len(u.Blocks)
			u.Blocks = append(u.Blocks, b)
		}
	}
	nodes := make(map[string]int)
	for i := range u.Nodes {
		nodes[u.key(i)] = i
	}
	at := make([]int, len(q.Nodes))
	for i, n := range q.Nodes {
		old, ok := nodes[q.key(i)]
		if at[i] = old; ok {
			same := &u.Nodes[old]
			same.Stays = slices.Clone(same.Stays)
			for _, l := range n.Stays {
				same.Stays = l.among(same.Stays)
			}
			continue
		}
		if n.Outcome >= 0 {
			n.Outcome += len(p.Outcomes)
		}
		n.Block, at[i] = block(n.Block), len(u.Nodes)
		u.Nodes = append(u.Nodes, n)
	}
	for _, e := range q.Edges {
		e.From, e.To, e.Block = at[e.From], at[e.To], block(e.Block)
		k := slices.IndexFunc(u.Edges, func(f Edge) bool { return f.From == e.From && f.To == e.To })
		if k < 0 {
			k = len(u.Edges)
			u.Edges = append(u.Edges, Edge{From: e.From, To: e.To, Block: e.Block})
		}
		for _, l := range e.Labels {
			u.Edges[k].add(l)
		}
	}
	if q.Start >= 0 && u.Start >= 0 && at[q.Start] != u.Start {
		u.Starts, u.Start = []Start{{Node: u.Start}, {Node: at[q.Start]}}, -1
	}
	return u
}

// path returns the names of a block and of those around it.
func (p *Picture) path(block int) string {
	var names []string
	for ; block >= 0; block = p.Blocks[block].Parent {
		names = append(names, p.Blocks[block].Name)
	}
	return strings.Join(names, "\x00")
}

// key returns a text that identifies a node in versions of a picture: the name of a state, also if it is in another block.
func (p *Picture) key(node int) string {
	n := &p.Nodes[node]
	if n.Any || n.Whole || n.Block >= 0 && p.Blocks[n.Block].Region {
		return n.Name + "\x00" + p.path(n.Block)
	}
	return n.Name
}
