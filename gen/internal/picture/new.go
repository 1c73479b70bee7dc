package picture

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
)

// New returns the picture of a machine.
func New(m *core.Machine) *Picture { return draw(m, Run{Loop: -1}) }

func draw(m *core.Machine, run Run) *Picture {
	d := &drawing{
		Picture: &Picture{Start: m.Initial, Frame: -1, Outcomes: outcomes(m)},
		machine: m,
		blocks:  make(map[string]int),
		any:     make(map[int]int),
		edges:   make(map[[2]End]int),
		shared:  make(map[declared]int),
		steps:   make(map[int][]string),
	}
	for i := range m.States {
		s := &m.States[i]
		block := -1
		for _, name := range s.Composites {
			block = d.blockNamed(name, block)
		}
		d.Nodes = append(d.Nodes, Node{Name: s.Name, Block: block, Outcome: s.Outcome})
	}
	d.number(run)
	for i := range m.Transitions {
		d.transition(i)
	}
	d.outputs()
	d.unheard()
	return d.Picture
}

// drawing is a picture under construction. The maps are indices into the slices of the picture.
type drawing struct {
	*Picture
	machine *core.Machine
	blocks  map[string]int // by the name of the composite state
	any     map[int]int    // the node for any state, by block
	edges   map[[2]End]int
	shared  map[declared]int // the state that draws for all, or -1
	steps   map[int][]string // of the run, by the transition that is drawn
}

func (d *drawing) blockNamed(name string, parent int) int {
	b, ok := d.blocks[name]
	if !ok {
		b = len(d.Blocks)
		d.blocks[name] = b
		d.Blocks = append(d.Blocks, Block{Name: name, Parent: parent})
	}
	return b
}

// anyNode returns the node that stands for any state of a block, or of the
// machine for -1.
func (d *drawing) anyNode(block int) int {
	n, ok := d.any[block]
	if !ok {
		n = len(d.Nodes)
		d.any[block] = n
		d.Nodes = append(d.Nodes, Node{Name: "any state", Any: true, Block: block, Outcome: -1})
	}
	return n
}

// transition puts transition i on an edge, or inside its node.
func (d *drawing) transition(i int) {
	t := &d.machine.Transitions[i]
	if t.Rule != "" {
		label := ruleLabel(d.machine, t)
		label.Steps = d.steps[i]
		d.edge(End{d.anyNode(-1), -1}, t.To, label)
		return
	}
	from, states := End{t.From, -1}, []int{t.From}
	by, common := d.declaredBy(t)
	if common && by != t.From || t.Effect == core.Reject {
		return // what is rejected leaves the machine as it is, like an illegal event
	}
	if common {
		from, states = d.source(t), d.answering(declared{t.Composite, t.Event})
	}
	label := newLabel(d.machine, t)
	label.Steps = d.steps[i]
	label.After = d.after(t.Event, states, from)
	label.Otherwise = d.isOtherwise(i, common)
	nothing := t.Internal && len(label.Updates)+len(label.Emits) == 0
	if nothing && (t.Effect == core.Ignore && label.Otherwise || len(label.After) > 0) {
		label.Updates = []string{"ignored"}
	}
	if t.Internal {
		d.Nodes[from.Node].add(label)
		return
	}
	d.edge(from, t.To, label)
}

// edge adds a label to the edge between two ends.
func (d *drawing) edge(from End, to int, l Label) {
	key := [2]End{from, {to, -1}}
	e, ok := d.edges[key]
	if !ok {
		e = len(d.Edges)
		d.edges[key] = e
		block := d.around(from)
		if block != d.Nodes[to].Block {
			block = -1
		}
		d.Edges = append(d.Edges, Edge{From: key[0], To: key[1], Block: block})
	}
	d.Edges[e].add(l)
}

// source returns the source of a transition that applies to several states. It is their block only
// if the transition leaves the block, which an internal one does not: layouts cannot draw an arrow
// from a frame to a node inside it.
func (d *drawing) source(t *core.Transition) End {
	b, ok := d.blocks[t.Composite]
	switch {
	case !ok:
		return End{d.anyNode(-1), -1}
	case slices.Contains(d.machine.States[t.To].Composites, t.Composite):
		return End{d.anyNode(b), -1}
	}
	return End{-1, b}
}

// around returns the innermost block strictly around an end, or -1.
func (d *drawing) around(e End) int {
	if e.Node >= 0 {
		return d.Nodes[e.Node].Block
	}
	return d.Blocks[e.Block].Parent
}
