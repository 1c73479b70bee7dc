package browsertest

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/gen/internal/mermaid"
	"github.com/fsmgen/fsmgen/gen/internal/picture"
	"github.com/fsmgen/fsmgen/gen/internal/picture/picturetest"
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
		if rows := b.Rows(0, strings.TrimSpace); len(rows) > 0 {
			d.Nodes = append(d.Nodes, strings.Join(rows, "\n"))
		}
	}
	if t.About != "" {
		d.Nodes = append(d.Nodes, t.About)
	}
	ends := make(map[int]bool)
	for _, n := range p.Nodes {
		if n.Outcome >= 0 || n.Final {
			ends[n.Block] = true
			d.Edges = append(d.Edges, "")
		}
	}
	d.Ends = len(ends)
	for _, n := range p.Nodes {
		if n.Initial {
			d.Starts++
			d.Edges = append(d.Edges, "")
		}
	}
	if p.Start >= 0 {
		d.Starts++
		d.Edges = append(d.Edges, "")
	}
	return &d
}

// same draws a picture and compares.
func (p *page) same(t *testing.T, pic *picture.Picture) {
	t.Helper()
	text := string(mermaid.Write(pic))
	want := expect(pic)
	p.count.pictures++
	got, err := p.draw(text)
	if err != nil {
		p.count.labels += len(slices.Concat(filled(want)...))
		t.Errorf("%v\n%s", err, text)
		return
	}
	for _, d := range []*drawn{want, got} {
		d.Nodes, d.Blocks, d.Edges, d.Notes = picturetest.Bare(d.Nodes), picturetest.Bare(d.Blocks), picturetest.Bare(d.Edges), picturetest.Bare(d.Notes)
	}
	got.Active = nil
	for i, list := range filled(want) {
		p.count.labels += len(list)
		p.count.shown += common(list, filled(got)[i])
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-picture +drawn) %s\n%s", d, text)
	}
}

// filled are the lists of labels, without those that are empty.
func filled(d *drawn) [][]string {
	var lists [][]string
	for _, list := range [][]string{d.Nodes, d.Blocks, d.Edges, d.Notes} {
		lists = append(lists, slices.DeleteFunc(slices.Clone(list), func(s string) bool { return s == "" }))
	}
	return lists
}

// common counts what is in both lists, as often as it is.
func common(want, got []string) int {
	left := make(map[string]int)
	for _, s := range got {
		left[s]++
	}
	n := 0
	for _, s := range want {
		if left[s] > 0 {
			left[s]--
			n++
		}
	}
	return n
}

// TestTally checks that a label that is not shown as written is counted.
func TestTally(t *testing.T) {
	p := open(t, versions[0])
	d, err := p.draw("stateDiagram-v2\n[*] --> A\nA --> B : go; on\nB --> A : back\n")
	if err != nil {
		t.Fatal(err)
	}
	want := &drawn{Edges: []string{"", "back", "go; on"}}
	if shown := common(filled(want)[2], filled(d)[2]); shown != 1 {
		t.Errorf("%d of the labels %q are shown in %q", shown, want.Edges, d.Edges)
	}
}
