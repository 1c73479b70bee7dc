package mermaid

import (
	"github.com/fsmgen/fsmgen/gen/internal/picture"
	"github.com/fsmgen/fsmgen/spec/core"
)

const (
	// column is the width of a page on GitHub in pixels.
	column = 900
	// font is the height of Mermaid's text in pixels, and legible that of the smallest text in a page.
	font, legible = 16, 10
	// many is the number of states from which on a diagram is too much for one look.
	many = 24
)

// Fit returns a picture in as much detail as is legible in the column of a page, and at least the names of the
// states. It prefers shorter lines in labels to less detail.
func Fit(p *picture.Picture) *picture.Picture {
	for d := p.Detail; d < picture.States; d++ {
		if d == picture.Choices {
			continue
		}
		for _, narrow := range []bool{false, true} {
			form := *p.At(d)
			form.Narrow = narrow
			if fits(&form) {
				return &form
			}
		}
	}
	return p.At(picture.States)
}

// fits reports whether the text of a drawing is legible in the column of a page. Diagrams from left to right
// are not for pages.
func fits(p *picture.Picture) bool {
	w := &writer{picture: p}
	return Fits(p) && (p.LeftToRight || w.extent()*legible <= column*font)
}

// Pages returns the pictures of a machine for a page: one of the whole machine and, if it does not show
// everything, its parts. If there are too many states for one look, the first is an overview. All of them fit
// a page.
func Pages(m *core.Machine) []Page {
	p := picture.New(m)
	whole := Fit(p)
	parts, why := p.Split()
	crowded := whole.Detail >= picture.Events && states(p) > many
	if why != "" || whole.Detail == picture.Full && !crowded {
		return []Page{{Picture: whole}}
	}
	var list []Page
	if !crowded {
		list = append(list, Page{Picture: whole})
		parts = parts[1:] // without the overview
	}
	for _, part := range parts {
		page := Page{Picture: Fit(part)}
		if part.Frame >= 0 {
			page.Title = part.Blocks[part.Frame].Name
		}
		list = append(list, page)
	}
	return list
}

// Page is a diagram that fits a page.
type Page struct {
	// Title is the name of the part that the picture shows, or "" for the machine.
	Title string
	*picture.Picture
}

// Text returns the text of the diagram, as [Write] does.
func (p *Page) Text() []byte { return Write(p.Picture) }

// Only says what the diagram shows if that is not everything, and is "" otherwise.
func (p *Page) Only() string {
	if p.Detail == picture.Full {
		return ""
	}
	return p.Detail.Shows()
}

func states(p *picture.Picture) int {
	n := 0
	for i := range p.Nodes {
		if !p.Nodes[i].Any {
			n++
		}
	}
	return n
}
