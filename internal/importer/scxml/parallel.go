package scxml

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/diag"
)

// A state with regions is one plain state of the machine, with the rules of its own and of what is around it. The plain states
// inside its regions have those of their regions.

// parallel checks a new state, if it is a parallel one or a region.
func (r *reader) parallel(e *element, n *node) {
	if n.parent.parallel {
		n.region = n
		if n.final {
			r.Fail(diag.CodeShape, e.at, "a final state cannot be directly inside a parallel state")
		}
	}
	if !n.parallel {
		return
	}
	if n.region != nil {
		r.lacks(e.at, "make the inner states regions of the outer one", "`parallel` inside `parallel`")
		return
	}
	if a, ok := e.attrs["initial"]; ok {
		r.Fail(diag.CodeShape, a.at, "the states of a parallel state are all initial")
	}
	if !slices.ContainsFunc(e.children, func(c *element) bool { return c.name == "state" || c.name == "parallel" }) {
		r.lacks(e.at, "make it a <state>", "`parallel` without states inside")
	}
}

// checkRegions reports regions whose beginning the spec cannot say.
func (r *reader) checkRegions() {
	for _, n := range r.nodes {
		if n.region == n && !r.Failed() && n.enters() == nil {
			r.lacks(n.at, "let the region begin in a state directly inside it", "a region that begins deep inside a state")
		}
	}
}

// sources lists the states whose transitions a plain state has: itself, and those around it, as far as its region.
func (n *node) sources() []*node {
	list := append([]*node{n}, n.around()...)
	if i := slices.Index(list, n.region); i >= 0 {
		list = list[:i+1]
	}
	return list
}

// regional lists the plain states inside the regions of n.
func (n *node) regional() (list []*leaf) {
	for _, c := range n.inner {
		if c.leaf != nil && c.region != nil {
			list = append(list, c.leaf)
		}
		if c.region != nil {
			list = append(list, c.regional()...)
		}
	}
	return list
}

// plain lists the plain states of a region.
func (n *node) plain() []*leaf {
	if n.leaf != nil {
		return []*leaf{n.leaf}
	}
	return n.regional()
}

// finals lists the final states directly inside the regions of n, or nil if some region has none.
func (n *node) finals() (list []*node) {
	for _, region := range n.inner {
		before := len(list)
		for _, c := range region.inner {
			if c.final {
				list = append(list, c)
			}
		}
		if len(list) == before {
			return nil
		}
	}
	return list
}

// enter completes a way that enters the parallel state p through the state below, which is one of its regions, to a plain
// state. The other regions begin. It returns p.
func (c *crossing) enter(p, below, plain *node) *node {
	for _, region := range p.inner {
		if region != below {
			_, list, more := region.descend()
			c.entries = append(c.entries, list...)
			for n := range more {
				c.starts[n] = true
			}
		}
	}
	if begin, _, _ := below.descend(); begin == plain {
		c.to = p // a spec has transitions from a region to itself that do not leave p
	} else {
		c.into = plain
	}
	return p
}

// leave completes a way from a plain state that leaves a parallel state: it leaves all regions. What they do then must not
// depend on where they are.
func (c *crossing) leave(from, domain *node) {
	for _, p := range c.exits {
		if !p.parallel {
			continue
		}
		for _, region := range p.inner {
			if region == from.region {
				if c.into != nil && c.into.region == region {
					c.lacks = "a transition from a region to a state inside it that leaves the `parallel`"
				}
				continue
			}
			c.exits = append(c.exits, region)
			if len(region.onExit) > 0 || region.busy() {
				c.lacks = "a transition that leaves a `parallel` while regions other than its own do something on exit"
			}
		}
		break
	}
	slices.SortStableFunc(c.exits, func(a, b *node) int { return b.number - a.number })
}

// busy reports whether states inside n do something on exit.
func (n *node) busy() bool {
	return slices.ContainsFunc(n.inner, func(c *node) bool { return len(c.exit) > 0 || c.busy() })
}

func (n *node) exited() []string  { return n.onExit }
func (n *node) entered() []string { return n.onEntry }

// emits reports whether some of the states have outputs.
func emits(list []*node, outputs func(*node) []string) bool {
	return slices.ContainsFunc(list, func(n *node) bool { return len(outputs(n)) > 0 })
}

// begin notes where the regions of p are after an alternative that enters it, or stays there, and reports whether the spec can say it.
func (e *exploration) begin(a rule, p *node, queue []string) bool {
	if len(queue) > 0 {
		e.noise(a)
		return false
	}
	if a.end == nil {
		return true // it stays
	}
	for _, region := range p.inner {
		end, _, _ := region.descend()
		if a.into != nil && a.into.region == region {
			end = a.into
		}
		end.leaf.reach()
	}
	return true
}

// noise reports an event that waits in a state with regions.
func (e *exploration) noise(a rule) {
	e.lacks(a.at, "raise the event in states without regions, or let the program send events", "an event that is raised in a `parallel`, or when it is entered,")
}

// split follows what a machine may do next in a state with regions. Nothing waits in its queue.
func (e *exploration) split(p place) {
	n := p.leaf.node
	own := !e.decides(n, "") && e.take(p, "", nil)
	waits := !own && !e.ends(n) && !e.restless(n)
	e.regions(n, waits)
	for _, key := range slices.Concat(e.events, []string{other}) {
		if waits && !e.decides(n, key) {
			e.take(p, key, nil)
		}
	}
}

