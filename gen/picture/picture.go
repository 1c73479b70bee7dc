package picture

import "slices"

// Picture is what a diagram shows.
type Picture struct {
	// Nodes are the states, by the index of the state, and behind them those
	// that stand for any state.
	Nodes []Node
	// Blocks are the composite states, each after the one around it.
	Blocks []Block
	// Start is the node of the initial state.
	Start int
	// Edges are in the order of the transitions they begin with.
	Edges []Edge
	// Outcomes are those of the machine; the index is the same.
	Outcomes []Outcome
}

// Node is a state, or stands for several.
type Node struct {
	Name string
	// Any marks a node that stands for every non-terminal state of its block
	// or, outside of blocks, of the machine.
	Any bool
	// Block is the innermost block around the node, or -1.
	Block int
	// Outcome indexes Picture.Outcomes for a terminal state and is -1
	// otherwise. A terminal state gets an end marker.
	Outcome int
	// Entry and Exit name the outputs of entering and leaving the state, in
	// the order in which they are emitted.
	Entry, Exit []string
	// Stays are the internal transitions: what happens without leaving the
	// state.
	Stays []Label
	// Ignores are the events that are accepted and change nothing.
	Ignores []string
}

// Block is a composite state. It has at least one node inside, perhaps in
// another block.
type Block struct {
	Name string
	// Parent is the innermost block around this one, or -1.
	Parent int
	// Entry and Exit name the outputs of entering and leaving it, in the
	// order in which they are emitted.
	Entry, Exit []string
}

// End is one end of an edge: a node or a block. The other index is -1.
type End struct{ Node, Block int }

// Edge is an arrow that stands for one or more transitions. From a block, or
// from a node that stands for any state, it holds where nothing further in
// takes the event.
type Edge struct {
	// From is a node or a block, To a node that is not in that block.
	From, To End
	// Block is the innermost block around both ends when it is the same, and
	// -1 otherwise.
	Block  int
	Labels []Label
}

func (e *Edge) add(l Label) {
	if !slices.ContainsFunc(e.Labels, l.equal) {
		e.Labels = append(e.Labels, l)
	}
}

func (n *Node) add(l Label) {
	if l.Guard == "" && !l.Otherwise && len(l.After)+len(l.Updates)+len(l.Emits) == 0 {
		n.Ignores = append(n.Ignores, l.Event)
		return
	}
	n.Stays = append(n.Stays, l)
}

// Brief returns the picture with no more than the names of the events on its
// edges and nothing but names inside its nodes and blocks, for machines that
// are too large for more.
func (p *Picture) Brief() *Picture {
	brief := *p
	brief.Nodes, brief.Blocks, brief.Edges = slices.Clone(p.Nodes), slices.Clone(p.Blocks), slices.Clone(p.Edges)
	for i := range brief.Nodes {
		n := &brief.Nodes[i]
		n.Entry, n.Exit, n.Stays, n.Ignores = nil, nil, nil, nil
	}
	for i := range brief.Blocks {
		brief.Blocks[i].Entry, brief.Blocks[i].Exit = nil, nil
	}
	for i := range brief.Edges {
		labels := brief.Edges[i].Labels
		brief.Edges[i].Labels = nil
		for _, l := range labels {
			brief.Edges[i].add(Label{Event: l.Event, Environment: l.Environment})
		}
	}
	return &brief
}
