package explore

import "github.com/fsmgen/fsmgen/spec/core"

// tuples packs configurations of any values into words. The state and the
// values are the leaves of a binary tree whose inner nodes are numbered pairs;
// the word is the pair at the root (the tree compression of Blom, Lisper, van
// de Pol and Weber, STTT 2011). Equal configurations have equal words.
type tuples struct {
	scalar []int // the variables that have a value
	// large numbers the values that do not stand for themselves.
	large set
	pairs set
	// frozen forbids new entries, so that readers may share the tables.
	frozen bool
}

// small is the end of the values that stand for themselves.
const small = 1 << 31

// tree is a configuration that was decoded, with the numbers of its subtrees
// by position: the root is 1, the children of p are 2p and 2p+1. Encoding a
// configuration that is nearly the same looks up only what differs.
type tree struct {
	state   int
	vars    []int64
	numbers []uint64
	// differs marks the leaves in which another configuration differs.
	differs uint64
}

func newTuples(m *core.Machine) *tuples {
	t := &tuples{}
	for v := range m.Vars {
		if m.Vars[v].Type.Scalar() {
			t.scalar = append(t.scalar, v)
		}
	}
	return t
}

// newTree returns a tree that decode fills. It keeps the values in vars.
func (t *tuples) newTree(vars []int64) tree {
	return tree{state: -1, vars: vars, numbers: make([]uint64, 4*(len(t.scalar)+1))}
}

// encode returns the word of a configuration. Once t is frozen there may be
// none. near must have been decoded from t, or be new.
func (t *tuples) encode(state int, vars []int64, near *tree) (uint64, bool) {
	if near.state < 0 {
		near.differs = ^uint64(0)
		return t.word(state, vars, near, 1, 0, len(t.scalar)+1)
	}
	near.differs = 0
	if state != near.state {
		near.differs = 1
	}
	for i, v := range t.scalar {
		if vars[v] != near.vars[v] {
			near.differs |= leaves(i+1, i+2)
		}
	}
	return t.word(state, vars, near, 1, 0, len(t.scalar)+1)
}

// leaves returns a bit for each leaf from lo up to but not including hi. The
// leaves from 63 on share one.
func leaves(lo, hi int) uint64 {
	return ^uint64(0) << min(lo, 63) & (^uint64(0) >> (63 - min(hi-1, 63)))
}

// word returns the pair for the leaves from lo up to but not including hi,
// where leaf 0 is the state. The word of a single leaf is its number.
func (t *tuples) word(state int, vars []int64, near *tree, at, lo, hi int) (word uint64, ok bool) {
	switch {
	case lo == 0 && hi == 1:
		return uint64(state), true
	case hi == lo+1:
		v := vars[t.scalar[lo-1]]
		if 0 <= v && v < small {
			return uint64(v), true
		}
		n, ok := t.number(&t.large, uint64(v))
		return small + uint64(n), ok
	}
	mid := (lo + hi) / 2
	x, okX := t.branch(state, vars, near, 2*at, lo, mid)
	y, okY := t.branch(state, vars, near, 2*at+1, mid, hi)
	return x<<32 | y, okX && okY
}

// branch returns the number of a subtree.
func (t *tuples) branch(state int, vars []int64, near *tree, at, lo, hi int) (number uint64, ok bool) {
	if near.differs&leaves(lo, hi) == 0 {
		return near.numbers[at], true
	}
	word, ok := t.word(state, vars, near, at, lo, hi)
	if hi == lo+1 || !ok {
		return word, ok
	}
	n, ok := t.number(&t.pairs, word)
	return uint64(n), ok
}

func (t *tuples) number(s *set, word uint64) (uint32, bool) {
	if t.frozen {
		return s.find(word)
	}
	n, _ := s.number(word)
	return n, true
}

// decode makes into the configuration of a word.
func (t *tuples) decode(word uint64, into *tree) {
	t.fill(word, into, 1, 0, len(t.scalar)+1)
}

func (t *tuples) fill(word uint64, into *tree, at, lo, hi int) {
	switch {
	case lo == 0 && hi == 1:
		into.state, into.numbers[at] = int(word), word
		return
	case hi == lo+1:
		into.numbers[at] = word
		if word >= small {
			word = t.large.words.at(int(word - small))
		}
		into.vars[t.scalar[lo-1]] = int64(word)
		return
	}
	mid := (lo + hi) / 2
	x, y := word>>32, word&(1<<32-1)
	into.numbers[2*at], into.numbers[2*at+1] = x, y
	if mid > lo+1 {
		x = t.pairs.words.at(int(x))
	}
	if hi > mid+1 {
		y = t.pairs.words.at(int(y))
	}
	t.fill(x, into, 2*at, lo, mid)
	t.fill(y, into, 2*at+1, mid, hi)
}
