package picture

import "slices"

// closing is a picture under construction in which some blocks are single nodes.
type closing struct {
	*Picture
	whole *Picture
	// closed is, for each block of the whole picture, the outermost block around it that is closed, or -1.
	closed []int
	// blocks and nodes are the indices in the picture of those of the whole one, or -1 for closed blocks and those inside.
	blocks, nodes []int
	boxes         map[int]int // the nodes of closed blocks
}

// Depth returns the number of blocks inside each other, or 0 if there are none or the picture shows changes, a part, or a run: nothing is
// closed there.
func (p *Picture) Depth() (most int) {
	if p.Frame >= 0 || p.Loop > 0 || p.Marked() {
		return 0
	}
	for i := range p.Nodes {
		if p.Nodes[i].Visited {
			return 0
		}
	}
	for b := range p.Blocks {
		if !p.Blocks[b].Region {
			most = max(most, p.depth(b))
		}
	}
	return most
}

// depth returns the number of blocks around a block, with itself.
func (p *Picture) depth(b int) (count int) {
	for ; b >= 0; b = p.Blocks[b].Parent {
		count++
	}
	return count
}

// Closed returns the picture with one node for each composite state that is inside of as many blocks, counted with itself, or of more. A region
// is not closed by itself, nor are the blocks that are to stay open. The number must be at least 1. Closed does not change the receiver.
func (p *Picture) Closed(level int, open ...int) *Picture {
	return p.close(func(b int) bool { return p.depth(b) >= level && !slices.Contains(open, b) }).Picture
}

// Shut is a picture in which some blocks are single nodes.
type Shut struct {
	*Picture
	// Nodes and Blocks are the indices in it of the nodes and blocks of the whole picture. A block that is closed, or inside of one that is, has
	// the index -1.
	Nodes, Blocks []int
}

// Shut returns the picture with one node for each of some composite states. A region is not closed. Shut does not change the receiver.
func (p *Picture) Shut(blocks ...int) Shut {
	c := p.close(func(b int) bool { return slices.Contains(blocks, b) })
	return Shut{c.Picture, c.nodes, c.blocks}
}

// Box returns the node for a closed block of the whole picture, or -1 if it is not closed by itself.
func (s Shut) Box(whole *Picture, block int) int {
	for i := range whole.Nodes {
		if at := s.Nodes[i]; whole.inside(whole.Nodes[i].Block, block) {
			if n := &s.Picture.Nodes[at]; n.Collapsed && n.Name == whole.Blocks[block].Name {
				return at
			}
			break
		}
	}
	return -1
}

// Composites returns the blocks that can be closed, those with the most nodes first, so that each is after the ones around it. There are
// none where [Picture.Depth] is 0.
func (p *Picture) Composites() (list []int) {
	if p.Depth() == 0 {
		return nil
	}
	count := make([]int, len(p.Blocks))
	for i := range p.Nodes {
		for b := p.Nodes[i].Block; b >= 0; b = p.Blocks[b].Parent {
			count[b]++
		}
	}
	for b := range p.Blocks {
		if !p.Blocks[b].Region {
			list = append(list, b)
		}
	}
	slices.SortStableFunc(list, func(a, b int) int { return count[b] - count[a] })
	return list
}

// close returns the picture with one node for each block that is to be closed and not in another one. A region is not closed.
func (p *Picture) close(shut func(block int) bool) *closing {
	less := *p
	less.Nodes, less.Blocks, less.Edges, less.Starts = nil, nil, nil, nil
	less.Start = -1
	c := &closing{Picture: &less, whole: p, boxes: make(map[int]int)}
	for b := range p.Blocks {
		block, around := p.Blocks[b], -1
		if block.Parent >= 0 {
			around = c.closed[block.Parent]
		}
		if around < 0 && !block.Region && shut(b) {
			around = b
		}
		at := -1
		if around < 0 {
			at = len(less.Blocks)
			if block.Parent >= 0 {
				block.Parent = c.blocks[block.Parent]
			}
			less.Blocks = append(less.Blocks, block)
		}
		c.closed, c.blocks = append(c.closed, around), append(c.blocks, at)
	}
	for i := range p.Nodes {
		c.nodes = append(c.nodes, c.node(i))
	}
	if p.Start >= 0 {
		less.Start = c.nodes[p.Start]
	}
	for _, s := range p.Starts {
		less.Starts = append(less.Starts, Start{c.nodes[s.Node], s.Mark})
	}
	edges := make(map[[2]int]int)
	for i := range p.Edges {
		e := &p.Edges[i]
		ends := [2]int{c.nodes[e.From], c.nodes[e.To]}
		if ends[0] == ends[1] {
			continue
		}
		at, ok := edges[ends]
		if !ok {
			at = len(less.Edges)
			edges[ends] = at
			less.Edges = append(less.Edges, Edge{From: ends[0], To: ends[1], Block: less.around(ends[0], ends[1])})
		}
		for _, l := range e.Labels {
			less.Edges[at].add(l)
		}
	}
	return c
}

// Hidden returns the names of the composite states whose states the picture does not show.
func (p *Picture) Hidden() (names []string) {
	for i := range p.Nodes {
		if p.Nodes[i].Collapsed {
			names = append(names, p.Nodes[i].Name)
		}
	}
	return names
}

// node adds what shows a node of the whole picture, and returns its index.
func (c *closing) node(i int) int {
	n := c.whole.Nodes[i]
	block := -1
	if n.Block >= 0 {
		block = c.closed[n.Block]
	}
	if block < 0 {
		if n.Block >= 0 {
			n.Block = c.blocks[n.Block]
		}
		c.Nodes = append(c.Nodes, n)
		return len(c.Nodes) - 1
	}
	at, ok := c.boxes[block]
	if !ok {
		at = len(c.Nodes)
		c.boxes[block] = at
		b := c.whole.Blocks[block]
		around := -1
		if b.Parent >= 0 {
			around = c.blocks[b.Parent]
		}
		c.Nodes = append(c.Nodes, Node{Name: b.Name, Outcome: -1, Collapsed: true, Visit: b.Visit, Block: around})
	}
	if n.Initial && c.whole.inside(block, c.whole.region(i)) {
		c.Nodes[at].Initial = true
	}
	return at
}
