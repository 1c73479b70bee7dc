package scxml

import (
	"slices"
	"strconv"
	"strings"

	"github.com/fsmgen/fsmgen/internal/importer/draft"
	"github.com/fsmgen/fsmgen/spec/diag"
)

// reserve keeps the names free that the loader gives to variables for queues and histories.
func (r writer) reserve() {
	if len(r.reader.doc.raised) > 0 {
		r.reader.out.Reserve("raised")
	}
	for _, n := range r.reader.doc.nodes {
		if n.state == nil {
			continue
		}
		if n.parallel {
			r.reader.out.Reserve(r.reader.out.NameOf(n.state) + "Rest")
		}
		if n == n.region {
			r.reader.out.Reserve(r.reader.out.NameOf(n.state))
		}
	}
	for _, h := range r.reader.doc.ordered {
		if s := h.parent.state; s != nil {
			r.reader.out.Reserve(r.reader.out.NameOf(s) + "History")
			r.reader.out.Reserve(r.reader.out.NameOf(s) + "DeepHistory")
		}
	}
}

// open sets the state in which the machine starts: one that raises what is in the queue at the start, if there is something.
func (r writer) open(names map[string]string) {
	start, _, _ := r.reader.doc.root.descend()
	r.reader.out.Initial = start.state
	if len(r.reader.doc.opening) > 0 {
		alt := r.alternative(rule{to: start, end: start, raises: r.reader.doc.opening, at: r.reader.doc.root.at}, names)
		outer := r.reader.out.Root
		if r.reader.doc.running != nil {
			outer = r.reader.doc.running
		}
		r.reader.out.Initial = r.reader.out.AddFirst(outer, &draft.State{Want: "Start"})
		r.reader.out.Initial.Always(alt)
	}
}

// declare declares the events, and returns their names by key.
func (r writer) declare() map[string]string {
	ends := slices.ContainsFunc(r.reader.doc.leaves, func(l *leaf) bool { return l.reached && l.node.ends() })
	names := make(map[string]string)
	open := false
	for _, key := range r.reader.doc.keys() {
		if !slices.ContainsFunc(r.reader.doc.leaves, func(l *leaf) bool { return l.reached && len(l.rules[key]) > 0 }) {
			continue
		}
		switch {
		case key == other:
			names[key] = r.reader.out.Event("any other event", !ends)
		case inner(key):
			names[key] = r.reader.out.Internal(said(key), false)
			continue
		case strings.HasPrefix(key, laterKey):
			names[key] = r.reader.out.Internal(said(key), !ends)
		default:
			names[key] = r.reader.out.Event(key, !ends)
		}
		open = true
	}
	if !ends && open {
		r.reader.out.Warn(r.reader.doc.root.at, "the document has no final state that is reached: the import makes all events environment events")
	}
	return names
}

// variables declares the variables that have a type.
func (r *reader) variables() {
	for _, v := range r.doc.order {
		if v.kind == "" {
			r.out.Ignore(v.at, "<data id="+strconv.Quote(v.id)+">", "the import drops the data `"+diag.Clip(v.id)+"`, which never have a value")
			continue
		}
		initial := ""
		if v.begin != nil {
			initial = v.begin.spec(nil)
		}
		v.name = r.out.Variable(v.id, string(v.kind), initial)
	}
}
