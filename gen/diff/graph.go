package diff

import (
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/gen/internal/picture"
	"github.com/fsmgen/fsmgen/spec/core"
)

// graph is a picture of both versions under construction: that of the new version, with what only the old one has.
type graph struct {
	c        *comparison
	out      *picture.Picture
	old, new *picture.Picture
	// nodes and blocks are those of the picture for the nodes and blocks of the old version. A node for any state is
	// -1 until it is needed. A block whose states are elsewhere now is -1.
	nodes, blocks []int
	edges         map[[2]int]int
	// nodeOld and nodeNew are the nodes of the same state or leaf in the other version.
	nodeOld, nodeNew map[int]int
}

// draw makes the picture of the comparison.
func (c *comparison) draw() {
	g := &graph{
		c: c, old: picture.New(c.a), new: picture.New(c.b), edges: map[[2]int]int{},
		out: &picture.Picture{Frame: -1, Start: -1}, nodeOld: map[int]int{}, nodeNew: map[int]int{},
	}
	c.partners(g.nodeOld, g.nodeNew)
	g.states()
	g.removed()
	g.starts()
	g.changedStates()
	g.unreached()
	g.newLabels()
	g.oldLabels()
	g.silent()
	c.record.d.picture = g.out
}

// states adds the blocks and nodes of the new version.
func (g *graph) states() {
	g.out.Outcomes = slices.Concat(g.new.Outcomes, g.old.Outcomes)
	for _, b := range g.new.Blocks {
		g.out.Blocks = append(g.out.Blocks, picture.Block{Name: b.Name, Parent: b.Parent, Region: b.Region})
	}
	for j, n := range g.new.Nodes {
		node := picture.Node{Name: n.Name, Any: n.Any, Whole: n.Whole, Initial: n.Initial, Final: n.Final, Block: n.Block, Outcome: n.Outcome}
		if !n.Any {
			i, ok := g.nodeOld[j]
			switch {
			case !ok:
				node.Mark = picture.Added
			case j < len(g.c.b.States) && g.c.a.States[i].Name != g.c.b.States[j].Name:
				node.Mark, node.Was = picture.Changed, g.c.a.States[i].Name
			}
		}
		g.out.Nodes = append(g.out.Nodes, node)
	}
	for b := range g.out.Blocks {
		if all := g.within(g.out, b, func(i int) bool { return g.out.Nodes[i].Mark == picture.Added }); all && !g.hasBlock(g.old, g.out.Blocks[b].Name) {
			g.out.Blocks[b].Mark = picture.Added
		}
	}
}

// removed adds the blocks and nodes that only the old version has.
func (g *graph) removed() {
	survives := func(i int) bool { _, ok := g.nodeNew[i]; return ok }
	for i, b := range g.old.Blocks {
		at := slices.IndexFunc(g.out.Blocks, func(k picture.Block) bool { return k.Name == b.Name })
		if at < 0 && g.within(g.old, i, func(s int) bool { return !survives(s) }) {
			at = len(g.out.Blocks)
			g.out.Blocks = append(g.out.Blocks, picture.Block{Name: b.Name, Parent: g.block(b.Parent), Region: b.Region, Mark: picture.Removed})
		}
		g.blocks = append(g.blocks, at)
	}
	for i, n := range g.old.Nodes {
		at := -1
		switch {
		case n.Any:
			at = slices.IndexFunc(g.out.Nodes, func(k picture.Node) bool { return k.Any && k.Block == g.block(n.Block) })
		case survives(i):
			at = g.nodeNew[i]
		default:
			at = len(g.out.Nodes)
			if n.Outcome >= 0 {
				n.Outcome += len(g.new.Outcomes)
			}
			g.out.Nodes = append(g.out.Nodes, picture.Node{Name: n.Name, Whole: n.Whole, Initial: n.Initial, Final: n.Final, Block: g.block(n.Block), Outcome: n.Outcome, Mark: picture.Removed})
		}
		g.nodes = append(g.nodes, at)
	}
}

// block returns the block of the picture for a block of the old version, or the nearest one around it.
func (g *graph) block(old int) int {
	for ; old >= 0; old = g.old.Blocks[old].Parent {
		if g.blocks[old] >= 0 {
			return g.blocks[old]
		}
	}
	return -1
}

// within reports whether all states in a block of a picture have a property.
func (g *graph) within(p *picture.Picture, block int, has func(node int) bool) bool {
	for i := range p.Nodes {
		b := p.Nodes[i].Block
		for b >= 0 && b != block {
			b = p.Blocks[b].Parent
		}
		if b == block && !p.Nodes[i].Any && !has(i) {
			return false
		}
	}
	return true
}

func (g *graph) hasBlock(p *picture.Picture, name string) bool {
	return slices.ContainsFunc(p.Blocks, func(b picture.Block) bool { return b.Name == name })
}