// ends reports whether p is done as soon as it is entered, and leaves itself then.
func (e *exploration) ends(p *node) bool {
	list := p.leaf.rules[p.doneKey()]
	return slices.Contains(e.raised, p.doneKey()) && len(list) > 0 && list[len(list)-1].guard == nil &&
		!slices.ContainsFunc(p.regional(), func(l *leaf) bool { return l.reached && (!l.node.final || l.node.parent != l.node.region) })
}

// restless reports whether some region of p has a transition without an event wherever it is.
func (e *exploration) restless(p *node) bool {
	return slices.ContainsFunc(p.inner, func(region *node) bool {
		return !slices.ContainsFunc(region.plain(), func(l *leaf) bool {
			list := l.rules[""]
			return l.reached && (len(list) == 0 || list[len(list)-1].guard != nil)
		})
	})
}

// decides reports whether some region of p always leaves a state at an event, which has precedence over the transitions of p and
// around it, if all of them leave states, too.
func (e *exploration) decides(p *node, key string) bool {
	return !slices.ContainsFunc(p.leaf.rules[key], func(a rule) bool { return a.end == nil && !a.nothing }) &&
		slices.ContainsFunc(p.inner, func(region *node) bool { return region.moves(key) })
}

// moves reports whether a region always leaves a state at an event.
func (n *node) moves(key string) bool {
	return !slices.ContainsFunc(n.plain(), func(l *leaf) bool {
		list := l.rules[key]
		return l.reached && (len(list) == 0 || list[len(list)-1].guard != nil || slices.ContainsFunc(list, func(a rule) bool { return a.end == nil }))
	})
}

// yields reports whether the transitions of a plain state inside a region that leave the state with the regions never do so at an
// event, because those of an earlier region have precedence. The loader sees it if that one has only one plain state.
func (l *leaf) yields(key string) bool {
	inner := l.node.region.parent.inner
	earlier := inner[:slices.Index(inner, l.node.region)]
	return key != "" && slices.ContainsFunc(earlier, func(region *node) bool {
		reached := 0
		for _, l := range region.plain() {
			if l.reached {
				reached++
			}
		}
		return reached == 1 && region.moves(key)
	})
}

// regions follows what the regions of p may do, until no other plain state inside them is reached. The state p waits for events
// unless one of its own transitions needs none.
func (e *exploration) regions(p *node, waits bool) {
	for reached := -1; reached != e.reached() && !e.Failed(); {
		reached = e.reached()
		for _, l := range p.regional() {
			if !l.reached || e.step(l, "") || !waits {
				continue
			}
			for _, key := range slices.Concat(e.events, []string{other}) {
				e.step(l, key)
			}
		}
		e.over(p)
	}
}

// step follows the alternatives of a plain state inside a region, and reports whether one of them always applies.
func (e *exploration) step(l *leaf, key string) bool {
	l.tried[key] = true
	for _, a := range l.rules[key] {
		switch goals := e.goals(a); {
		case e.Failed():
			return true
		case len(goals) > 0 && goals[0].region == nil && len(a.raises) > 0 && l.yields(key):
			// The loader does not follow the events that it raises.
		case len(goals) > 0 && goals[0].region == nil:
			e.reach(a, goals[0], a.raises)
			for _, n := range goals[1:] {
				e.reach(a, n, a.raises)
			}
		case len(a.raises) > 0:
			e.noise(a)
		case len(goals) > 0:
			goals[0].leaf.reach()
		}
		if a.guard == nil || e.Failed() {
			return true
		}
	}
	return false
}

// over follows the event that all regions of p are in final states. The spec says so with `done:`, which is possible if p itself
// always handles it, before anything else can happen.
func (e *exploration) over(p *node) {
	key := p.doneKey()
	finals := p.finals()
	if finals == nil || !slices.Contains(e.raised, key) || slices.ContainsFunc(p.inner, func(region *node) bool {
		return !slices.ContainsFunc(region.inner, func(c *node) bool { return c.final && c.reached })
	}) {
		return
	}
	p.leaf.tried[key] = true
	list := p.leaf.rules[key]
	heard := func(n *node) bool { return len(n.leaf.rules[key]) > 0 }
	others := slices.ContainsFunc(finals, heard)
	if len(list) == 0 && !others {
		return
	}
	busy := func(n *node) bool { return len(n.leaf.rules[""]) > 0 }
	if others || len(list) == 0 || list[len(list)-1].guard != nil || e.explicit[key] || busy(p) || slices.ContainsFunc(finals, busy) ||
		slices.ContainsFunc(list, func(a rule) bool { return a.source != p || a.end == nil }) {
		e.lacks(p.at, "let a transition of its own for the event always lead to another state", "a `parallel` that does not always leave itself at once when it is done")
		return
	}
	for _, a := range list {
		for _, n := range e.goals(a) {
			e.reach(a, n, a.raises)
		}
	}
}

// avoid notes what a state with regions never does: if states around it have it in the spec, the loader thinks that it may.
func (l *leaf) avoid() {
	if !l.node.parallel {
		return
	}
	for key, list := range l.rules {
		for _, a := range list {
			if !l.tried[key] {
				l.never[occasion{a.source, key}] = true
			}
		}
	}
}
