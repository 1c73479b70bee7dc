package scxml

import "slices"

// finish finds compound states whose final states can be those of the spec: their event done.state is always handled at once,
// by them, and in a way that leaves the final state. The others raise the event.
func (r writer) finish() {
	for _, x := range r.reader.doc.nodes {
		key := x.doneKey()
		if x.parallel && x.reached {
			r.over(x, key)
		}
		if len(x.inner) == 0 || x.parallel || x.id == "" || r.reader.doc.explicit[key] || !slices.Contains(r.reader.doc.raised, key) {
			continue
		}
		var finals []*leaf
		for _, c := range x.inner {
			if c.final && c.reached {
				finals = append(finals, c.leaf)
			}
		}
		if len(finals) == 0 || !r.immediate(x, key) {
			continue
		}
		list := finals[0].rules[key]
		if !slices.ContainsFunc(finals, func(l *leaf) bool { return !slices.EqualFunc(list, l.rules[key], rule.same) }) {
			x.done = list
			for _, l := range finals {
				l.node.finishes = true
				delete(l.rules, key)
			}
			lister(r).silence(func(k string) bool { return k == key }, func(pending) bool { return false })
		}
	}
}

// over makes the final states in the regions of p those of the spec, if a transition is for their event. It leaves p at once.
func (r writer) over(p *node, key string) {
	if p.done = p.leaf.rules[key]; p.done == nil {
		return
	}
	delete(p.leaf.rules, key)
	for _, n := range p.finals() {
		n.finishes = true
	}
}

// immediate reports whether the event of the end of x is always the next one when it is raised, and x always handles it, and
// leaves its final states. Transitions without an event would come before it, but those of the spec after its `done`.
func (r writer) immediate(x *node, key string) bool {
	for _, p := range r.reader.doc.places {
		at := slices.Index(p.queue, key)
		if final := p.leaf.node.final && p.leaf.node.parent == x; at < 0 && !final {
			continue
		}
		list := p.leaf.rules[key]
		if at != 0 || len(p.leaf.rules[""]) > 0 || len(list) == 0 || list[len(list)-1].guard != nil {
			return false
		}
		if slices.ContainsFunc(list, func(a rule) bool { return a.source != x }) {
			return false
		}
	}
	return true
}
