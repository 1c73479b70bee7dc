package explore

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestOverlap asks for pairs of alternatives of which both hold, some, and
// none.
func TestOverlap(t *testing.T) {
	b := build(t, "Overlaps")
	b.external("ready")
	b.variable("n", "int", "0..5", "0")
	b.event("Go", "a int")
	b.on("S", "Go", "n < 2", "S", "n: n + 1")
	b.on("S", "Go", "n > 3", "Done")
	b.on("S", "Go", "n >= 2 && event.a > 7", "S", "n: n + 1")
	b.on("S", "Go", "n == 4 || n == 2 && ready && event.a == 9", "Done")
	b.terminal("Done")
	m := b.machine()
	g := Explore(t.Context(), m, nil, 100)
	for _, tt := range []struct {
		first, second int
		steps         int // -1 where there is no overlap
		fields        []int64
	}{
		{0, 1, -1, nil},
		{0, 2, -1, nil},
		{1, 2, 4, []int64{8}},
		{1, 3, 4, []int64{-1}},
		{2, 3, 2, []int64{9}},
	} {
		o, ok := g.Overlap(tt.first, tt.second, 10_000)
		if ok != (tt.steps >= 0) {
			t.Errorf("%d and %d overlap: %t", tt.first, tt.second, ok)
		}
		if !ok {
			continue
		}
		if err := o.Replay(m); err != nil {
			t.Error(err)
		}
		if len(o.Run.Steps) != tt.steps || tt.fields[0] > 0 && cmp.Diff(tt.fields, o.Fields) != "" {
			t.Errorf("%d and %d overlap after %d steps with %v", tt.first, tt.second, len(o.Run.Steps), o.Fields)
		}
		for _, wrong := range []func(*Overlap){
			func(o *Overlap) { o.First, o.Second = o.Second, o.First },
			func(o *Overlap) { o.First = 0 },
			func(o *Overlap) { o.Run.Steps = o.Run.Steps[:len(o.Run.Steps)-1] },
			func(o *Overlap) { o.Fields = nil },
		} {
			bad := o
			wrong(&bad)
			if bad.Replay(m) == nil {
				t.Errorf("a wrong overlap of %d and %d is accepted", tt.first, tt.second)
			}
		}
	}
	if _, ok := g.Overlap(2, 3, 3); ok {
		t.Error("an overlap after three tries")
	}
}
