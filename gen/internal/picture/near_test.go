package picture

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// ring is a picture of two versions with states in a ring, of which those from the third on are in blocks of two.
func ring(states int) *Picture {
	p := &Picture{Frame: -1, Start: -1, Starts: []Start{{Node: 0}}}
	for i := range states {
		n := Node{Name: fmt.Sprint("S", i), Block: -1, Outcome: -1}
		if i >= 2 {
			n.Block = (i - 2) / 2
			if n.Block == len(p.Blocks) {
				p.Blocks = append(p.Blocks, Block{Name: fmt.Sprint("B", n.Block), Parent: -1})
			}
		}
		p.Nodes = append(p.Nodes, n)
		p.Edges = append(p.Edges, Edge{From: i, To: (i + 1) % states, Block: -1, Labels: []Label{{Event: "Go"}}})
	}
	return p
}

// said writes a part of a picture in words.
func said(p *Picture, states, edges int) string {
	var b strings.Builder
	name := func(node int) string { return p.Nodes[node].Name }
	for _, n := range p.Nodes {
		b.WriteString(n.Name)
		if n.Block >= 0 {
			b.WriteString(" in " + p.Blocks[n.Block].Name)
		}
		b.WriteString(", ")
	}
	for _, s := range p.Starts {
		b.WriteString("start " + p.Nodes[s.Node].Name + ", ")
	}
	for _, e := range p.Edges {
		b.WriteString(name(e.From) + ">" + name(e.To) + ", ")
	}
	fmt.Fprintf(&b, "without %d and %d", states, edges)
	return b.String()
}

func TestNear(t *testing.T) {
	for _, test := range []struct {
		name   string
		states int
		change func(*Picture)
		want   string
	}{
		{"small", 4, func(p *Picture) {}, "S0, S1, S2 in B0, S3 in B0, start S0, S0>S1, S1>S2, S2>S3, S3>S0, without 0 and 0"},
		{"nothing", 20, func(p *Picture) {}, "without 20 and 20"},
		{"state", 20, func(p *Picture) { p.Nodes[5].Mark = Changed }, "S4 in B1, S5 in B1, S6 in B2, S4>S5, S5>S6, without 17 and 18"},
		{"row", 20, func(p *Picture) { p.Nodes[1].Stays = []Label{{Event: "E", Mark: Added}} }, "S0, S1, S2 in B0, start S0, S0>S1, S1>S2, without 17 and 18"},
		{"arrow", 20, func(p *Picture) { p.Edges[8].Labels = append(p.Edges[8].Labels, Label{Event: "E", Mark: Removed}) },
			"S7 in B2, S8 in B3, S9 in B3, S10 in B4, S7>S8, S8>S9, S9>S10, without 16 and 17"},
		{"start", 20, func(p *Picture) { p.Starts = []Start{{0, Removed}, {9, Added}} },
			"S0, S1, S8 in B3, S9 in B3, S10 in B4, S19 in B8, start S0, start S9, S0>S1, S8>S9, S9>S10, S19>S0, without 14 and 16"},
		{"hub", 20, func(p *Picture) {
			for i := 2; i < 12; i++ {
				p.Edges = append(p.Edges, Edge{From: i, To: 0, Labels: []Label{{Event: "E"}}})
			}
			p.Edges[1].Labels[0].Mark = Changed
			p.Nodes[0].Mark = Changed
		}, "S0, S1, S2 in B0, S3 in B0, start S0, S0>S1, S1>S2, S2>S3, S2>S0, without 16 and 26"},
		{"any", 20, func(p *Picture) {
			p.Nodes = append(p.Nodes, Node{Name: "any", Any: true, Block: 8, Outcome: -1})
			p.Edges = append(p.Edges, Edge{From: 20, To: 1, Labels: []Label{{Event: "E", Mark: Changed}}})
		}, "S0, S1, S2 in B0, any in B8, start S0, S0>S1, S1>S2, any>S1, without 17 and 18"},
	} {
		p := ring(test.states)
		test.change(p)
		if d := cmp.Diff(test.want, said(p.Near())); d != "" {
			t.Errorf("%s: -want +got:\n%s", test.name, d)
		}
	}
}
