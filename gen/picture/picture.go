package picture

import "slices"

// Picture is what a diagram shows.
type Picture struct {
	// LeftToRight asks that the first state stand at the left and not at the
	// top.
	LeftToRight bool
	// Frame is the block that the picture is about, where it shows one
	// composite state and what is connected to it, and -1 otherwise.
	Frame int
	// Loop is the number of the first step of a run that repeats for ever, from
	// 1, and 0 without one.
	Loop int
	// Notes say what holds everywhere.
	Notes []string
	// Nodes are the states, by the index of the state, and behind them those
	// that stand for any state.
	Nodes []Node
	// Blocks are the composite states, each after the one around it.
	Blocks []Block
	// Start is the node of the initial state, or -1 where the picture is of a
	// part that does not have it.
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
	// Collapsed marks a node that stands for a composite state with all that is
	// inside, and Outside one that does not belong to the part that is shown.
	Collapsed, Outside bool
	// Visited marks a state of the run that is shown.
	Visited bool
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
	// Notes say what holds in the state.
	Notes []string
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

// Taken reports whether the run that is shown goes along the edge.
func (e *Edge) Taken() bool {
	return slices.ContainsFunc(e.Labels, func(l Label) bool { return len(l.Steps) > 0 })
}

func (e *Edge) add(l Label) {
	if i := slices.IndexFunc(e.Labels, l.equal); i >= 0 {
		e.Labels[i].Steps = merge(e.Labels[i].Steps, l.Steps)
		return
	}
	e.Labels = append(e.Labels, l)
}

func (n *Node) add(l Label) {
	if l.Guard == "" && !l.Otherwise && len(l.After)+len(l.Updates)+len(l.Emits)+len(l.Steps) == 0 {
		n.Ignores = append(n.Ignores, l.Event)
		return
	}
	n.Stays = append(n.Stays, l)
}
