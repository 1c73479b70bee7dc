package explore

import (
	"testing"

	"github.com/fsmgen/fsmgen/spec/expr"
)

// TestShared checks that equal guards and updates are compiled once, and different ones are not
// taken for each other.
func TestShared(t *testing.T) {
	s := newShared()
	leaf := func(v int) *node { return &node{v: v, lo: 0, hi: 9, safe: true} }
	above := func(v int, k int64) *node { return combine(expr.Gt, leaf(v), constant(k)) }
	both := func(k int64) *node { return combine(expr.And, above(0, 1), above(1, k)) }
	first, again, other := s.tests(both(2)), s.tests(both(2)), s.tests(both(3))
	if len(first) != 2 || &first[0] != &again[0] {
		t.Error("equal guards are compiled twice")
	}
	if len(other) != 2 || first[1].lo == other[1].lo && first[1].span == other[1].span {
		t.Errorf("guards %+v and %+v are taken for each other", first[1], other[1])
	}
	set := func(v int, enters bool) []assign {
		return s.assigns([]update{{v, above(0, 1), enters}, {1, leaf(2), false}})
	}
	if a, b := set(3, true), set(3, true); len(a) != 2 || &a[0] != &b[0] {
		t.Error("equal updates are compiled twice")
	}
	for _, b := range [][]assign{set(4, true), set(3, false)} {
		if a := set(3, true)[0]; a.v == b[0].v && a.enters == b[0].enters {
			t.Errorf("updates %+v and %+v are taken for each other", a, b[0])
		}
	}
}
