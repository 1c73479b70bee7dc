package svg

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/gen/internal/layout"
	"github.com/fsmgen/fsmgen/gen/internal/picture"
)

// toError returns a picture of a chain of steps from each of which an arrow leads to an error.
func toError(steps int) *picture.Picture {
	p := &picture.Picture{Start: 0, Frame: -1, Outcomes: []picture.Outcome{{Name: "failure"}}}
	for i := range steps {
		p.Nodes = append(p.Nodes, picture.Node{Name: fmt.Sprint("Step", i), Block: -1, Outcome: -1})
		if i > 0 {
			join(p, i-1, i, picture.Label{Event: "Next"})
		}
	}
	p.Nodes = append(p.Nodes, picture.Node{Name: "Error", Block: -1, Outcome: 0})
	for i := range steps {
		join(p, i, steps, picture.Label{Event: fmt.Sprint("Fail", i)})
	}
	return p
}

// pills returns the number of arrows of an image that end at the name of a state.
func pills(image []byte) int { return bytes.Count(image, []byte(`<g class="jump`)) }

func nextOf(t *testing.T, p *picture.Picture, e *Earlier) []byte {
	t.Helper()
	image, _, err := Next(t.Context(), Part{Title: "Steps", Picture: p}, e, true)
	if err != nil {
		t.Fatal(err)
	}
	return image
}

// TestJumps draws a state to which many arrows lead from everywhere: they end at its name, near to where they begin, and one leads to it.
func TestJumps(t *testing.T) {
	const steps = 10
	p := toError(steps)
	image := nextOf(t, p, nil)
	if n := pills(image); n < steps/2 || n >= steps {
		t.Errorf("%d of %d arrows end at a name", n, steps)
	}
	text := string(image)
	for i := range steps {
		if said := fmt.Sprintf("<title>Step%d → Error: Fail%d</title>", i, i); strings.Count(text, said) != 1 {
			t.Errorf("%q is not in the image once", said)
		}
	}
	if n := pills(image); !strings.Contains(text, fmt.Sprintf("←%d<", n)) || strings.Count(text, "ends at “→ name”") != 1 || !strings.Contains(text, "by name from Step0, ") {
		t.Error("the state and the legend do not say that arrows lead there by name")
	}
	if found, pairs := met(lines(t, image)); found.near+found.heads+found.ports+found.turns > 0 {
		t.Errorf("%+v %v", found, pairs)
	}
	if !bytes.Equal(nextOf(t, p, Read(image)), image) {
		t.Error("the image is not the next one of itself")
	}
	if n := pills(nextOf(t, toError(hubArrows-1), nil)); n > 0 {
		t.Errorf("%d arrows end at a name where few lead", n)
	}
}

// TestFarArrow draws a chain with one arrow from its begin to near its end: this is too long to be drawn. A shorter one is.
func TestFarArrow(t *testing.T) {
	for steps, want := range map[int]int{9: 0, 20: 1} {
		p := &picture.Picture{Start: 0, Frame: -1, Outcomes: []picture.Outcome{{Name: "done"}}}
		for i := range steps {
			p.Nodes = append(p.Nodes, picture.Node{Name: fmt.Sprint("Step", i), Block: -1, Outcome: -1})
			if i > 0 {
				join(p, i-1, i, picture.Label{Event: "Next"})
			}
		}
		p.Nodes[steps-1].Outcome = 0
		join(p, 0, steps-2, picture.Label{Event: "Restore"})
		if n := pills(nextOf(t, p, nil)); n != want {
			t.Errorf("%d of the arrows of %d steps end at a name, want %d", n, steps, want)
		}
	}
}

// TestJumpsStay changes such a picture. Names at the ends of arrows stay where they were, and an image without them does not get any.
func TestJumpsStay(t *testing.T) {
	const steps = 10
	image := nextOf(t, toError(steps), nil)
	was := Read(image)
	more := toError(steps)
	more.Nodes = append(more.Nodes, picture.Node{Name: "Extra", Block: -1, Outcome: -1})
	join(more, 3, steps+1, picture.Label{Event: "Leave"})
	join(more, steps+1, steps, picture.Label{Event: "Fail"})
	renamed := toError(steps)
	renamed.Nodes[4].Name = "Other"
	for name, p := range map[string]*picture.Picture{"a state is new": more, "a state has another name": renamed} {
		next := nextOf(t, p, was)
		if n := pills(next); n < pills(image) {
			t.Errorf("%s: %d arrows end at a name, and %d before", name, n, pills(image))
		}
		is, stay := Read(next), 0
		for key, at := range was.centers {
			if now, ok := is.centers[key]; ok && strings.Contains(key, jumpSign) && far(at, now) < 12 {
				stay++
			}
		}
		if stay < pills(image)-2 {
			t.Errorf("%s: only %d of %d names are where they were", name, stay, pills(image))
		}
	}
	few := nextOf(t, toError(hubArrows-2), nil)
	if n := pills(nextOf(t, toError(hubArrows), Read(few))); n > 0 {
		t.Errorf("%d arrows of an image without such arrows end at a name", n)
	}
}

// TestJumpsShowChanges draws a changed arrow that ends at a name.
func TestJumpsShowChanges(t *testing.T) {
	p := toError(10)
	image := nextOf(t, p, nil)
	changed := toError(10)
	for i := range changed.Edges {
		if e := &changed.Edges[i]; e.To == 10 && e.From == 1 {
			e.Labels[0].Mark = picture.Added
		}
	}
	if text := string(nextOf(t, changed, Read(image))); !strings.Contains(text, `<g class="jump added"`) || !strings.Contains(text, `<g class="arrow added"`) {
		t.Error("the added arrow does not look like one")
	}
}

func far(a, b layout.Point) int { return max(a.X-b.X, b.X-a.X) + max(a.Y-b.Y, b.Y-a.Y) }
