package picture

import "slices"

// Picture is what a diagram shows.
type Picture struct {
	// LeftToRight puts the initial state on the left instead of at the top.
	LeftToRight bool
	// Detail is the level of detail.
	Detail Detail
	// Narrow breaks labels into shorter lines.
	Narrow bool
	// Frame is the block of the picture if it shows one composite state and its neighbors,
	// and -1 otherwise.
	Frame int
	// Loop is the number, from 1, of the first step of a run that repeats forever, or 0.
	Loop int
	// Notes are claims about the whole machine.
	Notes []string
	// Nodes are the states, by index, followed by the leaves of regions and the nodes for any state.
	Nodes []Node
	// Blocks are the composite states, the states with regions, and the regions, each after the one around it.
	Blocks []Block
	// Start is the node of the initial state, or -1 if the picture shows a part without
	// it.
	Start int
	// Edges are in the order of their first transitions.
	Edges []Edge
	// Outcomes are those of the machine, with the same indices.
	Outcomes []Outcome
	// Starts are the initial states of a picture of two versions, which does not use Start.
	Starts []Start
}

// Node is a state, or represents several states.
type Node struct {
	Name string
	// Text is what is shown in place of the name, or "".
	Text string
	// Any marks a node that represents all states of its block that are not terminal, or
	// all such states of the machine if it is outside of blocks.
	Any bool
	// Whole marks the node of a state with regions, which is in the block of the state, beside the blocks of the
	// regions.
	Whole bool
	// Initial marks the state in which a region begins, and Final one in which the composite state or region around
	// it is done. They have the markers of that in their block: Mermaid moves a state that a block around its own
	// mentions.
	Initial, Final bool
	// Collapsed marks a node that represents a composite state with its contents, and
	// Outside one that does not belong to the part that the picture shows.
	Collapsed, Outside bool
	// Visited marks a state of the run.
	Visited bool
	// Block is the innermost block around the node, or -1.
	Block int
	// Outcome is an index of Picture.Outcomes for a terminal state, and -1 otherwise. A
	// terminal state has an end marker.
	Outcome int
	Visit
	// Stays are the internal transitions, and those that reenter the state.
	Stays []Label
	// Ignores are the ignored events.
	Ignores []string
	// Notes are claims about the state.
	Notes []string
	// Mark shows the change of the state, and Was is its old name if that differs.
	Mark Mark
	Was  string
	// Full is the node with everything, at a lower level of detail, or nil.
	Full *Node
}

// Block is a composite state, a state with regions, or a region. It contains at least one node, possibly in another
// block.
type Block struct {
	Name string
	// Region marks a region: a part of the block around it, in which one state is active at any time.
	Region bool
	// Parent is the innermost block around this one, or -1.
	Parent int
	Mark   Mark
	Visit
	// Full is the block with everything, at a lower level of detail, or nil.
	Full *Block
}

// Edge is an arrow that represents one or more transitions. An edge from a node for any state applies if
// no inner transition handles the event.
type Edge struct {
	// From and To are different nodes.
	From, To int
	// Block is the innermost block around both ends if it is the same, and -1 otherwise.
	Block  int
	Labels []Label
}

// Taken reports whether the run takes the edge.
func (e *Edge) Taken() bool {
	return slices.ContainsFunc(e.Labels, func(l Label) bool { return len(l.Steps) > 0 })
}

func (e *Edge) add(l Label) { e.Labels = l.among(e.Labels) }

// among returns labels with l, or with its steps at a label that is equal.
func (l Label) among(list []Label) []Label {
	if i := slices.IndexFunc(list, l.equal); i >= 0 {
		list[i].Steps = merge(list[i].Steps, l.Steps)
		list[i].Of = append(slices.Clip(list[i].Of), l.Of...)
		list[i].Full = append(slices.Clip(list[i].Full), l.Full...)
		return list
	}
	return append(list, l)
}

func (n *Node) add(l Label) {
	if l.Guard == "" && !l.Otherwise && !l.Reenter && len(l.After)+len(l.Updates)+len(l.Emits)+len(l.Implied)+len(l.Steps) == 0 {
		n.Ignores = append(n.Ignores, l.Name())
		return
	}
	n.Stays = l.among(n.Stays)
}
