package picture

import (
	"github.com/fsmgen/fsmgen/internal/source"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// whole is the name of the node that stands for a state with regions in the block of the state: in all of its
// regions at once.
const whole = "all regions"

// Leaf returns the node for a leaf of a region in the picture of a machine. The leaves follow the states.
func Leaf(m *core.Machine, state, region, leaf int) int {
	at := len(m.States)
	for s := range state {
		for r := range m.States[s].Regions {
			at += len(m.States[s].Regions[r].States())
		}
	}
	for r := range region {
		at += len(m.States[state].Regions[r].States())
	}
	return at + leaf
}

// Ends returns the nodes at which a transition starts and ends in the picture of a machine. One that is drawn once for
// several states starts at the node for these instead. If stays is true, the transition does not leave its node.
func Ends(m *core.Machine, t *core.Transition) (from, to int, stays bool) {
	from = origin(m, t)
	stays = t.Internal && (t.Move == nil || t.Move.Internal)
	if stays {
		return from, from, true
	}
	return from, target(m, t), false
}

// origin returns the leaf that lists a transition, or its state.
func origin(m *core.Machine, t *core.Transition) int {
	if t.Move == nil {
		return t.From
	}
	return Leaf(m, t.From, t.Move.Region, t.Move.From)
}

// target returns the state or leaf to which a transition leads.
func target(m *core.Machine, t *core.Transition) int {
	region, leaf := source.Lands(m, t)
	return inside(m, t.To, region, leaf)
}

// start returns the state or leaf in which a machine starts.
func start(m *core.Machine) int {
	region, leaf := source.Opens(m)
	return inside(m, m.Initial, region, leaf)
}

// inside returns the node for a leaf of a state, or for the state if the region is -1.
func inside(m *core.Machine, state, region, leaf int) int {
	if region < 0 {
		return state
	}
	return Leaf(m, state, region, leaf)
}

// active returns the leaf that becomes active in a region, or -1 if none does.
func active(m *core.Machine, r *core.Region, value func(*expr.Symbol) expr.Expr) int {
	if leaf, ok := value(m.Vars[r.Var].Symbol).(*expr.Lit); ok && !r.Leaves[leaf.Value].None {
		return int(leaf.Value)
	}
	return -1
}

// begins returns the value of a variable when a machine starts.
func begins(m *core.Machine) func(*expr.Symbol) expr.Expr {
	return func(s *expr.Symbol) expr.Expr { return m.Vars[s.Index].Init }
}

// event returns the event that a transition handles. One of a region that has no event may handle the rest of an event
// that regions before it handle.
func event(m *core.Machine, t *core.Transition) int {
	if t.Move != nil && t.Handles != "" {
		for e := range m.Events {
			if m.Events[e].Name == t.Handles {
				return e
			}
		}
	}
	return t.Event
}

// regions adds a block for each region of each state, and a node for each leaf.
func (d *drawing) regions() {
	for s := range d.machine.States {
		state := &d.machine.States[s]
		for r := range state.Regions {
			region := &state.Regions[r]
			root := len(d.out.Blocks)
			d.blocks[region.Name] = root
			owner := s // the node for the state or the leaf that has the region
			if in := region.Inside; in != nil {
				owner = Leaf(d.machine, s, in.Region, in.Leaves[0])
			}
			d.out.Blocks = append(d.out.Blocks, Block{Name: region.Name, Parent: d.out.Nodes[owner].Block, Region: true})
			for l := range region.States() {
				leaf := &region.Leaves[l]
				block := root
				for _, name := range leaf.Composites {
					block = d.blockNamed(name, block)
				}
				node := Node{Name: leaf.Name, Text: textOfState(leaf.Name, leaf.Doc), Block: block, Outcome: -1, Initial: l == region.Initial, Final: leaf.Final}
				if len(state.Inner(r, l)) > 0 {
					node.Name, node.Text, node.Whole, node.Block = whole, "", true, d.blockNamed(leaf.Name, block)
				}
				d.out.Nodes = append(d.out.Nodes, node)
				d.leaves = append(d.leaves, site{s, r, l})
			}
		}
	}
}

// site is a leaf of a region of a state. For a state without regions, or for all regions, the region is -1.
type site struct{ state, region, leaf int }

// siteOf returns what a node shows.
func (d *drawing) siteOf(node int) site {
	if node < len(d.machine.States) {
		return site{node, -1, -1}
	}
	return d.leaves[node-len(d.machine.States)]
}

// sites returns the nodes of the states, or of the leaves of a region, among which a node is.
func (d *drawing) sites(node int) (list []int) {
	first := d.siteOf(node)
	for n := range len(d.machine.States) + len(d.leaves) {
		if p := d.siteOf(n); p.region == first.region && (p.region < 0 || p.state == first.state) {
			list = append(list, n)
		}
	}
	return list
}

// on returns the indices of the transitions that a node lists for an event of the machine, in order.
func (d *drawing) on(node, event int) (list []int) {
	m, s := d.machine, d.siteOf(node).state
	first := m.First(s, event)
	for i := range m.On(s, event) {
		if origin(m, &m.Transitions[first+i]) == node {
			list = append(list, first+i)
		}
	}
	return list
}

// region returns the region around a node, or -1.
func (p *Picture) region(node int) int {
	b := p.Nodes[node].Block
	for b >= 0 && !p.Blocks[b].Region {
		b = p.Blocks[b].Parent
	}
	return b
}

// Parts returns the regions of a block.
func (p *Picture) Parts(block int) (list []int) {
	for i := range p.Blocks {
		if b := &p.Blocks[i]; b.Region && b.Parent == block && block >= 0 {
			list = append(list, i)
		}
	}
	return list
}
