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
	if len(r.raised) > 0 {
		r.Reserve("raised")
	}
	for _, n := range r.nodes {
		if n.state == nil {
			continue
		}
		if n.parallel {
			r.Reserve(r.NameOf(n.state) + "Rest")
		}
		if n == n.region {
			r.Reserve(r.NameOf(n.state))
		}
	}
	for _, h := range r.ordered {
		if s := h.parent.state; s != nil {
			r.Reserve(r.NameOf(s) + "History")
			r.Reserve(r.NameOf(s) + "DeepHistory")
		}
	}
}

// open sets the state in which the machine starts: one that raises what is in the queue at the start, if there is something.
func (r writer) open(names map[string]string) {
	start, _, _ := r.root.descend()
	r.Initial = start.state
	if len(r.opening) > 0 {
		alt := r.alternative(rule{to: start, end: start, raises: r.opening, at: r.root.at}, names)
		outer := r.Root
		if r.running != nil {
			outer = r.running
		}
		r.Initial = r.AddFirst(outer, &draft.State{Want: "Start"})
		r.Initial.Always(alt)
	}
}

// declare declares the events, and returns their names by key.
func (r writer) declare() map[string]string {
	ends := slices.ContainsFunc(r.leaves, func(l *leaf) bool { return l.reached && l.node.ends() })
	names := make(map[string]string)
	open := false
	for _, key := range r.keys() {
		if !slices.ContainsFunc(r.leaves, func(l *leaf) bool { return l.reached && len(l.rules[key]) > 0 }) {
			continue
		}
		switch {
		case key == other:
			names[key] = r.Event("any other event", !ends)
		case inner(key):
			names[key] = r.Internal(said(key), false)
			continue
		case strings.HasPrefix(key, laterKey):
			names[key] = r.Internal(said(key), !ends)
		default:
			names[key] = r.Event(key, !ends)
		}
		open = true
	}
	if !ends && open {
		r.Warn(r.root.at, "the document has no final state that is reached: the import makes all events environment events")
	}
	return names
}

// variables declares the variables that have a type.
func (r *reader) variables() {
	for _, v := range r.order {
		if v.kind == "" {
			r.Ignore(v.at, "<data id="+strconv.Quote(v.id)+">", "the import drops the data `"+diag.Clip(v.id)+"`, which never have a value")
			continue
		}
		initial := ""
		if v.begin != nil {
			initial = v.begin.spec(nil)
		}
		v.name = r.Variable(v.id, string(v.kind), initial)
	}
}
