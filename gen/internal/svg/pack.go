package svg

import (
	"math/bits"

	"github.com/fsmgen/fsmgen/gen/internal/layout"
)

const (
	regionPad = 14 // inside of the frame of a region
	regionGap = 12 // between regions, and between them and the frame around them
	mostPack  = 14 // regions
)

// packed returns in which lines the regions of a drawing have room if each is only as wide as what is in it: bit i is set if region i begins a
// line. It returns 0 if that makes no fewer lines, or if more than one state has regions.
func (d *drawing) packed() (lines int) {
	var regions []int
	for i := range d.picture.Blocks {
		if b := &d.picture.Blocks[i]; b.Region && len(regions) > 0 && d.picture.Blocks[regions[0]].Parent != b.Parent {
			return 0
		} else if b.Region {
			regions = append(regions, i)
		}
	}
	if d.columns == 0 || len(regions) > mostPack || len(regions) < 3 {
		return 0
	}
	parent := d.picture.Blocks[regions[0]].Parent
	if parent < 0 {
		return 0
	}
	frame := d.layout.Clusters[parent]
	room := legibleWidth - 2*margin - (d.layout.Width - (frame.Max.X - frame.Min.X)) - 2*regionPad
	left := room
	for i, r := range regions {
		need := d.needs(r)
		if left -= need + regionGap; left < 0 && i > 0 {
			left = room - need - regionGap
			lines |= 1 << i
		}
	}
	if bits.OnesCount(uint(lines)) >= (len(regions)-1)/d.columns {
		return 0
	}
	return lines
}

// needs returns the width of what is in a region.
func (d *drawing) needs(region int) int {
	var all layout.Rect
	add := func(r layout.Rect) {
		if all == (layout.Rect{}) {
			all = r
		}
		all.Min.X, all.Max.X = min(all.Min.X, r.Min.X), max(all.Max.X, r.Max.X)
	}
	inside := func(block int) bool {
		for ; block >= 0; block = d.picture.Blocks[block].Parent {
			if block == region {
				return true
			}
		}
		return false
	}
	for i := range d.picture.Blocks {
		if i != region && inside(i) {
			add(d.layout.Clusters[i])
		}
	}
	for i, n := range d.graph.Nodes {
		if inside(n.Cluster) {
			add(d.layout.Nodes[i])
		}
	}
	for i, e := range d.graph.Edges {
		if !inside(d.graph.Nodes[e.From].Cluster) || !inside(d.graph.Nodes[e.To].Cluster) {
			continue
		}
		if r := d.layout.Routes[i]; r.Label != (layout.Rect{}) {
			add(r.Label)
		}
		for _, p := range d.layout.Routes[i].Points {
			add(layout.Rect{Min: p, Max: p})
		}
	}
	title := d.layout.Titles[region]
	return max(all.Max.X-all.Min.X, title.Max.X-title.Min.X) + 2*regionPad
}

// lineIn returns the line of the region with a number in packed lines.
func lineIn(lines, number int) int { return bits.OnesCount(uint(lines & (2<<number - 1))) }
