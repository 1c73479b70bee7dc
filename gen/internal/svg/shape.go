package svg

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/fsmgen/fsmgen/gen/internal/layout"
	"github.com/fsmgen/fsmgen/gen/internal/picture"
)

// markClass returns the class for a mark, after a space. In a picture without changes there is none.
func (d *drawing) markClass(m picture.Mark) string {
	if !d.marked {
		return ""
	}
	return [...]string{picture.Same: " same", picture.Added: " added", picture.Removed: " removed", picture.Changed: " changed"}[m]
}

// at returns the attribute with the indices of what a shape shows, after a space.
func (d *drawing) at(name string, index int, more ...int) string {
	if !d.index || index < 0 {
		return ""
	}
	list := strconv.Itoa(index)
	for _, i := range more {
		list += " " + strconv.Itoa(i)
	}
	return fmt.Sprintf(` data-%s="%s"`, name, list)
}

// drawing writes the frames, then the arrows, then the states, so that nothing is hidden.
func (w *writer) drawing(d *drawing) {
	for i := range d.picture.Blocks {
		w.block(d, i)
	}
	for i := range d.arrows {
		w.arrow(d, i)
	}
	for i := range d.shapes {
		switch s := &d.shapes[i]; s.kind {
		case state:
			w.state(d, i)
		case start:
			r := d.layout.Nodes[i]
			w.line(`<circle class="start%s"%s cx="%d" cy="%d" r="6"/>`, d.markClass(s.mark), key(d.named.shapes[i]), (r.Min.X+r.Max.X)/2, (r.Min.Y+r.Max.Y)/2)
		case jump:
			w.jump(d, i)
		case memory:
			w.memory(d, i)
		case note:
			class := "note"
			if s.node < 0 {
				class = "note about"
			}
			w.line(`<g class="%s"%s>`, class, key(d.named.shapes[i]))
			w.rect(d.layout.Nodes[i], 0, 2, "")
			w.lines(s.lines, d.layout.Nodes[i].Min.X+padX, d.layout.Nodes[i].Min.Y+padY)
			w.line("</g>")
		}
	}
}

// rect writes a box, made smaller on each side by inset.
func (w *writer) rect(r layout.Rect, inset, round int, more string) {
	w.line(`<rect x="%d" y="%d" width="%d" height="%d" rx="%d"%s/>`,
		r.Min.X+inset, r.Min.Y+inset, r.Max.X-r.Min.X-2*inset, r.Max.Y-r.Min.Y-2*inset, round, more)
}

func (w *writer) block(d *drawing, i int) {
	b := &d.picture.Blocks[i]
	class := "frame"
	if b.Region {
		class = "region"
	}
	w.line(`<g class="%s%s"%s>`, class, d.markClass(b.Mark), key(d.named.blocks[i])+d.at("block", i))
	w.line("<title>%s</title>", escape(d.saidOfBlock(i)))
	w.rect(d.layout.Clusters[i], 0, 8, "")
	w.lines(d.titles[i], d.layout.Titles[i].Min.X, d.layout.Titles[i].Min.Y)
	w.line("</g>")
}

func (w *writer) state(d *drawing, i int) {
	n, s, r := &d.picture.Nodes[d.shapes[i].node], &d.shapes[i], d.layout.Nodes[i]
	class := "state"
	// The colors of outcomes would look like changes.
	colored := n.Outcome >= 0 && !d.marked
	if colored {
		class = "end"
	}
	switch {
	case n.Any, n.Whole:
		class += " any"
	case n.Outside:
		class += " outside"
	}
	for _, c := range []struct {
		is   bool
		name string
	}{{n.Collapsed, " whole"}, {n.Visited, " visited"}} {
		if c.is {
			class += c.name
		}
	}
	mark := n.Mark
	if mark == picture.Same && n.Marked() {
		mark = picture.Changed
	}
	end := w.linked(d, n)
	w.line(`<g class="%s%s"%s>`, class, d.markClass(mark), key(d.named.shapes[i])+d.at("node", d.shapes[i].node))
	w.line("<title>%s</title>", escape(d.saidOfState(s)))
	switch {
	case colored:
		paint := d.picture.Outcomes[n.Outcome].Paint
		w.rect(r, 0, 9, fmt.Sprintf(` style="fill:none;stroke:%s"`, paint.Stroke))
		w.rect(r, 3, 6, fmt.Sprintf(` style="fill:%s"`, paint.Fill))
	case n.Final, n.Outcome >= 0:
		w.rect(r, 0, 9, "")
		w.rect(r, 3, 6, "")
	default:
		w.rect(r, 0, 8, "")
	}
	for i, line := range s.lines[:s.names] {
		w.name(line, (r.Min.X+r.Max.X)/2, r.Min.Y+padY+i*lineHeight)
	}
	w.lines(s.lines[s.names:], r.Min.X+padX, r.Min.Y+padY+s.names*lineHeight)
	w.line("</g>%s", end)
}

