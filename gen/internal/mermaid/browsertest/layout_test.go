package browsertest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"os"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/gen/internal/mermaid"
	"github.com/fsmgen/fsmgen/gen/internal/picture/picturetest"
	"github.com/fsmgen/fsmgen/spec/core"
)

// arrangement says where the parts of a drawn diagram are, in pixels at its natural size.
type arrangement struct {
	Width, Height float64
	// Font is the size of the text.
	Font   float64
	Edges  []line
	Labels []placed
	// Nodes are the boxes of states, and Titles the names of composite states.
	Nodes, Titles []placed
}

type point struct{ X, Y float64 }

type box struct{ X, Y, Width, Height float64 }

// line is an arrow, as points on it that are at most 4 pixels apart.
type line struct {
	ID     string
	Points []point
}

// placed is a text in a box. Edge is the arrow to which a label belongs.
type placed struct {
	Text, Edge string
	Box        box
}

// overlap returns the area that two boxes share.
func (b box) overlap(c box) float64 {
	w := min(b.X+b.Width, c.X+c.Width) - max(b.X, c.X)
	h := min(b.Y+b.Height, c.Y+c.Height) - max(b.Y, c.Y)
	return max(0, w) * max(0, h)
}

// distance returns how far a point is from a box.
func (b box) distance(p point) float64 {
	dx := max(b.X-p.X, 0, p.X-b.X-b.Width)
	dy := max(b.Y-p.Y, 0, p.Y-b.Y-b.Height)
	return math.Hypot(dx, dy)
}

// minOverlap is the area in pixels from which on two texts count as overlapping: boxes of texts have a margin.
const minOverlap = 30

// overlaps lists the labels that cover another label, a state, or the name of a composite state.
func (a *arrangement) overlaps() []string {
	var list []string
	for i, l := range a.Labels {
		for _, m := range a.Labels[i+1:] {
			if l.Box.overlap(m.Box) > minOverlap {
				list = append(list, fmt.Sprintf("%q and %q", l.Text, m.Text))
			}
		}
		for _, n := range append(a.Nodes, a.Titles...) {
			if l.Box.overlap(n.Box) > minOverlap {
				list = append(list, fmt.Sprintf("%q and the box of %q", l.Text, n.Text))
			}
		}
	}
	return list
}

// maxDistance is the largest distance in pixels between a label and its arrow: a line of text.
const maxDistance = 24

// astray lists the labels that do not lie on their arrow.
func (a *arrangement) astray() []string {
	var list []string
	for _, l := range a.Labels {
		near := math.Inf(1)
		for _, e := range a.Edges {
			if e.ID == l.Edge {
				for _, p := range e.Points {
					near = min(near, l.Box.distance(p))
				}
			}
		}
		if near > maxDistance {
			list = append(list, fmt.Sprintf("%q is %.0f px from its arrow", l.Text, near))
		}
	}
	return list
}

// column is the width of a page in pixels on GitHub.
const column = 900

// text returns the height of the text in pixels when the diagram is shown in a column.
func (a *arrangement) text() float64 { return a.Font * min(1, column/a.Width) }

// layout draws a diagram and reads off where its parts are.
func (p *page) layout(text string) (*arrangement, error) {
	quoted, err := json.Marshal(text)
	if err != nil {
		return nil, err
	}
	var a arrangement
	return &a, p.Eval(&a, "layout("+string(quoted)+")")
}

// TestLegible draws the diagrams that cards show, in each version of Mermaid, and checks that labels cover
// nothing, that each is at its arrow, and that the text is legible. The figures are those of the documents.
func TestLegible(t *testing.T) {
	page, err := os.ReadFile(documents)
	if err != nil {
		t.Fatal(err)
	}
	machines, _ := shipped(t)
	// Mermaid draws four regions side by side, which is too wide for a page.
	delete(machines, "bench/regions/four/four.fsm.yaml RegionsFour")
	for _, m := range []*core.Machine{picturetest.Fallback(), picturetest.Call(), picturetest.Endless()} {
		machines[m.Name] = m
	}
	for _, v := range append([]string{"mermaid-10"}, versions...) {
		t.Run(v, func(t *testing.T) {
			p := open(t, v)
			overlaps, astray := 0, 0
			least := math.Inf(1)
			heights := make(map[string]float64)
			for _, name := range slices.Sorted(maps.Keys(machines)) {
				for _, part := range mermaid.Pages(machines[name]) {
					text := string(part.Text())
					a, err := p.layout(text)
					if err != nil {
						t.Errorf("%s %s: %v\n%s", name, part.Title, err, text)
						continue
					}
					for _, what := range slices.Concat(a.overlaps(), a.astray()) {
						t.Errorf("%s %s: %s", name, part.Title, what)
					}
					limit := 10.0
					if slices.ContainsFunc(machines[name].States, func(s core.State) bool { return len(s.Regions) > 2 }) {
						limit = 7 // Mermaid draws regions side by side
					}
					if h := a.text(); h < limit {
						t.Errorf("%s %s: the text is %.1f px high in a column of %d", name, part.Title, h, column)
					}
					if part.Title == "" {
						heights[machines[name].Name] = a.text()
					}
					overlaps, astray = overlaps+len(a.overlaps()), astray+len(a.astray())
					least = min(least, a.text())
				}
			}
			row := fmt.Sprintf("| %s | %d | %d | %.1f px | %.1f px |", pinned(t, v), overlaps, astray, least, heights["Orchestration"])
			t.Log(row)
			if !bytes.Contains(page, []byte("\n"+row+"\n")) {
				t.Errorf("%s does not have the figures: %s", documents, row)
			}
		})
	}
}

// TestArrangement checks what the tests of the layout look for on drawings with faults.
func TestArrangement(t *testing.T) {
	at := func(x, y float64) box { return box{x, y, 100, 24} }
	a := &arrangement{
		Width: 1800, Font: 16,
		Edges: []line{{"a", []point{{50, 0}, {50, 4}, {50, 12}}}, {"b", []point{{300, 0}, {300, 100}}}},
		Labels: []placed{
			{"on its arrow", "a", at(0, 0)},
			{"over the first", "a", at(90, 0)},
			{"far away", "b", at(0, 200)},
		},
		Nodes:  []placed{{"Node", "", at(60, 210)}},
		Titles: []placed{{"Title", "", at(400, 400)}},
	}
	want := []string{`"on its arrow" and "over the first"`, `"far away" and the box of "Node"`}
	if d := cmp.Diff(want, a.overlaps()); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff([]string{`"over the first" is 40 px from its arrow`, `"far away" is 224 px from its arrow`}, a.astray()); d != "" {
		t.Error(d)
	}
	if a.text() != 8 {
		t.Errorf("the text is %v px high", a.text())
	}
}
