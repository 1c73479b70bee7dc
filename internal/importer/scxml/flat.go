package scxml

import (
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/internal/importer/draft"
	"github.com/fsmgen/fsmgen/spec/diag"
)

// Some documents need what specs do not have, such as a step in which several regions see what the others did before it. For them, the
// import follows the algorithm of the recommendation itself (Appendix D) from configuration to configuration. Each becomes a
// plain state of the spec, and each way through a microstep becomes an alternative. Values stay symbolic.

// goal is a state or a history to which something leads.
type goal struct {
	node    *node
	history *history
}

// around returns the state that the goal is directly inside.
func (g goal) around() *node {
	if g.history != nil {
		return g.history.parent
	}
	return g.node.parent
}

// within reports whether the goal is strictly inside a state.
func (g goal) within(n *node) bool {
	return g.node != nil && g.node.inside(n) || g.history != nil && (g.history.parent == n || g.history.parent.inside(n))
}

// apart reports whether two goals can be entered together: they are in different regions.
func (g goal) apart(o goal) bool {
	for p := g.around(); p != nil; p = p.parent {
		if o.within(p) {
			return p.parallel && g != o && (g.node == nil || !o.within(g.node)) && (o.node == nil || !g.within(o.node))
		}
	}
	return false
}

// flat imports a document by its configurations.
type flat struct {
	reader   *reader
	targets  map[*transition][]goal
	initials map[*node][]goal
	defaults map[*history][]goal
	// recalled are the histories to which something leads, in order, and inward those with a transition from inside their state.
	recalled []*history
	inward   map[*history]bool
	// heard are the events of each transition.
	heard map[*transition]map[string]bool
	known map[string]*configuration
	list  []*configuration
	// taken tells which events the machine takes while it waits.
	taken map[string]bool
	// first is where the machine is after its start, and opens are the outputs of the start.
	first *configuration
	opens []string
	// count counts the alternatives.
	count int
}

// flatten reads a document by its configurations.
func flatten(file string, src []byte, rough *approximation) *draft.Draft {
	f := &flat{
		reader: newReader(file), targets: make(map[*transition][]goal), initials: make(map[*node][]goal),
		defaults: make(map[*history][]goal), inward: make(map[*history]bool), heard: make(map[*transition]map[string]bool), taken: make(map[string]bool), known: make(map[string]*configuration),
	}
	f.reader.doc.anywhere, f.reader.rough = true, rough
	if root := f.reader.tree(src); root != nil {
		f.reader.read(root)
	}
	for _, next := range []func(){f.find, typing{f.reader}.infer, f.start, f.discover, f.write} {
		if f.reader.stops() {
			break
		}
		next()
	}
	return f.reader.out
}

// find finds the states and histories that the document names.
func (f *flat) find() {
	for _, h := range f.reader.doc.ordered {
		f.defaults[h] = f.aims(h.targetID, func(g goal) bool { return g.node != nil && g.within(h.parent) }, "the state `%s` is not inside the state whose history it begins")
	}
	for _, n := range append([]*node{f.reader.doc.root}, f.reader.doc.nodes...) {
		switch {
		case n.initialID.at.Start.IsValid():
			f.initials[n] = f.aims(n.initialID, func(g goal) bool { return g.within(n) }, "the initial state `%s` is not inside the state that begins in it")
		case len(n.inner) > 0 && !n.parallel:
			f.initials[n] = []goal{{node: n.inner[0]}}
		}
		f.recall(f.initials[n])
	}
	for _, t := range f.reader.transitions() {
		if t.targetID.at.Start.IsValid() {
			f.targets[t] = f.aims(t.targetID, nil, "")
			f.recall(f.targets[t])
		}
		for _, g := range f.targets[t] {
			if h := g.history; h != nil && (t.source == h.parent || t.source.inside(h.parent)) {
				f.inward[h] = true
			}
		}
	}
	for _, a := range f.reader.doc.asking {
		f.exist(a.value)
	}
	for _, c := range f.reader.doc.conditions {
		f.exist(c)
	}
	resolver{f.reader}.matched()
	for _, t := range f.reader.transitions() {
		f.heard[t] = make(map[string]bool)
		for _, key := range f.reader.doc.occasions(t) {
			f.heard[t][key] = true
		}
	}
}

// recall notes histories to which something leads.
func (f *flat) recall(list []goal) {
	for _, g := range list {
		if g.history != nil && !slices.Contains(f.recalled, g.history) {
			f.recalled = append(f.recalled, g.history)
		}
	}
}

// aims returns what an attribute names, of which all must be allowed, and be active together.
func (f *flat) aims(a attribute, allowed func(goal) bool, help string) (list []goal) {
	for id := range strings.FieldsSeq(a.value) {
		g := goal{f.reader.doc.byID[id], f.reader.doc.histories[id]}
		switch {
		case g.node == nil && g.history == nil:
			f.reader.out.Fail(diag.CodeUnknown, a.at, "unknown state `%s`", diag.Clip(id))
			return nil
		case allowed != nil && !allowed(g):
			f.reader.out.Fail(diag.CodeShape, a.at, help, diag.Clip(id))
			return nil
		}
		for _, other := range list {
			if !g.apart(other) {
				f.reader.out.Fail(diag.CodeShape, a.at, "the machine cannot be in all of the states `%s` at a time", diag.Clip(a.value))
				return nil
			}
		}
		list = append(list, g)
	}
	if list == nil {
		f.reader.out.Fail(diag.CodeUnknown, a.at, "unknown state `%s`", diag.Clip(a.value))
	}
	return list
}

// exist checks that the states exist for which an expression asks.
func (f *flat) exist(v *value) {
	v.expr.each(func(e *expr) {
		if e.op == opIn && f.reader.doc.byID[e.text] == nil && f.reader.doc.histories[e.text] == nil {
			f.reader.out.Fail(diag.CodeUnknown, v.from.place(e.at), "unknown state `%s`", diag.Clip(e.text))
		}
	})
}
