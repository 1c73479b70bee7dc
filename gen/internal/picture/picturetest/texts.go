package picturetest

import (
	"slices"
	"strings"
	"unicode"

	"github.com/fsmgen/fsmgen/gen/internal/picture"
)

// Texts is what a drawing of a picture must say, in any order.
type Texts struct {
	// Nodes are the texts of states, Blocks those of composite states with what
	// these emit, Edges those of arrows, and Notes those of notes about states.
	Nodes, Blocks, Edges, Notes []string
	// About is the text of the notes about the machine, or "".
	About string
}

// Spell returns what a drawing of a picture must say. White space is taken out,
// because labels are broken at it, and what reorders or hides text is U+FFFD.
func Spell(p *picture.Picture) *Texts {
	var t Texts
	for i := range p.Nodes {
		n := &p.Nodes[i]
		t.Nodes = append(t.Nodes, n.Shown()+strings.Join(n.Rows(0, plain), "\n"))
		if len(n.Notes) > 0 {
			t.Notes = append(t.Notes, strings.Join(n.Notes, "\n"))
		}
	}
	for i := range p.Blocks {
		b := &p.Blocks[i]
		t.Blocks = append(t.Blocks, b.Name+strings.Join(b.Rows(0, plain), "\n"))
	}
	for i := range p.Edges {
		t.Edges = append(t.Edges, strings.Join(p.Edges[i].Lines(0, plain), "\n"))
	}
	t.Nodes, t.Blocks, t.Edges, t.Notes = Bare(t.Nodes), Bare(t.Blocks), Bare(t.Edges), Bare(t.Notes)
	t.About = Bare([]string{strings.Join(p.Notes, "\n")})[0]
	return &t
}

func plain(s string) string { return s }

// Bare takes white space out of texts, writes what reorders or hides text as
// it is to be drawn, and sorts them.
func Bare(list []string) []string {
	out := make([]string, len(list))
	for i, text := range list {
		out[i] = strings.Map(func(r rune) rune {
			switch {
			case unicode.IsSpace(r):
				return -1
			case unicode.IsControl(r), unicode.Is(unicode.Bidi_Control, r):
				return unicode.ReplacementChar
			}
			return r
		}, strings.ToValidUTF8(text, "\ufffd"))
	}
	slices.Sort(out)
	return out
}