// linked begins a link from a state, and returns its end.
func (w *writer) linked(d *drawing, n *picture.Node) (end string) {
	if d.link == nil || n.Any || n.Whole {
		return ""
	}
	to := d.link(n.Name)
	if to == "" {
		return ""
	}
	fmt.Fprintf(w, `<a href="%s">`, escape(to))
	return "</a>"
}

// key returns the attribute by which the next image recognizes a part, after a space.
func key(name string) string { return ` data-key="` + escape(name) + `"` }

// name writes a line whose middle is at x.
func (w *writer) name(line []span, x, y int) {
	fmt.Fprintf(w, `<text class="name" x="%d" y="%d" text-anchor="middle">%s`, x, y+baseline, escape(line[0].text))
	w.spans(line[1:])
	w.line("</text>")
}

// baseline is where text stands below the top of its line.
const baseline = 12

// lines writes text from its upper left corner down.
func (w *writer) lines(lines [][]span, x, y int) {
	for i, line := range lines {
		fmt.Fprintf(w, `<text x="%d" y="%d">`, x, y+i*lineHeight+baseline)
		w.spans(line)
		w.line("</text>")
	}
}

func (w *writer) spans(line []span) {
	for _, s := range line {
		if s.class == "" {
			w.WriteString(escape(s.text))
		} else {
			fmt.Fprintf(w, `<tspan class="%s">%s</tspan>`, s.class, escape(s.text))
		}
	}
}

func (w *writer) arrow(d *drawing, i int) {
	a, route := &d.arrows[i], d.layout.Routes[i]
	class := "arrow" + d.markClass(a.mark)
	if a.taken {
		class += " visited"
	}
	if a.plain {
		class = "tie"
		route.Points = append(route.Points, route.Points[len(route.Points)-1], route.Tip, route.Tip)
	}
	w.line(`<g class="%s"%s>`, class, key(d.named.arrows[i])+d.at("edge", a.edge-1, a.all[min(1, len(a.all)):]...))
	if said := d.said(i); said != "" {
		w.line("<title>%s</title>", escape(said))
	}
	w.line(`<path d="%s"/>`, path(route.Points))
	if !a.plain {
		w.line(`<path class="tip" d="%s"/>`, triangle(route.Points[len(route.Points)-1], route.Tip))
	}
	w.lines(a.lines, route.Label.Min.X, route.Label.Min.Y)
	w.line("</g>")
}

// said returns the text of an arrow with its ends.
func (d *drawing) said(i int) string {
	from, to := d.shapes[d.graph.Edges[i].From], d.shapes[d.graph.Edges[i].To]
	if from.kind != state || to.kind != state && to.kind != jump && to.kind != memory {
		return ""
	}
	said := d.picture.Nodes[from.node].Shown() + " → "
	if to.kind == memory {
		said += saidOfMemory(d.picture, &d.arrows[i])
	} else {
		said += d.picture.Nodes[to.node].Shown()
	}
	if lines := labelLines(d.arrows[i].full, look{width: d.label}); len(lines) > 0 {
		said += ": " + text(lines)
	}
	return said
}

// saidOfState returns the text of a state with everything.
func (d *drawing) saidOfState(s *shape) string {
	n := &d.picture.Nodes[s.node]
	if n.Full != nil {
		n = n.Full
	}
	lines, _ := d.lines(n, look{width: d.label})
	return text(lines) + d.saidOfJumps(s.node)
}

// saidOfBlock returns the text of a frame with everything.
func (d *drawing) saidOfBlock(i int) string {
	b := &d.picture.Blocks[i]
	if b.Full != nil {
		b = b.Full
	}
	return text(d.title(b, look{width: d.label}))
}

// path writes Bézier curves, and straight lines as such.
func path(points []layout.Point) string {
	var b strings.Builder
	fmt.Fprintf(&b, "M%d %d", points[0].X, points[0].Y)
	for i := 1; i+2 < len(points); i += 3 {
		from, p, q, to := points[i-1], points[i], points[i+1], points[i+2]
		switch {
		case p == from && q == to && from.X == to.X:
			fmt.Fprintf(&b, "V%d", to.Y)
		case p == from && q == to && from.Y == to.Y:
			fmt.Fprintf(&b, "H%d", to.X)
		default:
			fmt.Fprintf(&b, "C%d %d %d %d %d %d", p.X, p.Y, q.X, q.Y, to.X, to.Y)
		}
	}
	return b.String()
}

// triangle returns the head of an arrow, which is as wide as high, from its base to its tip.
func triangle(base, tip layout.Point) string {
	dx, dy := 0, 0
	if base.X == tip.X {
		dx = head / 2
	} else {
		dy = head / 2
	}
	return fmt.Sprintf("M%d %dL%d %dL%d %dZ", base.X-dx, base.Y-dy, base.X+dx, base.Y+dy, tip.X, tip.Y)
}
