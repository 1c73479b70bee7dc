package svg

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/gen/internal/layout"
	"github.com/fsmgen/fsmgen/gen/internal/picture"
)

// Part is a picture with a title.
type Part struct {
	Title   string
	Picture *picture.Picture
	// Keys adds the attributes data-node, data-edge, and data-block to the groups of states, arrows, and frames, for scripts: the index of a
	// node, edge, or block of the picture.
	Keys bool
	// Link returns the target of a link from a state or composite state, or "". It may be nil.
	Link func(name string) string
	// Close lets [Next] draw composite states as single boxes, from the inside out, if the image is not legible in a page otherwise, or too high.
	Close bool

	drawn *drawing
	// least is the least size of the drawing, which is then at the upper left of the image.
	least layout.Point
}

const (
	margin  = 16
	heading = 34 // the height of the title of one of several parts
	between = 24 // between parts
)

// Write returns an image of pictures, below each other, ending in a newline. If there are several, each has its title above it.
// There must be at least one. The error is [ErrLarge] or that of the context.
func Write(ctx context.Context, parts []Part) ([]byte, error) {
	parts, w := slices.Clone(parts), newWork(ctx)
	for i := range parts {
		if parts[i].drawn != nil {
			continue
		}
		var err error
		if parts[i].drawn, err = draw(w, parts[i].Picture, 0); err != nil {
			return nil, err
		}
	}
	return written(parts), nil
}

// written returns an image of parts that are laid out.
func written(parts []Part) []byte {
	w := &writer{}
	var drawn []*drawing
	width, height := 0, margin
	for i, p := range parts {
		d := p.drawn
		if p.Link != nil {
			d.link = p.Link
		}
		d.index = p.Keys
		drawn = append(drawn, d)
		if len(parts) > 1 {
			height += heading
			width = max(width, textWidth(p.Title, true))
		}
		width = max(width, d.layout.Width, p.least.X)
		height += max(d.height(), p.least.Y)
		if i < len(parts)-1 {
			height += between
		}
	}
	width, height = width+2*margin, height+margin
	w.line(`<svg xmlns="http://www.w3.org/2000/svg" class="fsm" width="%d" height="%d" viewBox="0 0 %d %d" role="graphics-document document">`, width, height, width, height)
	w.line("<title>%s</title>", escape(parts[0].Title))
	w.line("<desc>%s</desc>", escape(describe(parts[0].Picture)))
	w.WriteString(styles(parts))
	w.line(`<rect class="page" width="%d" height="%d"/>`, width, height)
	y := margin
	for i, d := range drawn {
		if len(parts) > 1 {
			w.line(`<text class="head" x="%d" y="%d">%s</text>`, margin, y+18, escape(parts[i].Title))
			y += heading
		}
		// A picture that is narrower than the others is in the middle.
		x := margin
		if len(parts) == 1 && parts[i].least.X == 0 {
			x = (width - d.layout.Width) / 2
		}
		seed := ""
		if len(parts) == 1 {
			seed = fmt.Sprintf(` data-layout="%s"`, layoutOf(d))
		}
		w.line(`<g transform="translate(%d %d)"%s>`, x, y, seed)
		w.drawing(d)
		if lines := d.foot(); len(lines) > 0 {
			w.lines(lines, 0, d.layout.Height+footGap)
		}
		w.line("</g>")
		y += d.height() + between
	}
	w.line("</svg>")
	return []byte(w.String())
}

type writer struct{ strings.Builder }

func (w *writer) line(format string, args ...any) { fmt.Fprintf(w, format+"\n", args...) }

// describe says in words what a picture shows, for those who do not see it.
func describe(p *picture.Picture) string {
	var names, ends, list []string
	for i := range p.Nodes {
		switch n := &p.Nodes[i]; {
		case n.Any, n.Whole:
		case n.Outcome >= 0:
			ends = append(ends, n.Shown()+" ("+p.Outcomes[n.Outcome].Name+")")
		default:
			names = append(names, n.Shown())
		}
	}
	say := func(title string, texts []string) {
		if len(texts) > 0 {
			list = append(list, title+strings.Join(texts, ", ")+".")
		}
	}
	if p.Start >= 0 {
		say("Starts in ", []string{p.Nodes[p.Start].Shown()})
	}
	say("States: ", names)
	say("Ends in ", ends)
	return strings.Join(list, " ")
}
