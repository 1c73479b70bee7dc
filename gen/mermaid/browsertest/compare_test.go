package browsertest

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/gen/mermaid"
	"github.com/fsmgen/fsmgen/gen/picture"
	"github.com/fsmgen/fsmgen/gen/picture/picturetest"
)

// expect says what Mermaid must draw for a picture. What a composite state
// emits, and what is said about the machine, stand in nodes of their own; an
// end marker serves all ends in a block.
func expect(p *picture.Picture) *drawn {
	t := picturetest.Spell(p)
	d := drawn{Nodes: t.Nodes, Edges: t.Edges, Notes: t.Notes}
	for i := range p.Blocks {
		b := &p.Blocks[i]
		d.Blocks = append(d.Blocks, b.Name)
		if rows := b.Rows(); len(rows) > 0 {
			d.Nodes = append(d.Nodes, strings.Join(rows, "\n"))
		}
	}
	if t.About != "" {
		d.Nodes = append(d.Nodes, t.About)
	}
	ends := make(map[int]bool)
	for _, n := range p.Nodes {
		if n.Outcome >= 0 {
			ends[n.Block] = true
			d.Edges = append(d.Edges, "")
		}
	}
	d.Ends = len(ends)
	if p.Start >= 0 {
		d.Starts = 1
		d.Edges = append(d.Edges, "")
	}
	return &d
}

// same draws a picture and compares.
func (p *page) same(t *testing.T, pic *picture.Picture) {
	t.Helper()
	text := string(mermaid.Write(pic))
	got, err := p.draw(text)
	if err != nil {
		t.Errorf("%v\n%s", err, text)
		return
	}
	want := expect(pic)
	for _, d := range []*drawn{want, got} {
		d.Nodes, d.Blocks, d.Edges, d.Notes = picturetest.Bare(d.Nodes), picturetest.Bare(d.Blocks), picturetest.Bare(d.Edges), picturetest.Bare(d.Notes)
	}
	got.Active = nil
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-picture +drawn) %s\n%s", d, text)
	}
}
