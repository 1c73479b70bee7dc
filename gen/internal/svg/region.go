package svg

import (
	"slices"

	"github.com/fsmgen/fsmgen/gen/internal/layout"
	"github.com/fsmgen/fsmgen/gen/internal/picture"
)

// roomForEdits is how much narrower than a page an image is in which regions are side by side, so that it can grow without another
// arrangement.
const roomForEdits = 80

// arrangements returns how many regions of a state can be side by side at most, from 0 for all of them to 1. The others are in further
// lines below, none of which is much shorter than the first one.
func arrangements(p *picture.Picture) []int {
	most := 0
	count := make(map[int]int)
	for i := range p.Blocks {
		if b := &p.Blocks[i]; b.Region {
			count[b.Parent]++
			most = max(most, count[b.Parent])
		}
	}
	list := []int{0}
	if p.LeftToRight {
		return list // there, they are below each other
	}
	last := most
	for lines := 2; lines <= most; lines++ {
		if n := (most + lines - 1) / lines; n < last {
			list, last = append(list, n), n
		}
	}
	return list
}

// limits returns what is above and below frames: a state with regions as a whole is above its regions, what follows from it is below them, and
// where a machine ends is below all frames, so that these have the whole width.
func limits(d *drawing) (list []layout.Limit) {
	add := func(l layout.Limit) {
		if !slices.Contains(list, l) {
			list = append(list, l)
		}
	}
	for i, s := range d.shapes {
		if s.kind != state && s.kind != jump {
			continue
		}
		n, in := &d.picture.Nodes[s.node], d.graph.Nodes[i].Cluster
		whole := s.kind == state && n.Whole || s.kind == jump && d.picture.Nodes[s.from].Whole
		ends := s.kind == state && n.Outcome >= 0 || n.Any
		for b := range d.picture.Blocks {
			if whole && d.picture.Blocks[b].Region && d.picture.Blocks[b].Parent == in {
				add(layout.Limit{Node: i, Cluster: b, Above: true})
			}
			if ends && in < 0 && d.picture.Blocks[b].Parent < 0 {
				add(layout.Limit{Node: i, Cluster: b})
			}
		}
	}
	for _, e := range d.graph.Edges {
		if e.From < len(d.picture.Nodes) && d.picture.Nodes[e.From].Whole {
			if in := d.graph.Nodes[e.From].Cluster; in >= 0 && d.graph.Nodes[e.To].Cluster != in {
				add(layout.Limit{Node: e.To, Cluster: in})
			}
		}
	}
	for i, n := range d.graph.Nodes {
		if d.shapes[i].kind == note {
			continue
		}
		for b := range d.picture.Blocks {
			if hasRegions(d.picture, b) && (n.Cluster < 0 || !inRegions(d.picture, n.Cluster)) {
				add(layout.Limit{Node: i, Cluster: b, Above: true})
			}
		}
	}
	return list
}

// aloneAbove returns limits that put boxes without arrows above the frames beside them in a frame, so that they take no width. What is in no
// frame may be long.
func aloneAbove(d *drawing) (list []layout.Limit) {
	hasArrow := make([]bool, len(d.graph.Nodes))
	for _, e := range d.graph.Edges {
		hasArrow[e.From], hasArrow[e.To] = true, true
	}
	for i, n := range d.graph.Nodes {
		for b := range d.picture.Blocks {
			if n.Cluster >= 0 && !hasArrow[i] && d.shapes[i].kind == state && d.picture.Blocks[b].Parent == n.Cluster {
				list = append(list, layout.Limit{Node: i, Cluster: b, Above: true})
			}
		}
	}
	return list
}

// hasRegions reports whether a block is that of a state with regions.
func hasRegions(p *picture.Picture, block int) bool {
	return slices.ContainsFunc(p.Blocks, func(b picture.Block) bool { return b.Region && b.Parent == block })
}

// inRegions reports whether a block is that of a state with regions, or inside one.
func inRegions(p *picture.Picture, block int) bool {
	for ; block >= 0; block = p.Blocks[block].Parent {
		if hasRegions(p, block) {
			return true
		}
	}
	return false
}

// overEachOther returns forms in which a state with regions has the whole width of the image, for pictures that are too wide or high.
func overEachOther(best *drawing, fits bool) (list []form) {
	isWhole := func(n picture.Node) bool { return n.Whole && n.Block >= 0 }
	if best.picture.LeftToRight || fits && best.height() <= screen || !slices.ContainsFunc(best.picture.Nodes, isWhole) {
		return nil
	}
	for _, f := range []form{{label: shortest, full: usual}, {label: shortest, full: 40}, {label: tightest, full: 40}} {
		f.below = true
		list = append(list, f)
	}
	return list
}

// inRows returns the forms in which states and frames are in rows, for pictures with little text, or with arrows that jump, that are still too
// wide.
func inRows(p *picture.Picture, columns int, jumps bool) (list []form) {
	most := 0
	count := make(map[int]int)
	for i := range p.Blocks {
		if b := &p.Blocks[i]; !b.Region {
			count[b.Parent]++
			most = max(most, count[b.Parent])
		}
	}
	if p.LeftToRight || p.Detail < picture.Choices && !jumps {
		return nil
	}
	for _, full := range []int{85, 60, 40, 25} {
		list = append(list, form{label: shortest, columns: columns, full: full, wrap: 1})
	}
	last := most
	for rows := 2; rows <= most; rows++ {
		if n := (most + rows - 1) / rows; n < last {
			list, last = append(list, form{label: shortest, columns: columns, full: 85, abreast: n, wrap: 1}), n
		}
	}
	return list
}

// lineOf returns the line of a region or frame.
func (d *drawing) lineOf(block int) int {
	b := &d.picture.Blocks[block]
	beside := d.abreast
	if b.Region {
		beside = d.columns
	}
	if beside == 0 && (!b.Region || d.pack == 0) {
		return 0
	}
	before := 0
	for i := range block {
		if c := &d.picture.Blocks[i]; c.Region == b.Region && c.Parent == b.Parent {
			before++
		}
	}
	if b.Region && d.pack > 0 {
		return lineIn(d.pack, min(before, mostPack))
	}
	return before / beside
}
