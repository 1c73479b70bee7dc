package explore

import (
	"encoding/binary"
	"slices"

	"github.com/fsmgen/fsmgen/spec/expr"
)

// shared has what expressions compile to, by their text: most payloads lead to equal ones, which
// would take most of the memory of an exploration.
type shared struct {
	guards   map[string][]test
	conjunct map[string]test
	updates  map[string][]assign
	values   map[string]checked
	// text and list are memory for a key and a guard at a time.
	text []byte
	list []test
}

func newShared() *shared {
	return &shared{guards: map[string][]test{}, conjunct: map[string]test{}, updates: map[string][]assign{}, values: map[string]checked{}}
}

// tests compiles a guard to a conjunction, which is empty if it always holds.
func (s *shared) tests(n *node) []test {
	s.text = n.append(s.text[:0])
	if known, ok := s.guards[string(s.text)]; ok {
		return known
	}
	key := string(s.text)
	s.list = s.conjuncts(s.list[:0], n)
	out := slices.Clone(s.list)
	s.guards[key] = out
	return out
}

// conjuncts appends the tests of a guard to a list.
func (s *shared) conjuncts(list []test, n *node) []test {
	switch {
	case n.is(1):
		return list
	case n.op == expr.And:
		return s.conjuncts(s.conjuncts(list, n.x), n.y)
	}
	s.text = n.append(s.text[:0])
	t, ok := s.conjunct[string(s.text)]
	if !ok {
		t = newTest(n)
		s.conjunct[string(s.text)] = t
	}
	return append(list, t)
}

// assigns compiles updates.
func (s *shared) assigns(list []update) []assign {
	if len(list) == 0 {
		return nil
	}
	s.text = s.text[:0]
	for _, u := range list {
		s.text = binary.AppendVarint(s.text, 2*int64(u.v)+truth(u.enters))
		s.text = u.value.append(s.text)
	}
	if known, ok := s.updates[string(s.text)]; ok {
		return known
	}
	key := string(s.text)
	out := make([]assign, len(list))
	for i, u := range list {
		if len(list) == 1 {
			out[i] = newAssign(u)
		} else {
			out[i] = s.assigns(list[i : i+1])[0]
		}
	}
	s.updates[key] = out
	return out
}

// checked compiles any node.
func (s *shared) checked(n *node) checked {
	s.text = n.append(s.text[:0])
	if known, ok := s.values[string(s.text)]; ok {
		return known
	}
	f := n.checked()
	s.values[string(s.text)] = f
	return f
}
