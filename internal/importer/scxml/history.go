package scxml

import (
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/spec/diag"
)

// history is a history state.
type history struct {
	at     diag.Span
	parent *node
	deep   bool
	// target is the state that is entered as long as the machine has not left the parent; content is then executed.
	targetID attribute
	target   *node
	content  []*action
}

// kind returns what the spec calls the history.
func (h *history) kind() string {
	if h.deep {
		return "deep"
	}
	return "shallow"
}

// history reads a history state of n.
func (r *reader) history(e *element, n *node) {
	h := &history{at: e.at, parent: n, deep: e.attrs["type"].value == "deep"}
	r.doc.ordered = append(r.doc.ordered, h)
	if id := e.attrs["id"].value; r.unique(e, id) {
		r.doc.histories[id] = h
	}
	if len(e.children) == 0 && r.rough != nil && n != r.doc.root {
		r.out.Warn(e.at, "the history has no transition: the import lets it begin where its state begins")
		return
	}
	if len(e.children) != 1 {
		r.out.Fail(diag.CodeShape, e.at, "a history state has one transition, which says where the machine continues if it has not been there")
		return
	}
	t := e.children[0]
	h.targetID, h.content = t.attrs["target"], actions{r}.content(t, 0)
	if h.targetID.value == "" {
		r.out.Fail(diag.CodeMissing, t.at, "the transition of a history state has no target")
	}
	for _, attr := range []string{"event", "cond"} {
		if a, ok := t.attrs[attr]; ok {
			r.out.Fail(diag.CodeShape, a.at, "the transition of a history state has no attribute `%s`", attr)
		}
	}
}

// unique reports an id that two states have.
func (r *reader) unique(e *element, id string) bool {
	at, taken := diag.Span{}, false
	if first := r.doc.byID[id]; first != nil {
		at, taken = first.at, true
	} else if first := r.doc.histories[id]; first != nil {
		at, taken = first.at, true
	}
	if taken {
		r.out.Fail(diag.CodeDuplicate, e.attrs["id"].at, "two states have the id `%s`", diag.Clip(id)).Note(at, "the first one is here")
	}
	return id != "" && !taken
}

// remember prepares the states to whose history some transition leads: in the spec, a composite state begins where its history
// begins, and so do those on the way there. Other transitions name the plain states that they enter.
func (r resolver) remember(h *history) {
	if h.parent.region != nil || h.parent.parallel || slices.ContainsFunc(r.reader.doc.nodes, func(n *node) bool { return n.parallel && n.inside(h.parent) }) {
		r.reader.lacks(h.at, "name the state to continue in", "a `history` with a `parallel` inside or around it")
		return
	}
	if len(h.content) > 0 {
		r.reader.lacks(h.at, "write the content into the transitions to the history", "content of the transition of `history`")
		return
	}
	for n := h.target.parent; ; n = n.parent {
		if n.begins != nil && n.begins != h.target {
			r.reader.lacks(h.at, "let both begin in the same state", "several `history` of a state that begin in different states")
			return
		}
		if n.begins = h.target; n == h.parent {
			break
		}
	}
}

// begins checks that the spec can say where a history begins, when all histories are known that transitions lead to.
func (r resolver) begins(h *history) {
	if h.parent.enters() == nil {
		r.reader.lacks(h.targetID.at, "name a plain state inside `"+diag.Clip(h.parent.id)+"`", "a `history` that begins deep inside a state")
	}
}

// returning is a state in which a transition to a history may continue.
type returning struct {
	// inside is the state that is remembered, and end the plain state that is entered with it.
	inside, end *node
	// same reports whether what happens on the way is the same as for the state in which the history begins.
	same bool
}

// maxRemembered is how many states the spec can remember.
const maxRemembered = 255

// returns gives the alternatives of a transition to a history in a plain state.
func (r lister) returns(n *node, t *transition, w world, base rule) []rule {
	x := t.target
	base.to, base.history = x, t.history
	way, end := t.cross(n, t.history.target)
	base.end = end
	places := r.remembered(x, t.history.deep)
	switch {
	case n.inside(x):
		base.lacks = "a transition to the `history` of a state from inside of it"
		return []rule{base}
	case len(places) > maxRemembered:
		base.lacks = "a `history` of more than 255 states"
		return []rule{base}
	}
	list := r.along(w.clone(), t, way, base)
	var texts []string
	for _, a := range list {
		texts = append(texts, a.text()+strings.Join(a.cancels, "\x00"))
	}
	for _, s := range places {
		way, end := t.cross(n, s)
		if r.reader.doc.work += len(way.exits) + len(way.entries); r.reader.doc.work > maxWork {
			r.reader.out.Fail(diag.CodeTooBig, t.at, "there are too many ways to where the machine was")
			return nil
		}
		back := returning{inside: s, end: end, same: s.enters() == end}
		other := r.along(w.clone(), t, way, base)
		if r.reader.out.Failed() {
			return nil
		}
		back.same = back.same && len(other) == len(list)
		for i := range other {
			back.same = back.same && other[i].text()+strings.Join(other[i].cancels, "\x00") == texts[i]
		}
		for i := range list {
			list[i].returns = append(list[i].returns, back)
		}
	}
	return list
}

// remembered lists the states in which a history can continue.
func (r lister) remembered(n *node, deep bool) (list []*node) {
	for _, c := range n.inner {
		if deep && len(c.inner) > 0 {
			list = append(list, r.remembered(c, true)...)
		} else {
			list = append(list, c)
		}
	}
	return list
}

// goals lists the plain states that an alternative may enter, of those that are known to be reached so far, or reports that the
// spec cannot say where it leads.
func (r lister) goals(a rule) (list []*node) {
	if a.lacks != "" {
		help := "name the state to continue in"
		switch a.lacks {
		case illegalCondition:
			help = "let the conditions be expressions"
		case unknownEvent:
			help = "give events from different places different names"
		}
		r.reader.lacks(a.at, help, "%s", a.lacks)
		return nil
	}
	if a.end == nil {
		return nil
	}
	list = []*node{a.end}
	for _, back := range a.returns {
		if !back.inside.reached {
			continue
		}
		if !back.same {
			r.reader.lacks(a.at, "assign values and raise events in the transitions", "a `history` of states that do different things on entry")
			return nil
		}
		list = append(list, back.end)
	}
	return list
}