// node returns the node of the picture for a node of the old version. ok is false if the picture has none.
func (g *graph) node(old int) (at int, ok bool) {
	n := &g.old.Nodes[old]
	if g.nodes[old] < 0 {
		if n.Block >= 0 && g.blocks[n.Block] < 0 {
			return -1, false
		}
		g.nodes[old] = len(g.out.Nodes)
		g.out.Nodes = append(g.out.Nodes, picture.Node{Name: n.Name, Any: true, Block: g.block(n.Block), Outcome: -1})
	}
	return g.nodes[old], true
}

// starts adds the arrows to the initial states.
func (g *graph) starts() {
	old, new := g.nodes[g.old.Start], g.new.Start
	if old == new {
		g.out.Starts = []picture.Start{{Node: old}}
		return
	}
	g.out.Starts = []picture.Start{{Node: old, Mark: picture.Removed}, {Node: new, Mark: picture.Added}}
}

// changedStates marks states that have changed themselves, and lists what has.
func (g *graph) changedStates() {
	for i := range g.c.record.d.Changes {
		ch := &g.c.record.d.Changes[i]
		name, about := ch.Name, ""
		switch ch.Part {
		case "state":
		case "datum":
			name, about, _ = strings.Cut(name, ".")
			about = "data " + about
		default:
			continue
		}
		at := slices.IndexFunc(g.out.Nodes, func(n picture.Node) bool {
			is := n.Name == name && !n.Whole || n.Whole && g.out.Blocks[n.Block].Name == name
			return is && !n.Any && n.Mark != picture.Removed
		})
		if at >= 0 && g.out.Nodes[at].Mark == picture.Added || ch.Part == "state" && (ch.Action == Added || ch.Action == Removed) {
			continue
		}
		mark := marks[ch.Action]
		var rows []picture.Label
		if ch.Part == "datum" && len(ch.Details) == 0 {
			rows = []picture.Label{{Event: about, Mark: mark}}
		}
		for _, x := range ch.Details {
			rows = append(rows, picture.Label{Event: strings.TrimSpace(about + " " + x.What + ": " + ch.say(x)), Mark: mark})
		}
		if at >= 0 {
			g.out.Nodes[at].Mark = picture.Changed
			g.out.Nodes[at].Stays = append(g.out.Nodes[at].Stays, rows...)
			continue
		}
		// A frame has no room for rows.
		for b := range g.out.Blocks {
			if g.out.Blocks[b].Name == name && g.out.Blocks[b].Mark != picture.Removed {
				g.out.Blocks[b].Mark = picture.Changed
				for _, r := range rows {
					g.out.Nodes = append(g.out.Nodes, picture.Node{Name: r.Event, Any: true, Block: b, Outcome: -1, Mark: mark})
				}
			}
		}
	}
}

// unreached marks the states that no run reaches any longer.
func (g *graph) unreached() {
	for _, x := range g.c.record.d.Dead {
		for i := range g.out.Nodes {
			if n := &g.out.Nodes[i]; x.state != "" && n.Name == x.state && !n.Any && n.Mark != picture.Removed && n.Mark != picture.Added {
				n.Mark = picture.Changed
				n.Stays = append(n.Stays, picture.Label{Event: "no longer reached", Mark: picture.Changed})
			}
		}
	}
}

// marks are the marks of actions.
var marks = map[Action]picture.Mark{Added: picture.Added, Removed: picture.Removed, Changed: picture.Changed, Renamed: picture.Changed}

// add adds a label at its ends, or inside the node if stays is true. An arrow from a state to itself is inside the node, too,
// because layouts draw several of them one over the other.
func (g *graph) add(from, to int, stays bool, l picture.Label) {
	if !stays && from == to {
		stays, l.Reenter = true, true
	}
	if stays {
		if l.Mark != picture.Same {
			g.out.Nodes[from].Stays = append(g.out.Nodes[from].Stays, l)
		}
		return
	}
	if l.Mark == picture.Same {
		l = picture.Label{Event: l.Event}
	}
	key := [2]int{from, to}
	at, ok := g.edges[key]
	if !ok {
		at = len(g.out.Edges)
		g.edges[key] = at
		g.out.Edges = append(g.out.Edges, picture.Edge{From: from, To: to, Block: -1})
	}
	l.Of = nil
	e := &g.out.Edges[at]
	if !slices.ContainsFunc(e.Labels, func(k picture.Label) bool {
		return k.Mark == l.Mark && k.String() == l.String() && slices.Equal(k.Was, l.Was)
	}) {
		e.Labels = append(e.Labels, l)
	}
}

// lone draws a machine that exists in only one version.
func lone(a Action, m *core.Machine) *picture.Picture {
	p := picture.New(m)
	mark := marks[a]
	p.Starts, p.Start = []picture.Start{{Node: p.Start, Mark: mark}}, -1
	for i := range p.Nodes {
		n := &p.Nodes[i]
		n.Visit, n.Stays, n.Ignores, n.Mark = picture.Visit{}, nil, nil, mark
	}
	for i := range p.Blocks {
		p.Blocks[i].Mark = mark
	}
	for i := range p.Edges {
		for j := range p.Edges[i].Labels {
			p.Edges[i].Labels[j].Mark = mark
		}
	}
	return p
}
