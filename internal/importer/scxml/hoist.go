package scxml

import (
	"slices"
	"strings"
)

// hoist makes the regions of a parallel state that is itself a region those of the parallel state around it: they are active at the same
// times. It reports one that does something of its own, or whose end matters.
func (r resolver) hoist() {
	ends := slices.ContainsFunc(r.reader.transitions(), func(t *transition) bool {
		return slices.ContainsFunc(t.descriptors, func(d string) bool { return d == "*" || strings.HasPrefix(d, "done") })
	})
	for _, n := range slices.Clone(r.reader.doc.nodes) { // outer ones first
		if !n.parallel || n.parent == r.reader.doc.root || !n.parent.parallel {
			continue
		}
		for _, h := range r.reader.doc.ordered {
			if h.parent == n || n.inside(h.parent) {
				r.reader.lacks(h.at, "name the state to continue in", "a `history` with a `parallel` inside or around it")
				return
			}
		}
		busy := len(n.trans)+len(n.entry)+len(n.exit) > 0
		what := "`parallel` inside `parallel` in a document with transitions for the end of a state"
		if busy {
			what = "`parallel` inside `parallel` with transitions or content of its own"
		}
		if busy || ends {
			r.reader.lacks(n.at, "make the inner states regions of the outer one, or write `parallel:` inside the region of the spec", what)
			return
		}
		at := slices.Index(n.parent.inner, n)
		n.parent.inner = slices.Replace(n.parent.inner, at, at+1, n.inner...)
		for _, inner := range n.inner {
			inner.parent = n.parent
		}
		r.reader.doc.nodes = slices.DeleteFunc(r.reader.doc.nodes, func(m *node) bool { return m == n })
		for id, m := range r.reader.doc.byID {
			if m == n {
				r.reader.doc.byID[id] = n.parent
			}
		}
	}
}
