package scxml

import (
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/internal/importer/draft"
	"github.com/fsmgen/fsmgen/spec/diag"
)

// build fills the draft.
func (r writer) build() {
	r.finish()
	clocks(r).enclose()
	r.add(r.reader.doc.root)
	r.reserve()
	names := r.declare()
	clocks(r).startTimers(names)
	r.reader.variables()
	r.group()
	r.open(names)
	for _, n := range slices.Concat(r.reader.doc.nodes, []*node{r.reader.doc.root}) {
		if n.state == nil {
			continue
		}
		for _, a := range n.done {
			if a.guard != nil {
				a.guard = r.reader.rough.asFacts(a.guard)
			}
			n.state.Done(r.alternative(a, names))
		}
		for _, key := range slices.Concat([]string{""}, r.reader.doc.keys()) {
			r.handle(n, key, names)
		}
	}
	if !r.reader.out.Failed() && !slices.ContainsFunc(r.reader.doc.keys(), func(key string) bool { return !inner(key) && names[key] != "" }) &&
		!slices.ContainsFunc(r.reader.doc.nodes, func(n *node) bool { return n.state != nil && n.state.End != "" }) {
		r.reader.out.Fail(diag.CodeEventless, r.reader.doc.root.at, "the machine never waits for an event and never ends, so it would not come to rest")
		return
	}
	// What no transition is for, SCXML discards.
	for _, key := range r.reader.doc.keys() {
		name, ok := names[key]
		list := r.own(r.reader.doc.root, key)
		switch {
		case !ok || inner(key) && !r.reader.doc.dropped[key]:
		case len(list) == 0:
			r.reader.out.Root.Ignore = append(r.reader.out.Root.Ignore, name)
		case list[len(list)-1].guard != nil:
			r.reader.out.Root.Handle(name, draft.Alternative{Otherwise: "ignore", At: r.reader.doc.root.at})
		}
	}
}

// add adds the states inside n that are reached.
func (r writer) add(n *node) {
	if n == r.reader.doc.root {
		n.state = r.reader.out.Root
	}
	for _, c := range n.inner {
		if !c.reached {
			r.reader.out.Warn(c.at, "%s cannot be reached: the import drops it", c.label())
			continue
		}
		outer := n.state
		if n == r.reader.doc.root && r.reader.doc.running != nil && !c.ends() {
			outer = r.reader.doc.running
		}
		if c.idle {
			r.resting(c, outer)
			continue
		}
		want := c.id
		if want == "" && c.region == c {
			want = "Region" // not State, which is a type of the generated code
		}
		s := &draft.State{Want: want, At: c.at, Entry: c.onEntry, Exit: c.onExit, Final: c.finishes, Parallel: c.parallel}
		if c.leaf != nil && !c.parallel && c.region == nil {
			r.terminal(c, s)
		}
		c.state = r.reader.out.AddState(outer, s)
		r.add(c)
		if first := c.child(); first != nil {
			s.Initial = first.state
		}
		if s.Initial == nil && c.region != nil && len(s.Inner()) > 0 {
			s.Initial = s.Inner()[0] // the spec must say where it begins, though nothing enters it there
		}
	}
}

// terminal makes a state a terminal one if nothing leaves it.
func (r writer) terminal(n *node, s *draft.State) {
	switch {
	case n.ends():
		s.End = "done"
		s.Entry, s.Exit = slices.Concat(s.Entry, s.Exit), nil
	case !n.finishes && len(n.leaf.rules[""]) == 0 && !slices.ContainsFunc(n.leaf.all(), func(a rule) bool { return !a.nothing || a.guard != nil }):
		s.End = "rest"
		s.Exit = nil
		r.reader.out.Warn(n.at, "no transition leaves %s: the import makes it a terminal state", n.label())
	}
}

// handle adds the alternatives of a state for an event.
func (r writer) handle(n *node, key string, names map[string]string) {
	var list []rule
	switch {
	case n.leaf != nil:
		if n.state.End != "" {
			return
		}
		for _, a := range n.leaf.rules[key] {
			if a.source == n || r.pushed(a.source, key) {
				list = append(list, a)
			}
		}
	case !r.pushed(n, key):
		list = r.own(n, key)
	}
	if n.finishes && len(list) > 0 {
		r.reader.lacks(n.parent.at, "let its transitions not depend on `In()`, and states in it not assign anything on exit", "a region that ends, but whose transitions differ between its states,")
		return
	}
	for _, a := range list {
		if a.nothing && a.guard == nil && key == "" {
			r.reader.out.Fail(diag.CodeEventless, a.at, "this transition has no event, target, or effect, so the machine would never come to rest")
			return
		}
		if a.guard != nil && (key == "" || inner(key)) {
			a.guard = r.reader.rough.asFacts(a.guard)
		}
		alt := r.alternative(a, names)
		if a.nothing {
			r.still(a, inner(key) && n.region == nil && !n.parallel, &alt)
		}
		if key == "" {
			n.state.Always(alt)
		} else {
			n.state.Handle(names[key], alt)
		}
	}
}

