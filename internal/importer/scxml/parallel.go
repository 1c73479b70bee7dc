package scxml

import (
	"slices"
)

// A state with regions is one plain state of the machine, with the rules of its own and of what is around it. The plain states
// inside its regions have those of their regions.

// parallel checks a new state, if it is a parallel one or a region.
func (r *reader) parallel(e *element, n *node) {
	if n.parent.parallel {
		n.region = n
	}
	if !n.parallel {
		return
	}
	if n.region != nil && n.region != n && !r.doc.anywhere {
		r.lacks(e.at, "make its regions those of the outer `parallel`, or write `parallel:` inside the region of the spec", "`parallel` inside a state of a `parallel`")
		return
	}
	if !slices.ContainsFunc(e.children, func(c *element) bool { return c.name == "state" || c.name == "parallel" }) {
		r.lacks(e.at, "make it a <state>", "`parallel` without states inside")
	}
}

// checkRegions reports regions whose beginning the spec cannot say.
func (r resolver) checkRegions() {
	for _, n := range r.reader.doc.nodes {
		if n.region == n && !r.reader.out.Failed() && n.enters() == nil {
			r.reader.lacks(n.at, "let the region begin in a state directly inside it", "a region that begins deep inside a state")
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
				c.hops = c.into != nil && c.into.region == region
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
