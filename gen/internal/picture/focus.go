package picture

import "slices"

// stands returns the states for which a node stands: itself, or those of its block that are not terminal.
func (p *Picture) stands(node int) []int {
	if !p.Nodes[node].Any {
		return []int{node}
	}
	var list []int
	for i := range p.Nodes {
		if n := &p.Nodes[i]; !n.Any && n.Outcome < 0 && p.inside(n.Block, p.Nodes[node].Block) {
			list = append(list, i)
		}
	}
	return list
}

// named returns the states with a name, or those of the composite state with the name.
func (p *Picture) named(name string) []int {
	var list []int
	block := slices.IndexFunc(p.Blocks, func(b Block) bool { return b.Name == name })
	for i := range p.Nodes {
		if n := &p.Nodes[i]; !n.Any && (n.Name == name || block >= 0 && p.inside(n.Block, block)) {
			list = append(list, i)
		}
	}
	return list
}

// Names returns the names of the states and composite states.
func (p *Picture) Names() []string {
	var list []string
	for i := range p.Nodes {
		if n := &p.Nodes[i]; !n.Any && !n.Whole {
			list = append(list, n.Name)
		}
	}
	for i := range p.Blocks {
		list = append(list, p.Blocks[i].Name)
	}
	return list
}

// Between returns the part of a picture with the states that can be reached from one state and from which
// another one can be reached, and the edges between them. Each can be a composite state, which stands for the
// states inside, or "" for no restriction. It does not change the receiver.
func (p *Picture) Between(from, to string) *Picture {
	keep := make([]bool, len(p.Nodes))
	for i := range keep {
		keep[i] = true
	}
	restrict := func(name string, back bool) {
		if name == "" {
			return
		}
		found := p.reach(p.named(name), back)
		for i := range keep {
			keep[i] = keep[i] && found[i]
		}
	}
	restrict(from, false)
	restrict(to, true)
	return p.only(keep, func(e *Edge) bool {
		return keep[e.To] && slices.ContainsFunc(p.stands(e.From), func(s int) bool { return keep[s] })
	})
}

// reach returns the states that can be reached from some, or, if back is set, from which these can be reached.
func (p *Picture) reach(some []int, back bool) []bool {
	found := make([]bool, len(p.Nodes))
	for _, s := range some {
		found[s] = true
	}
	grown := true
	follow := func(a, b int) {
		if back {
			a, b = b, a
		}
		grown = grown || found[a] && !found[b]
		found[b] = found[b] || found[a]
	}
	for grown {
		grown = false
		for i := range p.Edges {
			e := &p.Edges[i]
			for _, s := range p.stands(e.From) {
				follow(s, e.To)
			}
		}
		p.sides(follow)
	}
	return found
}

// sides calls follow for the nodes that are active together: a state with regions and a leaf, in the order in which a
// run can lead from one to the other.
func (p *Picture) sides(follow func(from, to int)) {
	for i := range p.Nodes {
		if !p.Nodes[i].Whole {
			continue
		}
		for l := range p.Nodes {
			if n := &p.Nodes[l]; l == i || n.Any || !p.inside(n.Block, p.Nodes[i].Block) {
				continue
			}
			follow(l, i)
			if p.Nodes[l].Initial {
				follow(i, l)
			}
		}
	}
}

// Focus returns the part of a picture with some states and their direct neighbors, and the edges of these
// states. A name can be that of a composite state, which stands for the states inside. It does not change the
// receiver.
func (p *Picture) Focus(names []string) *Picture {
	center := make([]bool, len(p.Nodes))
	for _, name := range names {
		for _, s := range p.named(name) {
			center[s] = true
		}
	}
	keep := slices.Clone(center)
	touches := func(e *Edge) bool {
		return center[e.To] || slices.ContainsFunc(p.stands(e.From), func(s int) bool { return center[s] })
	}
	for i := range p.Edges {
		if e := &p.Edges[i]; touches(e) {
			keep[e.To], keep[e.From] = true, !p.Nodes[e.From].Any
		}
	}
	near := *p
	near.Nodes = slices.Clone(p.Nodes)
	for i := range near.Nodes {
		n := &near.Nodes[i]
		n.Outside = keep[i] && !center[i]
		if !slices.ContainsFunc(p.stands(i), func(s int) bool { return center[s] }) {
			n.Visit, n.Stays, n.Ignores, n.Notes = Visit{}, nil, nil, nil
		}
	}
	return near.only(keep, touches)
}
