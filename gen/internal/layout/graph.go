package layout

import "slices"

// Graph is what is laid out. Sizes and positions are integers in pixels.
type Graph struct {
	Nodes    []Node
	Clusters []Cluster
	Edges    []Edge
	// LeftToRight puts the ranks side by side instead of below each other.
	LeftToRight bool
	// Head is the length of the head of an arrow, for which a route leaves room before the box that it leads to.
	Head int
	// Widest is the width beyond which a layout is of little use, or 0.
	Widest int
	// Middle puts each label in the middle of its arrow. Without it, those of long arrows are near to an end.
	Middle bool
	// FullRank is the part of Widest, in percent, that boxes and labels of a rank take before a label goes to another one. If it is 0,
	// there is no limit.
	FullRank int
	// Wrap is for graphs that are too large otherwise. If it is 1, some boxes of ranks that take more than FullRank percent of Widest go to
	// lower ranks. If it is larger, it is the number of columns into which a graph without clusters is divided. In both cases, nodes that
	// are to be in the last rank are not.
	Wrap int
	// InsideFirst puts what follows from a cluster as a whole above what follows from its first node. It has no effect with an earlier
	// layout.
	InsideFirst bool
	// Nearer tries other places for labels that are far from both ends of their arrows. It has no effect with an earlier layout or Middle.
	Nearer bool
	// Limits keep nodes below or above clusters, as far as the arrows permit that. They have no effect with an earlier layout.
	Limits []Limit
	// Earlier is an earlier layout whose places to keep, or nil. A layout that is its own earlier one stays as it is.
	Earlier *Earlier
}

// Node is a box.
type Node struct {
	// Width and Height are at least 1.
	Width, Height int
	// Cluster is the index of the innermost cluster around the node, or -1.
	Cluster int
	// First puts the node on the first rank with nodes; only the first node that has it does. Last puts it on the last rank,
	// unless edges leave it or it is the first one. Neither has an effect in a cluster with several lines.
	First, Last bool
	// Goal marks a node to which the main path leads, which begins at the first node. The main path is as straight as possible.
	Goal bool
	// High is how important it is that the node is near to the top of its cluster, in weights of edges.
	High int
	// Near keeps the node, to which only one edge leads and from which none does, in the column of the other end.
	Near bool
}

// Cluster is a frame around nodes and other clusters. It contains at least one node, possibly in another cluster.
type Cluster struct {
	// Parent is the index of the cluster around it, which is smaller than its own, or -1.
	Parent int
	// Width and Height are the size of the title, which is at the top on the left.
	Width, Height int
	// Beside puts the cluster beside the others of its parent that have it and the same line, in their order. Those with a
	// higher line, from 0, are below. If there are several lines, the nodes of the parent itself are above all of them.
	Beside bool
	Line   int
}

// Edge is an arrow. It may lead to its own node.
type Edge struct {
	From, To int
	// Width and Height are the size of the label, or 0 if there is none.
	Width, Height int
	// Weight is the importance of a short and straight arrow, from 1; 0 is 1.
	Weight int
}

// Point is a position. X grows to the right, and Y downwards.
type Point struct{ X, Y int }

// Rect is a box from its upper left corner Min to its lower right corner Max.
type Rect struct{ Min, Max Point }

// Route is the way of an arrow.
type Route struct {
	// Points are a start followed by three points for each cubic Bézier curve. The last one is before the box to which the
	// arrow leads, at a distance of the head.
	Points []Point
	// Tip is where the head ends, at the border of the box.
	Tip Point
	// Label is the place of the label; it is empty if there is none.
	Label Rect
}

// Layout is the result, with the indices of the graph.
type Layout struct {
	Width, Height int
	Nodes         []Rect
	Clusters      []Rect
	// Titles are the places of the titles of clusters.
	Titles []Rect
	Routes []Route
	// Rows are the middles of the ranks along the direction of the graph.
	Rows []int
	// Crossings is the number of crossings of arrows.
	Crossings int
	// Close is the number of pairs of arrows that run together because their order leaves them no other way.
	Close int
	// Far is the number of labels that are far from both ends of their arrows.
	Far int
}

// Make returns the layout of a graph. The indices in the graph must be valid. The error is [Work.Err] of the work, which may be nil.
func Make(w *Work, g *Graph) (*Layout, error) {
	if len(g.Nodes) == 0 {
		return &Layout{}, nil
	}
	d := newDrawing(w, g)
	d.ordered.ranked.recall()
	before := w.Left()
	if err := d.make(); err != nil {
		return nil, err
	}
	d.steps = before - w.Left()
	l := d.result()
	if g.Nearer && d.ordered.ranked.earlier == nil && !g.Middle {
		l = d.nearer(l)
	}
	l.Far = len(l.far())
	if first := slices.Index(d.ordered.ranked.was, -1); first >= 0 {
		l = d.leastMoved(first, l)
	}
	return l, w.Err()
}

func (d *drawing) make() error {
	for _, phase := range []func(){
		d.ordered.ranked.orient, d.ordered.ranked.keepLines, d.ordered.ranked.keepLimits, d.ordered.ranked.findSpine, d.ordered.ranked.assignRanks, d.ordered.fill, d.ordered.sort, d.placeAcross, d.findPorts, d.clearCrossings, d.placeAlong, d.routeAll,
	} {
		if phase(); d.ordered.ranked.work.Err() != nil {
			return d.ordered.ranked.work.Err()
		}
	}
	return nil
}
