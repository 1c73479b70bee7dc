package svg

import (
	"fmt"

	"github.com/fsmgen/fsmgen/gen/internal/layout"
	"github.com/fsmgen/fsmgen/gen/internal/picture"
)

// drawing is a picture with its layout. The shapes are in the order of the nodes of the graph, and the arrows in that of its edges.
type drawing struct {
	guards  []string // that have numbers
	usual   string   // which events are environment events, if the labels do not say it
	picture *picture.Picture
	graph   layout.Graph
	layout  *layout.Layout
	shapes  []shape
	arrows  []arrow
	titles  [][][]span // of blocks
	form
	recollections []recollection
	recalled      map[remembered]int // an index of recollections
	row           int                // the characters in a line inside a state
	marked        bool               // whether anything has changed
	named         keys
	link          func(string) string // or nil
	index         bool                // whether shapes have the indices of what they show
}

// shape is what is drawn at a node of the graph: the node of the picture with its index, or a start or note that belongs to it.
type shape struct {
	kind  shapeKind
	node  int
	lines [][]span
	names int // the lines of the name of a state
	mark  picture.Mark
	from  int // the node from which an arrow jumps, or the block of a history, or -1
}

type shapeKind uint8

const (
	state shapeKind = iota
	start
	note
	jump
	memory
)

// arrow is what is drawn at an edge of the graph.
type arrow struct {
	lines [][]span
	full  []picture.Label
	taken bool
	plain bool  // without a head, for notes
	edge  int   // of the picture, from 1; 0 for other arrows
	all   []int // the edges of the picture for which an arrow to a history stands
	mark  picture.Mark
}

func (d *drawing) fill() {
	d.graph.LeftToRight, d.graph.Head, d.graph.Widest = d.picture.LeftToRight, head, legibleWidth-2*margin
	d.graph.FullRank, d.graph.Middle, d.graph.Wrap = d.full, d.full == 0, d.wrap
	d.graph.InsideFirst, d.graph.Nearer = d.inside, d.nearer
	for i := range d.picture.Blocks {
		b := &d.picture.Blocks[i]
		lines := d.title(b, d.look())
		d.titles = append(d.titles, lines)
		width, height := extent(lines)
		d.graph.Clusters = append(d.graph.Clusters, layout.Cluster{Parent: b.Parent, Width: width, Height: height, Beside: b.Region || d.abreast > 0, Line: d.lineOf(i)})
	}
	for i := range d.picture.Nodes {
		n := &d.picture.Nodes[i]
		s := shape{kind: state, node: i, mark: n.Mark}
		s.lines, s.names = d.lines(n, d.look())
		if count := d.jumped(i); count > 0 {
			last := &s.lines[s.names-1]
			*last = append(*last, span{fmt.Sprintf("\u00a0←%d", count), "more"})
		}
		width, height := extent(s.lines)
		up := 0
		if n.Any {
			up = 1
		}
		d.add(s, layout.Node{
			Width: max(44, width+2*padX), Height: height + 2*padY, Cluster: n.Block,
			Last: n.Outcome >= 0 && n.Block < 0 && d.jumped(i) == 0, High: up, Goal: n.Outcome >= 0 && d.picture.Outcomes[n.Outcome].Success,
		})
	}
	d.starts()
	d.recollections, d.recalled = remember(d.picture)
	for i := range d.picture.Edges {
		d.edge(i)
	}
	if d.below {
		d.graph.Limits = limits(d)
	} else if d.wrap == 1 {
		d.graph.Limits = aloneAbove(d)
	}
	d.notes()
}

// title returns the text at the top of a frame.
func (d *drawing) title(b *picture.Block, k look) [][]span {
	lines := k.mark(k.breaks([][]span{{{b.Mark.Sign() + b.Name, "name"}}}), b.Omitted())
	for _, row := range b.Rows(d.row, plain) {
		lines = append(lines, []span{{row, "dim"}})
	}
	return lines
}

func (d *drawing) add(s shape, n layout.Node) int {
	d.shapes, d.graph.Nodes = append(d.shapes, s), append(d.graph.Nodes, n)
	return len(d.shapes) - 1
}

func (d *drawing) connect(from, to int, a arrow, weight int) {
	width, height := extent(a.lines)
	d.arrows = append(d.arrows, a)
	d.graph.Edges = append(d.graph.Edges, layout.Edge{From: from, To: to, Width: width, Height: height, Weight: weight})
}

// lines returns the text in a state, which begins with its name in some lines.
func (d *drawing) lines(n *picture.Node, k look) (lines [][]span, names int) {
	name := n.Mark.Sign() + n.Shown()
	if n.Was != "" {
		name += " (was " + n.Was + ")"
	}
	lines = k.mark(k.breaks([][]span{{{name, "name"}}}), n.Omitted())
	names = len(lines)
	k.width = d.row
	return append(lines, rowLines(n, k)...), names
}

func (d *drawing) starts() {
	begin := func(node, block int, first bool, mark picture.Mark) {
		n := layout.Node{Width: 12, Height: 12, Cluster: block, First: first}
		d.connect(d.add(shape{kind: start, node: node, mark: mark}, n), node, arrow{mark: mark}, 4)
	}
	if d.picture.Start >= 0 {
		begin(d.picture.Start, d.picture.Frame, d.picture.Frame < 0, picture.Same)
	}
	for i, s := range d.picture.Starts {
		begin(s.Node, -1, i == 0, s.Mark)
	}
	for i := range d.picture.Nodes {
		if n := &d.picture.Nodes[i]; n.Initial {
			begin(i, n.Block, false, n.Mark)
		}
	}
}

// edge adds an arrow for the labels with each mark.
func (d *drawing) edge(i int) {
	e := &d.picture.Edges[i]
	if len(e.Labels) == 0 {
		d.connect(e.From, d.target(i, picture.Same), arrow{edge: i + 1}, 1)
		return
	}
	labels := d.ownLabels(i)
	for _, mark := range []picture.Mark{picture.Same, picture.Added, picture.Removed, picture.Changed} {
		var some []picture.Label
		for _, l := range labels {
			if l.Mark == mark {
				some = append(some, l)
			}
		}
		if len(some) > 0 {
			part := picture.Edge{Labels: some}
			d.connect(e.From, d.target(i, mark), arrow{lines: labelLines(some, d.look()), full: fullLabels(some), taken: part.Taken(), edge: i + 1, mark: mark}, 1)
		}
	}
}

// target returns the shape at which an arrow ends.
func (d *drawing) target(edge int, mark picture.Mark) int {
	e := &d.picture.Edges[edge]
	if d.jumps == nil || !(*d.jumps)[jumping{edge + 1, mark}] {
		return e.To
	}
	return d.jumpTo(e, mark)
}

func (d *drawing) notes() {
	for i := range d.picture.Nodes {
		if n := &d.picture.Nodes[i]; len(n.Notes) > 0 {
			d.connect(i, d.note(i, n.Notes, n.Block), arrow{plain: true}, 1)
		}
	}
	if len(d.picture.Notes) > 0 {
		d.note(-1, d.picture.Notes, -1)
	}
}

func (d *drawing) note(node int, texts []string, block int) int {
	var lines [][]span
	for _, t := range texts {
		for _, line := range picture.Wrap(picture.RowWidth, plain, t) {
			lines = append(lines, []span{{line, "dim"}})
		}
	}
	width, height := extent(lines)
	return d.add(shape{kind: note, node: node, lines: lines}, layout.Node{Width: width + 2*padX, Height: height + 2*padY, Cluster: block})
}
