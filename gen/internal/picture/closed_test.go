package picture_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/gen/internal/picture"
	"github.com/fsmgen/fsmgen/gen/internal/picture/picturetest"
	"github.com/fsmgen/fsmgen/spec"
)

const nested = `machine: Nested
events: {Go: {environment: true}, Stop: {environment: true}, Skip: {environment: true}}
ignore: [Go, Stop, Skip]
initial: Outer
states:
  Outer:
    initial: First
    on: {Stop: Rest}
    states:
      First: {on: {Go: Inner}}
      Inner:
        initial: Deep
        on: {Skip: First}
        states:
          Deep: {on: {Go: Deeper}}
          Deeper: {on: {Go: Rest}}
  Rest: {on: {Go: Deeper}}
`

// TestClosed closes the frames of a picture from the inside out.
func TestClosed(t *testing.T) {
	s, diags := spec.LoadWith("m.fsm.yaml", []byte(nested), nil)
	if s.Machine == nil {
		t.Fatal(diags)
	}
	whole, before := picture.New(s.Machine), picture.New(s.Machine)
	if whole.Depth() != 2 {
		t.Errorf("the depth is %d, want 2", whole.Depth())
	}
	for level, want := range map[int][]string{
		2: {"First → Inner: Go", "Inner → First: Skip", "Inner → Rest: Go", "Rest → Inner: Go", "any state → Rest: Stop"},
		1: {"Outer → Rest: Go, Stop", "Rest → Outer: Go"},
	} {
		p := whole.Closed(level)
		var got []string
		for _, e := range p.Edges {
			text := p.Nodes[e.From].Name + " → " + p.Nodes[e.To].Name + ": "
			var events []string
			for _, l := range e.Labels {
				if !slices.Contains(events, l.Event) {
					events = append(events, l.Event)
				}
			}
			slices.Sort(events)
			for i, event := range events {
				if i > 0 {
					text += ", "
				}
				text += event
			}
			got = append(got, text)
		}
		slices.Sort(got)
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("level %d (-want +got)\n%s", level, d)
		}
		if hidden := p.Hidden(); !slices.Equal(hidden, map[int][]string{1: {"Outer"}, 2: {"Inner"}}[level]) {
			t.Errorf("level %d hides %v", level, hidden)
		}
		if p.Start < 0 || p.Nodes[p.Start].Name != map[int]string{1: "Outer", 2: "First"}[level] {
			t.Errorf("level %d starts at %d", level, p.Start)
		}
		if len(p.Blocks) != level-1 {
			t.Errorf("level %d has %d frames", level, len(p.Blocks))
		}
	}
	// Blocks that are named are closed in the same way.
	if d := cmp.Diff([]int{0, 1}, whole.Composites()); d != "" {
		t.Errorf("what can be closed (-want +got)\n%s", d)
	}
	for block, level := range []int{1, 2} {
		shut := whole.Shut(block)
		if d := cmp.Diff(whole.Closed(level), shut.Picture); d != "" {
			t.Errorf("closed by level and by name: %s", d)
		}
		for i := range whole.Nodes {
			inside := block == 0 && whole.Nodes[i].Name != "Rest" || strings.HasPrefix(whole.Nodes[i].Name, "Deep")
			if at := shut.Nodes[i]; !whole.Nodes[i].Any && (at == shut.Box(whole, block)) != inside {
				t.Errorf("%s is shown by %+v", whole.Nodes[i].Name, shut.Picture.Nodes[at])
			}
		}
		if other := 1 - block; shut.Box(whole, other) >= 0 || shut.Blocks[block] >= 0 || (shut.Blocks[other] >= 0) != (block == 1) {
			t.Errorf("block %d is closed: %v", block, shut.Blocks)
		}
	}
	if p := whole.Closed(1, 0); !slices.Equal(p.Hidden(), []string{"Inner"}) {
		t.Errorf("beside the frame that stays open, %v are closed", p.Hidden())
	}
	if d := cmp.Diff(before, whole); d != "" {
		t.Errorf("the picture has changed: %s", d)
	}
	if d := cmp.Diff(whole, whole.Closed(3)); d != "" {
		t.Errorf("nothing is to be closed: %s", d)
	}
}

// TestClosedRegions closes the frames in regions, but no region, whose first state may be a closed frame.
func TestClosedRegions(t *testing.T) {
	s, diags := spec.LoadWith("trip.fsm.yaml", []byte(picturetest.Regions), nil)
	if s.Machine == nil {
		t.Fatal(diags)
	}
	whole := picture.New(s.Machine)
	for level := whole.Depth(); level > 0; level-- {
		p := whole.Closed(level)
		for i := range p.Nodes {
			if n := &p.Nodes[i]; n.Block >= len(p.Blocks) || n.Collapsed && slices.ContainsFunc(p.Blocks, func(b picture.Block) bool { return b.Name == n.Name }) {
				t.Errorf("level %d: %+v", level, n)
			}
		}
		for b := range whole.Blocks {
			if block := &whole.Blocks[b]; block.Region && slices.Contains(p.Hidden(), block.Name) {
				t.Errorf("level %d: the region %s is closed", level, block.Name)
			}
		}
	}
}
