package svg

import (
	"strconv"
	"strings"

	"github.com/fsmgen/fsmgen/gen/internal/layout"
)

// keys name the parts of a drawing in a way that is the same for the next version of its machine.
type keys struct{ shapes, blocks, arrows []string }

// keys returns the keys of a drawing. They are as they are read from an image.
func (d *drawing) keys() keys {
	var k keys
	seen := make(map[string]int)
	unique := func(key string) string {
		seen[key]++
		if n := seen[key]; n > 1 {
			key += " #" + strconv.Itoa(n)
		}
		return key
	}
	for i := range d.picture.Blocks {
		name := cleaned(d.picture.Blocks[i].Name)
		if p := d.picture.Blocks[i].Parent; p >= 0 {
			name = k.blocks[p] + "/" + name
		}
		k.blocks = append(k.blocks, unique(name))
	}
	for _, s := range d.shapes {
		name := ""
		if s.kind == memory {
			name = s.lines[0][0].text
			if s.from >= 0 {
				name = k.blocks[s.from] + "/" + name
			}
		}
		if s.node >= 0 {
			n := &d.picture.Nodes[s.node]
			name = cleaned(n.Name)
			if n.Was != "" {
				name = cleaned(n.Was)
			}
			// A state keeps its place if it moves to another frame, which a leaf of a region or "any state" does not.
			if n.Block >= 0 && (n.Any || n.Whole || d.picture.Blocks[n.Block].Region) {
				name = k.blocks[n.Block] + "/" + name
			}
		}
		switch s.kind {
		case start:
			name = "to " + name
		case note:
			name = "about " + name
		case jump:
			name = k.shapes[s.from] + jumpSign + k.shapes[s.node]
		}
		k.shapes = append(k.shapes, unique(name))
	}
	for _, e := range d.graph.Edges {
		k.arrows = append(k.arrows, unique(k.shapes[e.From]+" → "+k.shapes[e.To]))
	}
	return k
}

// recall finds the places of the drawing in an earlier image, as far as it has them.
func (d *drawing) recall(e *Earlier) {
	d.graph.Earlier = nil
	if e == nil || e.leftToRight != d.picture.LeftToRight || len(e.rows) > 4*(len(d.graph.Nodes)+len(d.graph.Clusters)+2) {
		return
	}
	now := d.keys()
	was := d.renamed(e, now)
	l := &layout.Earlier{Rows: e.rows}
	for i := range d.graph.Nodes {
		var at *layout.Point
		if p, ok := e.centers[was[i]]; ok {
			at = &p
		}
		l.Nodes = append(l.Nodes, at)
	}
	for i := range d.graph.Clusters {
		var at *layout.Rect
		if r, ok := e.frames[now.blocks[i]]; ok {
			at = &r
		}
		l.Clusters = append(l.Clusters, at)
	}
	seen := make(map[string]int)
	for _, edge := range d.graph.Edges {
		key := was[edge.From] + " → " + was[edge.To]
		seen[key]++
		if n := seen[key]; n > 1 {
			key += " #" + strconv.Itoa(n)
		}
		l.Routes = append(l.Routes, e.routes[key])
		var at *layout.Point
		if p, ok := e.labels[key]; ok {
			at = &p
		}
		l.Labels = append(l.Labels, at)
	}
	d.graph.Earlier = l
}

// renamed returns the key that each shape had. A state that is new is one that is gone if it has most of its arrows.
func (d *drawing) renamed(e *Earlier, now keys) (was []string) {
	was = append(was, now.shapes...)
	taken := make(map[string]bool)
	for _, key := range now.shapes {
		taken[key] = true
	}
	for i, key := range now.shapes {
		if _, ok := e.centers[key]; ok || d.shapes[i].kind != state {
			continue
		}
		votes := make(map[string]int)
		count := 0
		for _, edge := range d.graph.Edges {
			if edge.From != i && edge.To != i || edge.From == edge.To {
				continue
			}
			count++
			for old := range e.centers {
				if !taken[old] && (edge.From == i && e.routes[old+" → "+was[edge.To]] != nil || edge.To == i && e.routes[was[edge.From]+" → "+old] != nil) {
					votes[old]++
				}
			}
		}
		best := ""
		for old, n := range votes {
			if 2*n > count && (n > votes[best] || n == votes[best] && old < best) {
				best = old
			}
		}
		if best != "" {
			was[i], taken[best] = best, true
			for k := range d.shapes {
				if d.shapes[k].kind == start && d.shapes[k].node == d.shapes[i].node {
					was[k] = "to " + best
				}
			}
		}
	}
	for k, s := range d.shapes {
		if s.kind == jump {
			was[k] = strings.Replace(now.shapes[k], now.shapes[s.from]+jumpSign+now.shapes[s.node], was[s.from]+jumpSign+was[s.node], 1)
		}
	}
	return was
}
