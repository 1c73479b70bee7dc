package format

import (
	"cmp"
	"slices"

	"github.com/fsmgen/fsmgen/internal/syntax"
)

// spec is the shape of a whole spec.
func spec() syntax.Shape {
	return syntax.Shape{Form: syntax.Part, Section: syntax.Grammar()[0].Name}
}

// choose returns the alternative of a shape that suits a kind of node, or the zero
// Shape.
func choose(s syntax.Shape, kind syntax.Kind) syntax.Shape {
	switch s.Form {
	case syntax.OneOf:
		for _, of := range s.Of {
			if found := choose(of, kind); found.Form != 0 {
				return found
			}
		}
	case syntax.Part, syntax.Entries:
		if kind == syntax.Mapping {
			return s
		}
	case syntax.List:
		if kind == syntax.Sequence {
			return s
		}
	}
	return syntax.Shape{}
}

// section returns the section that a shape refers to, or nil if the author chooses
// the keys.
func section(s syntax.Shape) *syntax.Section {
	sections := syntax.Grammar()
	if s.Form != syntax.Part {
		return nil
	}
	i := slices.IndexFunc(sections, func(x syntax.Section) bool { return x.Name == s.Section })
	return &sections[i]
}

// below returns the shape of the value of a key in a mapping of a shape, or of
// an item in a list of it.
func below(s syntax.Shape, key string) syntax.Shape {
	if x := section(s); x != nil {
		for _, k := range x.Keys {
			if k.Name == key {
				return k.Value
			}
		}
		return x.Rest
	}
	if len(s.Of) == 1 {
		return s.Of[0]
	}
	return syntax.Shape{}
}

// rank returns the position of a key in the canonical order of a section. Names that
// the author chose have the last rank. In a section that mixes such names with keys
// of the language, keys that contain more such names, such as `fields` of an event,
// also have the last rank. ok is false for an unknown key.
func rank(x *syntax.Section, key string) (r int, ok bool) {
	names := x.Rest.Form != 0
	for i, k := range x.Keys {
		if k.Name == key && (!names || choose(k.Value, syntax.Mapping).Form != syntax.Entries) {
			return i, true
		}
		ok = ok || k.Name == key
	}
	return len(x.Keys), ok || names
}

// sort puts the keys of sections into the order of the grammar.
func (n *node) sort(s syntax.Shape) {
	s = choose(s, n.Kind)
	for _, e := range n.entries {
		key := ""
		if e.key != nil {
			key = e.key.Text
		}
		e.value.sort(below(s, key))
	}
	if x := section(s); x != nil && !slices.ContainsFunc(n.entries, func(e *entry) bool { _, ok := rank(x, e.key.Text); return !ok }) {
		slices.SortStableFunc(n.entries, func(a, b *entry) int {
			i, _ := rank(x, a.key.Text)
			j, _ := rank(x, b.key.Text)
			return cmp.Compare(i, j)
		})
	}
	// Comments before the first line of an item can only be before its dash.
	for _, e := range n.entries {
		if e.key == nil && len(e.value.entries) > 0 {
			first := e.value.entries[0]
			for _, line := range first.head {
				if line != "" {
					e.head = append(e.head, line)
				}
			}
			first.head = nil
		}
	}
}

// same reports whether two trees have the same meaning: they are equal except for the
// order of keys of the language.
func same(a, b *syntax.Node, s syntax.Shape) bool {
	if a.Kind != b.Kind || a.Text != b.Text || a.Null != b.Null || len(a.Pairs) != len(b.Pairs) || len(a.Items) != len(b.Items) {
		return false
	}
	s = choose(s, a.Kind)
	for i := range a.Items {
		if !same(a.Items[i], b.Items[i], below(s, "")) {
			return false
		}
	}
	x := section(s)
	fixed := func(p syntax.Pair) bool {
		if x == nil {
			return false
		}
		r, ok := rank(x, p.Key.Text)
		return ok && r < len(x.Keys)
	}
	var named, others []syntax.Pair
	for _, p := range b.Pairs {
		if !fixed(p) {
			others = append(others, p)
		}
	}
	for _, p := range a.Pairs {
		if !fixed(p) {
			named = append(named, p)
			continue
		}
		i := slices.IndexFunc(b.Pairs, func(q syntax.Pair) bool { return q.Key.Text == p.Key.Text })
		if i < 0 || !same(p.Key, b.Pairs[i].Key, syntax.Shape{}) || !same(p.Value, b.Pairs[i].Value, below(s, p.Key.Text)) {
			return false
		}
	}
	if len(named) != len(others) {
		return false
	}
	for i, p := range named {
		if !same(p.Key, others[i].Key, syntax.Shape{}) || !same(p.Value, others[i].Value, below(s, p.Key.Text)) {
			return false
		}
	}
	return true
}
