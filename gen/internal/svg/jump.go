package svg

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/gen/internal/layout"
	"github.com/fsmgen/fsmgen/gen/internal/picture"
)

// An arrow that jumps ends at a small pill with the name of the state to which it leads. Long arrows to a state with many of them are
// drawn so if they would cover the picture.

const (
	hubArrows  = 6    // arrows to a state from which on they may jump
	longArrow  = 260  // pixels from which on an arrow jumps
	fewestJump = 4    // arrows to hubs of a picture that jump
	farArrow   = 1000 // pixels from which on an arrow to any state with several jumps
	payingFar  = 92   // as paying, if one of them is that long
	paying     = 75   // the part of a tangle, in percent, that is left if it pays that arrows jump
	jumpHeight = 8    // the part of the height that it may cost
	jumpPad    = 9    // between the name of a state and the end of its pill
	jumpSign   = " ⇢ "
)

// jumps are the arrows of a picture that jump.
type jumps map[jumping]bool

// jumping is the arrow of an edge of the picture for the labels with a mark.
type jumping struct {
	edge int
	mark picture.Mark
}

// hubs returns the arrows to each state to which many lead, in the order of the states.
func (d *drawing) hubs() (list [][]int) {
	into := make([][]int, len(d.picture.Nodes))
	for i, a := range d.arrows {
		if to := d.graph.Edges[i].To; a.edge > 0 && to < len(into) && to != d.graph.Edges[i].From {
			into[to] = append(into[to], i)
		}
	}
	for _, arrows := range into {
		if len(arrows) >= hubArrows {
			list = append(list, arrows)
		}
	}
	return list
}

// jumping returns the long arrows to hubs, or nil if there are few. The shortest arrow to a state never jumps.
func (d *drawing) jumping() *jumps {
	list := make(jumps)
	for _, arrows := range d.hubs() {
		slices.SortStableFunc(arrows, func(a, b int) int { return d.length(a) - d.length(b) })
		for _, i := range arrows[1:] {
			if d.length(i) > longArrow {
				list[jumping{d.arrows[i].edge, d.arrows[i].mark}] = true
			}
		}
	}
	if len(list) < fewestJump {
		clear(list)
	}
	for _, i := range d.far() {
		list[jumping{d.arrows[i].edge, d.arrows[i].mark}] = true
	}
	if len(list) == 0 {
		return nil
	}
	return &list
}

// far returns the very long arrows to states to which a shorter one leads, too, unless the image is seen as a whole.
func (d *drawing) far() (list []int) {
	if d.height() <= screen {
		return nil
	}
	shortest := make(map[int]int)
	for i, a := range d.arrows {
		if to := d.graph.Edges[i].To; a.edge > 0 && to < len(d.picture.Nodes) && to != d.graph.Edges[i].From {
			if n, ok := shortest[to]; !ok || d.length(i) < n {
				shortest[to] = d.length(i)
			}
		}
	}
	for i, a := range d.arrows {
		if n, ok := shortest[d.graph.Edges[i].To]; ok && a.edge > 0 && d.length(i) > max(farArrow, n) {
			list = append(list, i)
		}
	}
	return list
}

// length returns the pixels of an arrow along the axes.
func (d *drawing) length(arrow int) (sum int) {
	points := d.layout.Routes[arrow].Points
	for i := 3; i < len(points); i += 3 {
		a, b := points[i-3], points[i]
		sum += max(a.X-b.X, b.X-a.X) + max(a.Y-b.Y, b.Y-a.Y)
	}
	return sum
}

// tangle says how hard it is to follow the arrows of a drawing, in pixels.
func (d *drawing) tangle() (sum int) {
	for i := range d.arrows {
		sum += d.length(i)
	}
	return sum + crossingCost*d.layout.Crossings
}

// paysBeside reports whether a drawing with arrows that jump is much better than one without.
func (d *drawing) paysBeside(best *drawing) bool {
	if !d.isLegible() || !best.isLegible() {
		return d.isLegible()
	}
	if best.isFine() && !d.isFine() {
		return false
	}
	pays := paying
	if len(best.far()) > 0 {
		pays = payingFar
	}
	return 100*d.tangle() < pays*best.tangle() && d.height() <= best.height()+best.height()/jumpHeight
}

// jumpTo adds the pill at which an arrow ends, and returns its index.
func (d *drawing) jumpTo(e *picture.Edge, mark picture.Mark) int {
	lines := [][]span{{{"→\u00a0" + d.picture.Nodes[e.To].Shown(), ""}}}
	width, height := extent(lines)
	return d.add(shape{kind: jump, node: e.To, from: e.From, lines: lines, mark: mark},
		layout.Node{Width: width + 2*jumpPad, Height: height + 4, Cluster: d.picture.Nodes[e.From].Block, Near: true})
}

// jumped returns the number of arrows that lead to a node by its name.
func (d *drawing) jumped(node int) (count int) {
	if d.form.jumps == nil {
		return 0
	}
	for j := range *d.form.jumps {
		if d.picture.Edges[j.edge-1].To == node {
			count++
		}
	}
	return count
}

// jumpsOf returns the arrows of a picture that jump in an earlier image, and new arrows to a state to which others jump there.
func jumpsOf(p *picture.Picture, e *Earlier) *jumps {
	d := &drawing{picture: p}
	d.fill()
	k := d.keys()
	seen := make(map[string]int)
	list, hubs, fresh := make(jumps), make(map[int]bool), make(map[int]jumping)
	for i, a := range d.arrows {
		if a.edge == 0 {
			continue
		}
		from, to := d.graph.Edges[i].From, d.graph.Edges[i].To
		key := k.shapes[from] + jumpSign + k.shapes[to]
		if seen[key]++; seen[key] > 1 {
			key += fmt.Sprintf(" #%d", seen[key])
		}
		j := jumping{a.edge, a.mark}
		if _, ok := e.centers[key]; ok {
			list[j], hubs[to] = true, true
		} else if e.routes[k.arrows[i]] == nil {
			fresh[i] = j
		}
	}
	for i, j := range fresh {
		if hubs[d.graph.Edges[i].To] {
			list[j] = true
		}
	}
	if len(list) == 0 {
		return nil
	}
	return &list
}

// jump writes a pill.
func (w *writer) jump(d *drawing, i int) {
	s := &d.shapes[i]
	n := &d.picture.Nodes[s.node]
	end := w.linked(d, n)
	w.line(`<g class="jump%s"%s>`, d.markClass(s.mark), key(d.named.shapes[i]))
	w.line("<title>%s</title>", escape("to "+n.Shown()))
	w.pill(d, i)
	w.line("</g>%s", end)
}

// pill writes a box with round ends and a line of text.
func (w *writer) pill(d *drawing, i int) {
	r := d.layout.Nodes[i]
	w.rect(r, 0, (r.Max.Y-r.Min.Y)/2, "")
	w.line(`<text x="%d" y="%d" text-anchor="middle">%s</text>`, (r.Min.X+r.Max.X)/2, r.Min.Y+2+baseline, escape(d.shapes[i].lines[0][0].text))
}

// saidOfJumps returns the states from which arrows jump to a node, as a sentence after a space, or "".
func (d *drawing) saidOfJumps(node int) string {
	var names []string
	for i := range d.shapes {
		if s := &d.shapes[i]; s.kind == jump && s.node == node {
			names = append(names, d.picture.Nodes[s.from].Shown())
		}
	}
	if len(names) == 0 {
		return ""
	}
	return " Arrows lead here by name from " + strings.Join(names, ", ") + "."
}
