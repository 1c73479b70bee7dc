package explore

import (
	"math"
	"slices"
	"testing"

	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// TestSet compares sets with a map, with and without a known space.
func TestSet(t *testing.T) {
	for _, space := range []uint64{0, 1 << 10, 1 << 18, 1 << 62} {
		r := sample.Rand(t)
		s, want := set{space: space}, map[uint64]uint32{}
		for range 60000 {
			word := r.Uint64N(1 << 20)
			if space > 0 {
				word = r.Uint64N(min(space, 1<<20))
			}
			_, known := want[word]
			if s.has(word) != known {
				t.Fatalf("space %d: has %d: %t", space, word, !known)
			}
			if s.insert(word) == known {
				t.Fatalf("space %d: %d is new: %t", space, word, known)
			}
			if !known {
				want[word] = uint32(len(want))
			}
		}
		if dense := s.bits != nil; dense != (space > 0 && space < 1<<20) {
			t.Errorf("space %d: bits %t", space, dense)
		}
		s.seal()
		if s.len() != len(want) {
			t.Errorf("space %d: %d words, want %d", space, s.len(), len(want))
		}
		for word := range uint64(1 << 20) {
			n, ok := s.find(word)
			if number, known := want[word]; ok != known || ok && (n != number || s.words.at(int(n)) != word) {
				t.Fatalf("space %d: find %d: %d, %t; want %d, %t", space, word, n, ok, number, known)
			}
		}
		if _, ok := s.find(unknown); ok {
			t.Error("the word that is none is found")
		}
	}
}

// Words of every part of a radix must decode to what was encoded, in short
// spaces and in long ones.
func TestRadix(t *testing.T) {
	for _, size := range []string{"0..6", "-5..3000", "-1000000..1000000000"} {
		b := build(t, "Radix")
		b.variable("a", "int", size, "0")
		b.variable("one", "int", "7..7", "7")
		b.variable("flag", "bool", "", "true")
		b.variable("raw", "[]byte", "", "")
		b.datum("B", "x", "int", size)
		b.datum("B", "y", "bool", "")
		b.datum("C", "z", "int", "-3..-1")
		for _, s := range []string{"A", "B", "C", "D"} {
			b.state(s)
		}
		m := b.machine()
		claims, start, fault := begin(m, &expr.Env{}, 2)
		if fault != nil {
			t.Fatal(fault.Err)
		}
		x, ok := newRadix(m, claims, start)
		if !ok || !x.strict {
			t.Fatalf("no layout for %s", size)
		}
		if want := size != "-1000000..1000000000"; x.short != want {
			t.Errorf("size %s: short %t", size, x.short)
		}
		w := &walker{m: m, radix: x}
		w.prepare()
		r := sample.Rand(t)
		for i := range uint64(20000) {
			word := r.Uint64N(x.total)
			if i < 100 {
				word = i % x.total
			} else if i < 200 {
				word = x.total - 1 - i%x.total
			}
			state, vars := w.values(word)
			again, ok := x.encode(state, vars)
			if !ok || again != word {
				t.Fatalf("size %s: word %d is %d %v, which is %d, %t", size, word, state, vars, again, ok)
			}
			for v, c := range claims {
				if m.Exists(v, state) && m.Vars[v].Type.Scalar() && !c.admits(vars[v]) {
					t.Fatalf("size %s: word %d has %d for %s", size, word, vars[v], m.Vars[v].Name)
				}
			}
		}
		vars := []int64{0, 7, 1, 0, 0, 0, 0}
		if _, ok := x.encode(0, vars); !ok {
			t.Error("a configuration has no word")
		}
		for v, bad := range map[int]int64{0: math.MaxInt64, 1: 8, 2: 2} {
			other := slices.Clone(vars)
			other[v] = bad
			if _, ok := x.encode(0, other); ok {
				t.Errorf("%v has a word", other)
			}
		}
	}
}

// TestTuples encodes configurations in any order, each near another.
func TestTuples(t *testing.T) {
	for _, n := range []int{0, 1, 2, 3, 7, 62, 63, 64, 65, 130} {
		b := build(t, "Tuples")
		for i := range n {
			b.variable("v"+string(rune('a'+i%26))+string(rune('a'+i/26)), "int", "", "0")
		}
		b.state("A")
		b.state("B")
		tu := newTuples(b.machine())
		r := sample.Rand(t)
		near, vars := tu.newTree(make([]int64, n)), make([]int64, n)
		type config struct {
			state int
			vars  []int64
		}
		known := map[uint64]config{}
		var list []uint64
		for range 3000 {
			state := r.IntN(2)
			for range r.IntN(3) {
				if n > 0 {
					vars[r.IntN(n)] = []int64{0, 1, -1, math.MaxInt64, math.MinInt64, small, small - 1}[r.IntN(7)]
				}
			}
			word, ok := tu.encode(state, vars, &near)
			if !ok {
				t.Fatal("no word")
			}
			if c, ok := known[word]; ok && (c.state != state || !slices.Equal(c.vars, vars)) {
				t.Fatalf("%d variables: %v and %d %v share a word", n, c, state, vars)
			} else if !ok {
				known[word] = config{state, slices.Clone(vars)}
				list = append(list, word)
			}
			word = list[r.IntN(len(list))]
			tu.decode(word, &near)
			if c := known[word]; near.state != c.state || !slices.Equal(near.vars, c.vars) {
				t.Fatalf("%d variables: word %d is %d %v, want %v", n, word, near.state, near.vars, c)
			}
		}
		// A configuration that is known has only one word.
		tu.frozen = true
		for _, word := range list {
			c := known[word]
			if again, ok := tu.encode(c.state, c.vars, &near); !ok || again != word {
				t.Fatalf("%d variables: the word of %v is %d, then %d", n, c, word, again)
			}
		}
	}
}
