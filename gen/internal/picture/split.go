package picture

// Split divides a large picture: into an overview, in which each composite state is one node, and a
// picture for each composite state, with its frame, its direct contents, and their neighbors. A
// nested composite state is one node there, and has its own picture. In a picture without composite
// states, states that can all reach each other stand together instead. If Split cannot divide the
// picture, it returns it alone and says why.
func (p *Picture) Split() ([]*Picture, string) {
	if len(p.Blocks) == 0 {
		with, why := p.grouped()
		if why != "" {
			return []*Picture{p}, why
		}
		p = with
	}
	list := []*Picture{p.view(-1)}
	for b := range p.Blocks {
		list = append(list, p.view(b))
	}
	return list, ""
}

// view is a part of a picture under construction.
type view struct {
	*Picture
	whole *Picture
	block int
	nodes map[end]int // nodes of the view
	edges map[[2]int]int
}

// end is a node of the whole picture, or a block, which the view shows as one node. The other index is -1.
type end struct{ node, block int }

func (p *Picture) view(block int) *Picture {
	v := &view{
		Picture: &Picture{LeftToRight: p.LeftToRight, Detail: p.Detail, Narrow: p.Narrow, Frame: -1, Loop: p.Loop, Start: -1, Outcomes: p.Outcomes},
		whole:   p, block: block, nodes: make(map[end]int), edges: make(map[[2]int]int),
	}
	if block < 0 {
		v.Notes = p.Notes
	} else {
		v.Frame = 0
		frame := p.Blocks[block]
		frame.Parent = -1
		v.Blocks = []Block{frame}
	}
	for i := range p.Nodes {
		if n := &p.Nodes[i]; p.inside(n.Block, block) {
			at := v.node(i)
			if v.Nodes[at].Collapsed && n.Visited {
				v.Nodes[at].Visited = true
			}
			if n.Initial && p.inside(block, p.region(i)) {
				v.Nodes[at].Initial = true
			}
			if i == p.Start {
				v.Start = at
			}
		}
	}
	for i := range p.Edges {
		v.edge(&p.Edges[i])
	}
	return v.Picture
}

// inside reports whether a block, or -1, is another block or inside it. Everything is inside -1.
func (p *Picture) inside(block, around int) bool {
	for ; block != around; block = p.Blocks[block].Parent {
		if block < 0 {
			return false
		}
	}
	return true
}

// shown returns what represents a node of the whole picture in the view: itself, or the block around it that
// is directly inside the block of the view.
func (v *view) shown(node int) end {
	n := &v.whole.Nodes[node]
	b := n.Block
	switch {
	case b == v.block:
		return end{node, -1}
	case !v.whole.inside(b, v.block) && n.Any && b >= 0:
		return end{-1, b} // its name says more than "any state"
	case !v.whole.inside(b, v.block):
		return end{node, -1}
	}
	for v.whole.Blocks[b].Parent != v.block {
		b = v.whole.Blocks[b].Parent
	}
	return end{-1, b}
}

// node returns the node of the view that represents a node of the whole picture.
func (v *view) node(node int) int {
	e := v.shown(node)
	if at, ok := v.nodes[e]; ok {
		return at
	}
	var n Node
	if e.node >= 0 {
		n = v.whole.Nodes[e.node]
	} else {
		b := v.whole.Blocks[e.block]
		n = Node{Name: b.Name, Outcome: -1, Collapsed: true, Visit: b.Visit}
	}
	n.Block = v.Frame
	if !v.whole.inside(v.whole.Nodes[node].Block, v.block) {
		n.Block, n.Outside, n.Initial, n.Final = -1, true, false, false
		n.Visit, n.Stays, n.Ignores, n.Notes = Visit{}, nil, nil, nil
	}
	at := len(v.Nodes)
	v.nodes[e] = at
	v.Nodes = append(v.Nodes, n)
	return at
}

// edge adds an edge of the whole picture, unless it does not concern the block or is inside a node of the
// view.
func (v *view) edge(e *Edge) {
	inside := func(node int) bool { return v.whole.inside(v.whole.Nodes[node].Block, v.block) }
	if !inside(e.From) && !inside(e.To) {
		return
	}
	from, to := v.node(e.From), v.node(e.To)
	if from == to {
		return
	}
	at, ok := v.edges[[2]int{from, to}]
	if !ok {
		at = len(v.Edges)
		v.edges[[2]int{from, to}] = at
		v.Edges = append(v.Edges, Edge{From: from, To: to, Block: v.around(from, to)})
	}
	for _, l := range e.Labels {
		v.Edges[at].add(l)
	}
}
