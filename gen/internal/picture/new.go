package picture

import (
	"github.com/fsmgen/fsmgen/spec/core"
)

// New returns the picture of a machine.
func New(m *core.Machine) *Picture { return draw(m, Run{Loop: -1}) }

func draw(m *core.Machine, run Run) *Picture {
	d := &drawing{
		out:     &Picture{Start: start(m), Frame: -1, Outcomes: outcomes(m)},
		machine: m,
		blocks:  make(map[string]int),
		any:     make(map[int]int),
		edges:   make(map[[2]int]int),
		shared:  make(map[declared]int),
		steps:   make(map[int][]string),
		covers:  make(map[int][]int),
	}
	for i := range m.States {
		s := &m.States[i]
		block := -1
		for _, name := range s.Composites {
			block = d.blockNamed(name, block)
		}
		node := Node{Name: s.Name, Text: textOfState(s.Name, s.Doc), Block: block, Outcome: s.Outcome}
		if len(s.Regions) > 0 {
			node.Name, node.Text, node.Whole, node.Block = whole, "", true, d.blockNamed(s.Name, block)
		}
		d.out.Nodes = append(d.out.Nodes, node)
	}
	d.regions()
	d.number(run)
	for s := range m.States {
		// What happens without an event comes first, as in the machine.
		first, always, end := m.First(s, 0), len(m.Always(s)), m.First(s+1, 0)
		for i := end - always; i < end; i++ {
			d.transition(i)
		}
		for i := first; i < end-always; i++ {
			d.transition(i)
		}
	}
	d.visits()
	d.invocations()
	d.unheard()
	return d.out
}

// drawing is a picture under construction. The maps are indices into the slices of the picture.
type drawing struct {
	out     *Picture
	machine *core.Machine
	leaves  []site         // of the nodes after those of the states
	blocks  map[string]int // by the name of the composite state
	any     map[int]int    // the node for any state, by block
	edges   map[[2]int]int
	shared  map[declared]int // the state that draws for all, or -1
	steps   map[int][]string // of the run, by the transition that is drawn
	covers  map[int][]int    // the transitions that are drawn as one
}

func (d *drawing) blockNamed(name string, parent int) int {
	b, ok := d.blocks[name]
	if !ok {
		b = len(d.out.Blocks)
		d.blocks[name] = b
		d.out.Blocks = append(d.out.Blocks, Block{Name: name, Parent: parent})
	}
	return b
}

// anyNode returns the node that stands for any state of a block, or of the
// machine for -1.
func (d *drawing) anyNode(block int) int {
	n, ok := d.any[block]
	if !ok {
		n = len(d.out.Nodes)
		d.any[block] = n
		d.out.Nodes = append(d.out.Nodes, Node{Name: "any state", Any: true, Block: block, Outcome: -1})
	}
	return n
}

// transition puts transition i on an edge, or inside its node.
func (d *drawing) transition(i int) {
	t := &d.machine.Transitions[i]
	if t.Effect == core.Reject && t.Written == nil {
		return // what is rejected leaves the machine as it is, like an illegal event
	}
	if t.Rule != "" {
		label := ruleLabel(d.machine, t)
		label.Steps, label.Of = d.steps[i], d.covers[i]
		d.edge(d.anyNode(-1), target(d.machine, t), label)
		return
	}
	from, to, stays := Ends(d.machine, t)
	nodes := []int{from}
	by, common := d.declaredBy(t)
	if common && by != from {
		return
	}
	if common {
		from, nodes = d.source(t), d.answering(declaration(t), from)
		if stays {
			to = from
		}
	}
	label := newLabel(d.machine, t)
	label.Steps, label.Of = d.steps[i], d.covers[i]
	label.After = d.after(event(d.machine, t), nodes, from)
	label.Otherwise = d.isOtherwise(i, common)
	label.Order = d.order(i)
	nothing := stays && len(label.Actions()) == 0
	switch {
	case t.Effect == core.Reject:
		label.Updates = []string{"rejected"}
	case nothing && (t.Effect == core.Ignore && (label.Otherwise || t.Written != nil) || len(label.After) > 0):
		label.Updates = []string{"ignored"}
	}
	// Diagrams draw several loops at a state one over the other, so these are rows, too.
	label.Reenter = !stays && from == to
	if from == to {
		d.out.Nodes[from].add(label)
		return
	}
	d.edge(from, to, label)
}

// edge adds a label to the edge between two nodes.
func (d *drawing) edge(from, to int, l Label) {
	e, ok := d.edges[[2]int{from, to}]
	if !ok {
		e = len(d.out.Edges)
		d.edges[[2]int{from, to}] = e
		d.out.Edges = append(d.out.Edges, Edge{From: from, To: to, Block: d.out.around(from, to)})
	}
	d.out.Edges[e].add(l)
}

// source returns the node for the states to which a declaration of a transition applies. An arrow from
// the frame of a composite state would be shorter, but Mermaid 11 then puts its label on other parts, and
// layouts cannot draw one from a frame to a node inside it.
func (d *drawing) source(t *core.Transition) int {
	if b, ok := d.blocks[t.Composite]; ok {
		return d.anyNode(b)
	}
	return d.anyNode(-1)
}

// around returns the innermost block around both of two nodes if it is the same, and -1 otherwise.
func (p *Picture) around(a, b int) int {
	if p.Nodes[a].Block != p.Nodes[b].Block {
		return -1
	}
	return p.Nodes[a].Block
}
