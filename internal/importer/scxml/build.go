package scxml

import (
	"slices"
	"strconv"

	"github.com/fsmgen/fsmgen/internal/importer/draft"
	"github.com/fsmgen/fsmgen/spec/diag"
)

// build fills the draft.
func (r *reader) build() {
	ends := slices.ContainsFunc(r.leaves, func(l *leaf) bool { return l.reached && l.node.final && l.node.parent == r.root })
	events := make(map[string]string)
	for _, e := range slices.Concat(r.events, []string{other}) {
		if slices.ContainsFunc(r.leaves, func(l *leaf) bool { return l.reached && len(l.rules[e]) > 0 }) {
			text := e
			if e == other {
				text = "any other event"
			}
			events[e] = r.Event(text, !ends)
		}
	}
	if !ends && len(events) > 0 {
		r.Warn(r.root.at, "the document has no final state that is reached: the import makes all events environment events")
	}
	r.variables()
	r.group()
	start, _, _ := r.root.descend()
	r.add(r.root)
	r.Initial = start.state
	for _, n := range slices.Concat(r.nodes, []*node{r.root}) {
		if n.state == nil {
			continue
		}
		for _, e := range slices.Concat([]string{""}, r.events, []string{other}) {
			r.handle(n, e, events[e])
		}
	}
	if !r.Failed() && len(events) == 0 && !slices.ContainsFunc(r.nodes, func(n *node) bool { return n.state != nil && n.state.End != "" }) {
		r.Fail(diag.CodeEventless, r.root.at, "the machine never waits for an event and never ends, so it would not come to rest")
		return
	}
	// What no transition is for, SCXML discards.
	for _, e := range slices.Concat(r.events, []string{other}) {
		name, ok := events[e]
		list := r.own(r.root, e)
		switch {
		case !ok:
		case len(list) == 0:
			r.Root.Ignore = append(r.Root.Ignore, name)
		case list[len(list)-1].guard != nil:
			r.Root.Handle(name, draft.Alternative{Otherwise: "ignore", At: r.root.at})
		}
	}
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

// add adds the states inside n that are reached.
func (r *reader) add(n *node) {
	if n == r.root {
		n.state = r.Root
	}
	for _, c := range n.inner {
		if !c.reached {
			r.Warn(c.at, "`%s` cannot be reached: the import drops it", diag.Clip(c.id))
			continue
		}
		s := &draft.State{Want: c.id, At: c.at, Entry: c.onEntry, Exit: c.onExit}
		if c.leaf != nil {
			r.terminal(c, s)
		}
		c.state = r.AddState(n.state, s)
		r.add(c)
		if first := c.child(); first != nil {
			s.Initial = first.state
		}
	}
}

// terminal makes a state a terminal one if nothing leaves it.
func (r *reader) terminal(n *node, s *draft.State) {
	switch {
	case n.final && n.parent == r.root:
		s.End = "done"
		s.Entry, s.Exit = slices.Concat(s.Entry, s.Exit), nil
	case len(n.leaf.rules[""]) == 0 && !slices.ContainsFunc(n.leaf.all(), func(a rule) bool { return !a.nothing || a.guard != nil }):
		s.End = "rest"
		s.Exit = nil
		r.Warn(n.at, "no transition leaves `%s`: the import makes it a terminal state", diag.Clip(n.id))
	}
}

// handle adds the alternatives of a state for an event.
func (r *reader) handle(n *node, event, name string) {
	var list []rule
	switch {
	case n.leaf != nil:
		if n.state.End != "" {
			return
		}
		for _, a := range n.leaf.rules[event] {
			if a.source == n || r.pushed(a.source, event) {
				list = append(list, a)
			}
		}
	case !r.pushed(n, event):
		list = r.own(n, event)
	}
	for _, a := range list {
		alt := draft.Alternative{At: a.at, Emit: a.emit}
		if a.end != nil {
			if !a.end.leaf.reached {
				continue // other transitions always come first
			}
			alt.To = a.to.state
		}
		if a.guard != nil {
			alt.Guard = a.guard.spec(r.nameOf)
		}
		for _, s := range a.sets {
			alt.Set = append(alt.Set, draft.Assignment{Name: r.nameOf(s.variable), Value: s.value.spec(r.nameOf)})
		}
		if a.nothing && a.guard == nil && event == "" {
			r.Fail(diag.CodeEventless, a.at, "this transition has no event, target, or effect, so the machine would never come to rest")
			return
		}
		if a.nothing && a.guard == nil {
			alt.Otherwise = "ignore"
		} else if a.nothing {
			r.still(a, &alt)
		}
		if event == "" {
			n.state.Always(alt)
		} else {
			n.state.Handle(name, alt)
		}
	}
}

// still gives an alternative without effect, which takes the event from those behind it, an assignment that changes nothing.
func (r *reader) still(a rule, alt *draft.Alternative) {
	a.guard.reads(func(id string) {
		if name := r.nameOf(id); len(alt.Set) == 0 {
			alt.Set = []draft.Assignment{{Name: name, Value: name}}
		}
	})
}

func (r *reader) nameOf(id string) string { return r.vars[id].name }

// occasion is an event in a state.
type occasion struct {
	node  *node
	event string
}

// group is what a compound state does at an event.
type group struct {
	rules []rule
	// differ reports whether the rules differ between the plain states inside it.
	differ bool
}

// group finds what compound states do.
func (r *reader) group() {
	r.groups = make(map[occasion]*group)
	for _, l := range r.leaves {
		if !l.reached {
			continue
		}
		for event, list := range l.rules {
			for len(list) > 0 {
				n := 1
				for n < len(list) && list[n].source == list[0].source {
					n++
				}
				at := occasion{list[0].source, event}
				if g := r.groups[at]; g == nil {
					r.groups[at] = &group{rules: list[:n]}
				} else if !slices.EqualFunc(g.rules, list[:n], rule.same) {
					g.differ = true
				}
				list = list[n:]
			}
		}
	}
}

// own returns the rules of a compound state for an event.
func (r *reader) own(n *node, event string) []rule {
	if g := r.groups[occasion{n, event}]; g != nil {
		return g.rules
	}
	return nil
}

// pushed reports whether the rules of a compound state for an event differ between the plain states inside it, or follow
// ones that must precede them. The plain states then have the rules themselves.
func (r *reader) pushed(n *node, event string) bool {
	for ; n != nil; n = n.parent {
		if g := r.groups[occasion{n, event}]; g != nil && g.differ {
			return true
		}
	}
	return false
}
