package svg

import (
	"fmt"
	"slices"
	"testing"

	"github.com/fsmgen/fsmgen/gen/internal/picture"
)

// TestHoles deletes states, which leaves a hole, and changes an image without one.
func TestHoles(t *testing.T) {
	chain := func(from, to int) *picture.Picture {
		p := &picture.Picture{Start: 0, Frame: -1}
		for i := range 10 {
			if i > from && i < to {
				continue
			}
			p.Nodes = append(p.Nodes, picture.Node{Name: fmt.Sprint("Step", i), Block: -1, Outcome: -1})
			if n := len(p.Nodes); n > 1 {
				join(p, n-2, n-1, picture.Label{Event: "Next"})
			}
		}
		return p
	}
	part := Part{Title: "Chain", Picture: chain(9, 9)}
	image, _, err := Next(t.Context(), part, nil, true)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name   string
		change func(*picture.Picture)
		holes  bool
	}{
		{"nothing", func(*picture.Picture) {}, false},
		{"some states", func(p *picture.Picture) { *p = *chain(2, 8) }, true},
		{"the last arrow", func(p *picture.Picture) { p.Edges = slices.Delete(p.Edges, 8, 9) }, false},
		{"a name", func(p *picture.Picture) { p.Nodes[4].Name = "Fourth" }, false},
	} {
		part.Picture = chain(9, 9)
		test.change(part.Picture)
		next, _, err := Next(t.Context(), part, Read(image), true)
		if err != nil {
			t.Fatal(err)
		}
		kept, anew, err := Holes(t.Context(), part, Read(image), next)
		if err != nil || (kept != anew) != test.holes {
			t.Errorf("%s: %v, %v, %v", test.name, kept, anew, err)
		}
		if width, height := sizeOf(t, next); test.holes && (kept != Size{width, height} || anew.Height > 2*kept.Height/3) {
			t.Errorf("%s: the image is %d x %d, not %v, and a new one %v", test.name, width, height, kept, anew)
		}
	}
}
