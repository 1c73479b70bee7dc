package scxml

import (
	"strings"

	"github.com/fsmgen/fsmgen/spec/diag"
)

// resolve finds the states that transitions and initial states name.
func (r resolver) resolve() {
	named := func(a attribute) *node {
		ids := strings.Fields(a.value)
		if len(ids) > 1 {
			r.reader.lacks(a.at, "name one state", "several targets")
			return nil
		}
		if len(ids) == 1 && r.reader.doc.histories[ids[0]] != nil {
			r.reader.lacks(a.at, "let a transition lead to the history", "a state that begins in its `history`")
			return nil
		}
		if len(ids) == 0 || r.reader.doc.byID[ids[0]] == nil {
			r.reader.out.Fail(diag.CodeUnknown, a.at, "unknown state `%s`", diag.Clip(a.value))
			return nil
		}
		return r.reader.doc.byID[ids[0]]
	}
	all := append([]*node{r.reader.doc.root}, r.reader.doc.nodes...)
	for _, n := range all {
		switch {
		case n.initialID.at.Start.IsValid():
			if n.initial = named(n.initialID); n.initial != nil && !n.initial.inside(n) {
				r.reader.out.Fail(diag.CodeShape, n.initialID.at, "the initial state `%s` is not inside the state that begins in it", diag.Clip(n.initialID.value))
			} else if n.initial != nil && n.initial.region != n.region {
				r.reader.lacks(n.initialID.at, "let it begin in the parallel state", "a state that begins inside a `parallel`")
			}
		case len(n.inner) > 0 && !n.parallel:
			n.initial = n.inner[0]
		}
	}
	r.returning(named)
	r.checkRegions()
	r.inside()
	r.matched()
}

// returning finds the states of histories, and where transitions lead.
func (r resolver) returning(named func(attribute) *node) {
	for _, h := range r.reader.doc.ordered {
		if h.target = named(h.targetID); h.target != nil && !h.target.inside(h.parent) {
			r.reader.out.Fail(diag.CodeShape, h.targetID.at, "the state `%s` is not inside the state whose history it begins", diag.Clip(h.targetID.value))
		}
	}
	for _, t := range r.reader.transitions() {
		if !t.targetID.at.Start.IsValid() {
			continue
		}
		if t.history = r.reader.doc.histories[strings.TrimSpace(t.targetID.value)]; t.history == nil {
			t.target = named(t.targetID)
			continue
		}
		if t.target = t.history.parent; !r.reader.out.Failed() {
			r.remember(t.history)
		}
	}
	for _, t := range r.reader.transitions() {
		if t.history != nil && !r.reader.out.Failed() {
			r.begins(t.history)
		}
	}
}
