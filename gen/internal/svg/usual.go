package svg

import (
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/gen/internal/picture"
)

const (
	fewMarks = 4 // labels with the same mark, up to which each of them shows it
	footGap  = 10
	footWide = 8 // pixels for each character of the text below a drawing
)

// usually returns a text that says which events are environment events, or "" if their labels say so. If most labels would have the same mark, it
// tells nothing apart.
func usually(p *picture.Picture) string {
	if p.Detail == picture.States || p.Marked() {
		return ""
	}
	marked, others := 0, 0
	var names []string
	add := func(labels []picture.Label) {
		for _, l := range labels {
			switch {
			case l.Environment:
				marked++
			default:
				others++
				if !slices.Contains(names, l.Name()) && l.Event != "always" && l.Event != "done" {
					names = append(names, l.Name())
				}
			}
		}
	}
	for i := range p.Edges {
		add(p.Edges[i].Labels)
	}
	for i := range p.Nodes {
		add(p.Nodes[i].Stays)
	}
	if marked <= others || marked <= fewMarks {
		return ""
	}
	if len(names) == 0 {
		return "«env»: all events."
	}
	return "«env»: all events but " + strings.Join(names, ", ") + "."
}

// foot returns the lines below the drawing.
func (d *drawing) foot() (lines [][]span) {
	limit := max(20, d.layout.Width/footWide)
	add := func(text string) {
		for _, line := range picture.Wrap(limit, plain, text) {
			lines = append(lines, look{width: limit, broken: true}.breaks([][]span{{{line, "dim"}}})...)
		}
	}
	if d.usual != "" {
		add(d.usual)
	}
	for _, text := range d.legend(limit) {
		add(text)
	}
	if d.jumps != nil {
		add("An arrow that ends at “→ name” leads to the state of that name. ←n counts such arrows at the state.")
	}
	for _, text := range saidOfHistories(d.recollections) {
		add(text)
	}
	if d.closed > 0 {
		add("The states inside of those with a thick border are not shown.")
	}
	return lines
}

// height returns the height of the drawing with what is below it.
func (d *drawing) height() int {
	lines := d.foot()
	if len(lines) == 0 {
		return d.layout.Height
	}
	_, high := extent(lines)
	return d.layout.Height + footGap + high
}
