package svg

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"testing"

	"github.com/fsmgen/fsmgen/gen/internal/layout"
	"github.com/fsmgen/fsmgen/gen/internal/picture"
	"github.com/fsmgen/fsmgen/internal/sample"
)

// TestTogether draws machines beside versions with a change in one place, and expects what is in both in the same place.
func TestTogether(t *testing.T) {
	first := sample.Seed(t)
	moved, states := 0, 0
	for i, m := range machines(t, sample.Size(4, 6, 1000)) {
		for k, edit := range edits {
			p, q := picture.New(m), picture.New(m)
			if len(p.Nodes) > 60 || !edit.edit(rand.New(rand.NewPCG(first+uint64(i), uint64(k))), q) {
				continue
			}
			one, two, _, err := Together(t.Context(), Part{Title: m.Name, Picture: p}, Part{Title: m.Name, Picture: q})
			if err != nil {
				t.Fatal(err)
			}
			left, right := image(t, []Part{one}), image(t, []Part{two})
			if size := regexp.MustCompile(`<svg [^>]*>`); size.FindString(string(left)) != size.FindString(string(right)) {
				t.Errorf("%s, %s: the images have different sizes", m.Name, edit.name)
			}
			a, b := places(t, left), places(t, right)
			for key, from := range a {
				if to, ok := b[key]; ok {
					states++
					if from != to {
						moved++
						t.Logf("%s, %s: %s is at %v and %v", m.Name, edit.name, key, from, to)
					}
				}
			}
		}
	}
	t.Logf("%d of %d states and frames are elsewhere", moved, states)
	if 50*moved > states {
		t.Errorf("%d of %d states are elsewhere", moved, states)
	}
}

// places returns where states and frames begin, by key.
func places(t *testing.T, image []byte) map[string]layout.Point {
	t.Helper()
	e := Read(image)
	if e == nil {
		t.Fatal("the image has no places")
	}
	list := make(map[string]layout.Point)
	for key, p := range e.centers {
		list[key] = p
	}
	return list
}

// TestUnion expects everything of two different machines in their union.
func TestUnion(t *testing.T) {
	list := machines(t, sample.Size(3, 4, 60))
	for i := range list[1:] {
		p, q := picture.New(list[i]), picture.New(list[i+1])
		u := picture.Union(p, q)
		for _, of := range []*picture.Picture{p, q} {
			for _, n := range of.Nodes {
				if !slices.ContainsFunc(u.Nodes, func(m picture.Node) bool { return m.Name == n.Name && m.Any == n.Any && m.Whole == n.Whole }) {
					t.Errorf("the union of %s and %s has no %s", list[i].Name, list[i+1].Name, n.Name)
				}
			}
			for _, e := range of.Edges {
				if !slices.ContainsFunc(u.Edges, func(f picture.Edge) bool {
					return u.Nodes[f.From].Name == of.Nodes[e.From].Name && u.Nodes[f.To].Name == of.Nodes[e.To].Name && len(f.Labels) >= len(e.Labels)
				}) {
					t.Errorf("the union of %s and %s has no arrow from %s to %s", list[i].Name, list[i+1].Name, of.Nodes[e.From].Name, of.Nodes[e.To].Name)
				}
			}
		}
		if image, _, _ := Next(t.Context(), Part{Title: "Both", Picture: u}, nil, true); Read(image) == nil {
			t.Errorf("the union of %s and %s has no image", list[i].Name, list[i+1].Name)
		}
	}
}