// alternative returns a rule as an alternative of the spec.
func (r writer) alternative(a rule, names map[string]string) draft.Alternative {
	alt := draft.Alternative{At: a.at, Emit: a.emit}
	switch {
	case a.end == nil:
	case a.hops:
		alt.To = r.hop(a.end, a.into)
	case a.end.idle && (a.to == a.end || a.to.region != nil):
		alt.To = a.end.rests[a.into]
	default:
		alt.To = a.to.state
	}
	if a.history != nil {
		alt.History = a.history.kind()
	}
	if a.guard != nil {
		alt.Guard = a.guard.spec(r.reader.nameOf)
	}
	for _, s := range a.sets {
		alt.Set = append(alt.Set, draft.Assignment{Name: r.reader.nameOf(s.variable), Value: s.value.spec(r.reader.nameOf)})
	}
	for _, key := range a.raises {
		alt.Raise = append(alt.Raise, names[key])
	}
	return alt
}

// still completes an alternative without effect. If it must take the event, from alternatives behind it or from a queue, it
// assigns a variable to itself.
func (r writer) still(a rule, queued bool, alt *draft.Alternative) {
	id := ""
	if a.guard != nil || queued {
		id = r.reader.kept(a)
	}
	switch {
	case id != "":
		name := r.reader.nameOf(id)
		alt.Set = []draft.Assignment{{Name: name, Value: name}}
	case a.guard != nil:
		r.reader.lacks(a.at, "declare some <data>", "a transition without effect that depends on `In()` alone")
	default:
		alt.Otherwise = "ignore"
	}
}

// kept returns the variable that a rule without effect assigns to itself, one that its condition reads if there is one. It is ""
// in a document without variables.
func (r *reader) kept(a rule) (id string) {
	keep := func(name string) {
		if id == "" {
			id = name
		}
	}
	if a.guard != nil {
		a.guard.reads(keep)
	}
	for _, v := range r.doc.order {
		if v.kind != "" {
			keep(v.id)
		}
	}
	if r.rough != nil && len(r.rough.facts) > 0 {
		keep(string(opFact) + " " + r.rough.facts[0])
	}
	return id
}

// nameOf returns how the spec refers to a variable, or asks whether a state is active.
func (r *reader) nameOf(id string) string {
	if state, ok := strings.CutPrefix(id, inState); ok {
		if n := r.doc.byID[state]; n.state != nil {
			return "in(" + r.out.NameOf(n.state) + ")"
		}
		return "false" // it is never reached
	}
	if text, ok := strings.CutPrefix(id, string(opGuard)+" "); ok {
		return r.out.Guard(text)
	}
	if text, ok := strings.CutPrefix(id, string(opFact)+" "); ok {
		return r.out.Fact(text)
	}
	return r.doc.vars[id].name
}

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
func (r writer) group() {
	r.reader.doc.groups = make(map[occasion]*group)
	for _, l := range r.reader.doc.leaves {
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
				if g := r.reader.doc.groups[at]; g == nil {
					r.reader.doc.groups[at] = &group{rules: list[:n]}
				} else if !slices.EqualFunc(g.rules, list[:n], rule.same) {
					g.differ = true
				}
				list = list[n:]
			}
		}
	}
	for _, l := range r.reader.doc.leaves {
		for at := range l.never {
			if g := r.reader.doc.groups[at]; g != nil && l.reached {
				g.differ = true
			}
		}
	}
}

// own returns the rules of a compound state for an event.
func (r writer) own(n *node, event string) []rule {
	if g := r.reader.doc.groups[occasion{n, event}]; g != nil {
		return g.rules
	}
	return nil
}

// pushed reports whether the rules of a compound state for an event differ between the plain states inside it, or follow
// ones that must precede them. The plain states then have the rules themselves.
func (r writer) pushed(n *node, event string) bool {
	for _, s := range n.sources() {
		if g := r.reader.doc.groups[occasion{s, event}]; g != nil && g.differ {
			return true
		}
	}
	return false
}
