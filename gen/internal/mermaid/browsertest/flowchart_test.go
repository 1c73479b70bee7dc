package browsertest

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/gen/internal/mermaid"
	"github.com/fsmgen/fsmgen/gen/internal/picture"
	"github.com/fsmgen/fsmgen/gen/internal/picture/picturetest"
)

//go:embed flowchart.js
var flowScript string

// flowDrawn is what a flowchart looks like, as flowchart.js reads it off.
type flowDrawn struct {
	Nodes []struct{ ID, Text, Fill, Color string }
	// Blocks are the titles of frames.
	Blocks []string
	Arrows []struct {
		ID, Text, Stroke, Width, Dash string
	}
	Active []string
}

// flow draws a flowchart and reads off what it looks like.
func (p *page) flow(t *testing.T, text string) *flowDrawn {
	t.Helper()
	var ready bool
	if err := p.Eval(&ready, flowScript+"; true"); err != nil {
		t.Fatal(err)
	}
	quoted, err := json.Marshal(text)
	if err != nil {
		t.Fatal(err)
	}
	var d flowDrawn
	if err := p.Eval(&d, "flow("+string(quoted)+")"); err != nil {
		t.Errorf("%v\n%s", err, text)
	}
	if len(d.Active) > 0 {
		t.Errorf("the drawing has what can act: %q\n%s", d.Active, text)
	}
	return &d
}

// looks are the colors of arrows by mark, and whether they are dashed.
var looks = map[picture.Mark]string{
	picture.Same: "rgb(140, 149, 159) 1px", picture.Added: "rgb(45, 164, 78) 4px", picture.Removed: "rgb(229, 83, 75) 3px dashed", picture.Changed: "rgb(212, 160, 23) 3px",
}

// checkFlow draws a picture of two versions, and compares texts letter for letter, up to white space, and the looks of
// arrows.
func (p *page) checkFlow(t *testing.T, pic *picture.Picture) {
	t.Helper()
	text := string(mermaid.Flowchart(pic, 50_000))
	got := p.flow(t, text)
	var nodes, blocks, arrows []string
	for _, n := range pic.Nodes {
		nodes = append(nodes, said(n))
	}
	for i := range pic.Starts {
		nodes = append(nodes, "")
		mark, label := pic.Starts[i].Mark, ""
		if mark != picture.Same {
			label = mark.Sign() + "start"
		}
		arrows = append(arrows, fmt.Sprintf("start%d>n%d %s %s", i+1, pic.Starts[i].Node+1, looks[mark], label))
	}
	if len(pic.Notes) > 0 {
		nodes = append(nodes, strings.Join(pic.Notes, "\n"))
	}
	for _, b := range pic.Blocks {
		blocks = append(blocks, b.Mark.Sign()+b.Name)
	}
	end := func(node int) string { return fmt.Sprintf("n%d", node+1) }
	for _, e := range pic.Edges {
		for mark, look := range looks {
			var list []string
			for _, l := range e.Labels {
				if l.Mark == mark {
					list = append(list, labelSaid(l))
				}
			}
			if len(list) > 1 {
				list[0] = "• " + list[0]
			}
			if len(list) > 0 {
				arrows = append(arrows, end(e.From)+">"+end(e.To)+" "+look+" "+strings.Join(list, "• "))
			}
		}
	}
	var drawnNodes, drawnArrows []string
	for _, n := range got.Nodes {
		drawnNodes = append(drawnNodes, strings.ReplaceAll(n.Text, "\u200b", ""))
		if n.ID != "" && strings.HasPrefix(n.ID, "n") && !readable(n.Fill, n.Color) {
			t.Errorf("the text of %q has the color %s on %s", n.Text, n.Color, n.Fill)
		}
	}
	for _, a := range got.Arrows {
		parts := strings.Split(a.ID, "_")
		look := a.Stroke + " " + a.Width
		if dashed(a.Dash) {
			look += " dashed"
		}
		drawnArrows = append(drawnArrows, parts[len(parts)-3]+">"+parts[len(parts)-2]+" "+look+" "+a.Text)
	}
	for _, x := range []struct {
		what       string
		want, have []string
	}{{"nodes", nodes, drawnNodes}, {"blocks", blocks, got.Blocks}, {"arrows", arrows, drawnArrows}} {
		if d := cmp.Diff(picturetest.Bare(x.want), picturetest.Bare(x.have)); d != "" {
			t.Errorf("%s: (-picture +drawn) %s\n%s", x.what, d, text)
		}
	}
}

// dashed reports whether a line has the dashes of what is removed. Mermaid 12 also has patterns that leave a gap for the
// arrowhead.
func dashed(pattern string) bool { return strings.HasPrefix(pattern, "6px, 4px") }

// said is the text of a node.
func said(n picture.Node) string {
	text := n.Mark.Sign() + n.Name
	if n.Was != "" {
		text += " (was " + n.Was + ")"
	}
	for _, l := range n.Stays {
		text += "\n" + labelSaid(l)
	}
	return text
}

// labelSaid is the text of a label.
func labelSaid(l picture.Label) string {
	if l.Mark == picture.Same {
		return l.Event
	}
	return strings.Join(append([]string{l.Mark.Sign() + l.String()}, l.Was...), "\n")
}

// readable reports whether a text has a contrast of at least 4.5 (WCAG 2.1 AA) on its background.
func readable(fill, color string) bool {
	light := func(text string) float64 {
		var r, g, b int
		if _, err := fmt.Sscanf(text, "rgb(%d, %d, %d)", &r, &g, &b); err != nil {
			return -1
		}
		return picturetest.Luminance(r, g, b)
	}
	a, b := light(fill), light(color)
	return a >= 0 && b >= 0 && (max(a, b)+0.05)/(min(a, b)+0.05) >= 4.5
}

// TestHostileFlowcharts draws hostile texts in every place of a flowchart.
func TestHostileFlowcharts(t *testing.T) {
	for _, v := range versions {
		t.Run(v, func(t *testing.T) {
			p := open(t, v)
			for texts := range slices.Chunk(picturetest.HostileTexts(), 8) {
				t.Run(fmt.Sprintf("%q", texts[0]), func(t *testing.T) {
					p.checkFlow(t, picturetest.Versions(texts))
				})
			}
			p.quiet(t)
		})
	}
}

// TestSeesColors checks that a wrong color of an arrow is found.
func TestSeesColors(t *testing.T) {
	p := open(t, versions[0])
	d := p.flow(t, "flowchart TB\n    n1 --> n2\n    n2 -->|\"x\"| n1\n    linkStyle 1 stroke:#2da44e,stroke-width:4px,stroke-dasharray:6 4\n")
	if len(d.Arrows) != 2 || d.Arrows[0].Stroke == d.Arrows[1].Stroke || dashed(d.Arrows[0].Dash) || !dashed(d.Arrows[1].Dash) || d.Arrows[1].Text != "x" {
		t.Errorf("%+v", d.Arrows)
	}
}
