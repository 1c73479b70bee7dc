package picture

// Split divides a large picture: into an overview, in which each composite state is one node, and a
// picture for each composite state, with its frame, its direct contents, and their neighbors. A
// nested composite state is one node there, and has its own picture. Split returns a picture without
// blocks unchanged.
func (p *Picture) Split() []*Picture {
	list := []*Picture{p.view(-1)}
	for b := range p.Blocks {
		list = append(list, p.view(b))
	}
	return list
}

// view is a part of a picture under construction.
type view struct {
	*Picture
	whole *Picture
	block int
	ends  map[End]int // nodes of the view, by ends of the whole
	edges map[[2]End]int
}

func (p *Picture) view(block int) *Picture {
	v := &view{
		Picture: &Picture{LeftToRight: p.LeftToRight, Frame: -1, Loop: p.Loop, Start: -1, Outcomes: p.Outcomes},
		whole:   p, block: block, ends: make(map[End]int), edges: make(map[[2]End]int),
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
		if e := (End{i, -1}); p.inside(e, block) {
			at := v.node(e)
			if n := &v.Nodes[at]; n.Collapsed && p.Nodes[i].Visited {
				n.Visited = true
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

// inside reports whether an end is strictly inside a block, or -1.
func (p *Picture) inside(e End, block int) bool {
	if block < 0 {
		return true
	}
	b := e.Block
	if e.Node >= 0 {
		b = p.Nodes[e.Node].Block
	} else {
		b = p.Blocks[b].Parent
	}
	for ; b >= 0; b = p.Blocks[b].Parent {
		if b == block {
			return true
		}
	}
	return false
}

// shown returns the end that represents e in the view: e, or the block around e that is directly inside
// the block of the view.
func (v *view) shown(e End) End {
	if !v.whole.inside(e, v.block) {
		return e
	}
	b := e.Block
	if e.Node >= 0 {
		b = v.whole.Nodes[e.Node].Block
	}
	if b == v.block {
		return e
	}
	for v.whole.Blocks[b].Parent != v.block {
		b = v.whole.Blocks[b].Parent
	}
	return End{-1, b}
}

// node returns the node of the view that represents an end of the whole picture.
func (v *view) node(e End) int {
	e = v.shown(e)
	if at, ok := v.ends[e]; ok {
		return at
	}
	var n Node
	if e.Node >= 0 {
		n = v.whole.Nodes[e.Node]
	} else {
		b := v.whole.Blocks[e.Block]
		n = Node{Name: b.Name, Outcome: -1, Collapsed: true, Entry: b.Entry, Exit: b.Exit}
	}
	n.Block = v.Frame
	if !v.whole.inside(e, v.block) {
		n.Block, n.Outside = -1, true
		n.Entry, n.Exit, n.Stays, n.Ignores, n.Notes = nil, nil, nil, nil, nil
	}
	at := len(v.Nodes)
	v.ends[e] = at
	v.Nodes = append(v.Nodes, n)
	return at
}

// end returns the end of the view that represents an end of the whole picture.
func (v *view) end(e End) End {
	if e.Node < 0 && e.Block == v.block {
		return End{-1, v.Frame}
	}
	return End{v.node(e), -1}
}

// edge adds an edge of the whole picture, unless it does not concern the block or is inside a node of the
// view.
func (v *view) edge(e *Edge) {
	frame := e.From.Node < 0 && e.From.Block == v.block
	if !frame && !v.whole.inside(e.From, v.block) && !v.whole.inside(e.To, v.block) {
		return
	}
	from, to := v.end(e.From), v.end(e.To)
	if from == to && v.Nodes[to.Node].Collapsed {
		return
	}
	key := [2]End{from, to}
	at, ok := v.edges[key]
	if !ok {
		at = len(v.Edges)
		v.edges[key] = at
		block := -1
		if from.Node >= 0 && v.Nodes[from.Node].Block == v.Nodes[to.Node].Block {
			block = v.Nodes[to.Node].Block
		}
		v.Edges = append(v.Edges, Edge{From: from, To: to, Block: block})
	}
	for _, l := range e.Labels {
		v.Edges[at].add(l)
	}
}
