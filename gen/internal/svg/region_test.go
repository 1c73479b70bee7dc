package svg

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/gen/internal/picture"
)

// parallel returns a state with regions, each of which has an arrow whose label has some characters.
func parallel(regions, characters int) *picture.Picture {
	p := &picture.Picture{Start: 0, Frame: -1, Blocks: []picture.Block{{Name: "Both", Parent: -1}}}
	p.Nodes = append(p.Nodes, picture.Node{Name: "all regions", Whole: true, Block: 0, Outcome: -1})
	for i := range regions {
		p.Blocks = append(p.Blocks, picture.Block{Name: fmt.Sprint("Part", i), Parent: 0, Region: true})
		from := len(p.Nodes)
		for _, name := range []string{"Begin", "End"} {
			p.Nodes = append(p.Nodes, picture.Node{Name: fmt.Sprint(name, i), Block: i + 1, Outcome: -1})
		}
		p.Edges = append(p.Edges, picture.Edge{From: from, To: from + 1, Block: -1, Labels: []picture.Label{{Event: strings.Repeat("x", characters)}}})
	}
	return p
}

func TestArrangements(t *testing.T) {
	for regions, want := range map[int][]int{0: {0}, 1: {0}, 2: {0, 1}, 3: {0, 2, 1}, 4: {0, 2, 1}, 5: {0, 3, 2, 1}, 9: {0, 5, 3, 2, 1}} {
		if d := cmp.Diff(want, arrangements(parallel(regions, 3))); d != "" {
			t.Errorf("%d regions (-want +got)\n%s", regions, d)
		}
	}
	p := parallel(4, 3)
	p.LeftToRight = true
	if d := cmp.Diff([]int{0}, arrangements(p)); d != "" {
		t.Error(d)
	}
}

// TestRegionsFit draws regions side by side, in two lines, and below each other, as the text needs it. What fits is kept in the next image.
func TestRegionsFit(t *testing.T) {
	image := func(characters int, earlier []byte) []byte {
		out, _, _ := Next(t.Context(), Part{Title: "Both", Picture: parallel(4, characters)}, Read(earlier), true)
		if e := Read(out); e == nil || e.width > legibleWidth {
			t.Errorf("%d characters: the image is not legible", characters)
		}
		return out
	}
	var earlier []byte
	for _, step := range []struct {
		characters int
		fresh      bool
		want       int
	}{
		{10, true, 0}, {12, false, 0}, {30, false, 2}, {10, false, 2}, {70, false, 1}, {30, false, 1}, {30, true, 2}, {10, true, 0},
	} {
		if step.fresh {
			earlier = nil
		}
		earlier = image(step.characters, earlier)
		if got := Read(earlier).columns; got != step.want {
			t.Errorf("%d characters: %d columns, want %d", step.characters, got, step.want)
		}
	}
	for _, hostile := range []string{"columns=0", "columns=", "columns=x", "columns=-1", "columns=99999999999999999999"} {
		text := bytes.Replace(image(30, nil), []byte("columns=2"), []byte(hostile), 1)
		if Read(text) != nil {
			t.Errorf("%s is believed", hostile)
		}
	}
}

// TestOverEachOther draws a state with regions that have room side by side only if nothing else is beside them: what comes before is above, and
// what follows is below. Then there is room for letters in place of guards.
func TestOverEachOther(t *testing.T) {
	p := picture.New(read(t, "../../../machines/orchestration/orchestration.fsm.yaml"))
	image, _, err := Next(t.Context(), Part{Title: "Orchestration", Picture: p}, nil, true)
	if err != nil {
		t.Fatal(err)
	}
	e := Read(image)
	frame := e.frames["Working/Execute"]
	for _, name := range []string{"Init", "Plan", "RecoverPlan"} {
		if e.centers[name].Y > frame.Min.Y {
			t.Errorf("%s at %v is not above the frame %v", name, e.centers[name], frame)
		}
	}
	for _, name := range []string{"Verify", "Refine", "Fallback", "Done", "Aborted"} {
		if e.centers[name].Y < frame.Max.Y {
			t.Errorf("%s at %v is not below the frame %v", name, e.centers[name], frame)
		}
	}
	for _, name := range []string{"Worker1", "Worker2", "Worker3"} {
		region := e.frames["Working/Execute/"+name]
		if region.Min.Y != e.frames["Working/Execute/Worker1"].Min.Y || region.Min.Y < e.centers["Working/Execute/all regions"].Y {
			t.Errorf("%s at %v is not beside the other regions below the box for all", name, region)
		}
	}
	if !strings.Contains(string(image), "[K, L]") { // after those of the events above
		t.Error("the image has no letters for guards")
	}
}

// TestAloneAbove draws a box without arrows above the frame beside it if states and frames are in rows, because they need the width.
func TestAloneAbove(t *testing.T) {
	p := &picture.Picture{Start: 0, Frame: -1, Blocks: []picture.Block{{Name: "Outer", Parent: -1}, {Name: "Inner", Parent: 0}}}
	for _, name := range []string{"First", "Second"} {
		p.Nodes = append(p.Nodes, picture.Node{Name: name, Block: 1, Outcome: -1})
	}
	p.Nodes = append(p.Nodes, picture.Node{Name: "any state", Any: true, Block: 0, Outcome: -1, Ignores: []string{"Go", "Stop"}})
	join(p, 0, 1, picture.Label{Event: "Go"})
	for wrap, want := range []bool{false, true} {
		d, err := drawWith(newWork(t.Context()), p, form{label: shortest, full: usual, wrap: wrap}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if box, frame := d.layout.Nodes[2], d.layout.Clusters[1]; (box.Max.Y <= frame.Min.Y) != want {
			t.Errorf("rows %d: the box is at %v, and the frame at %v", wrap, box, frame)
		}
	}
}
