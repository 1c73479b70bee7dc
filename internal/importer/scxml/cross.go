package scxml

import (
	"maps"
	"slices"
)

// crossing is the way of a transition from a plain state to another.
type crossing struct {
	// exits are the states that are left, from the inside out, and entries those that are entered, from the outside in.
	exits, entries []*node
	// starts are the entries that begin in their initial states.
	starts map[*node]bool
	// to is the state that a transition of the spec names, and outExits and outEntries are the outermost states among exits
	// and entries that such a transition does not leave and enter.
	to                   *node
	outExits, outEntries []*node
	// into is the plain state inside a region in which a state with regions is entered, or nil.
	into *node
	// hops marks a way from a region to a state inside it that leaves the state with the regions, which a spec does in two steps.
	hops bool
	// lacks says why the spec has no such transition, or is "".
	lacks string
}

// around lists the states that strictly contain n, from the inside out; the root is the last one.
func (n *node) around() (list []*node) {
	for p := n.parent; p != nil; p = p.parent {
		list = append(list, p)
	}
	return list
}

// domain returns the innermost state that a transition with a target does not leave.
func (t *transition) domain() *node {
	s := t.source
	if t.internal && len(s.inner) > 0 && !s.parallel && t.target.inside(s) {
		return s
	}
	for _, p := range s.around() {
		if t.target.inside(p) && !p.parallel {
			return p
		}
	}
	return s // the root
}

// descend returns the plain state, or the state with regions, that is entered with n, and the states on the way, n first.
func (n *node) descend() (end *node, entries []*node, starts map[*node]bool) {
	starts = make(map[*node]bool)
	entries = []*node{n}
	for n.initial != nil {
		starts[n] = true
		var way []*node
		for p := n.initial; p != n; p = p.parent {
			way = append(way, p)
		}
		slices.Reverse(way)
		entries, n = append(entries, way...), n.initial
	}
	if n.parallel {
		for _, region := range n.inner {
			_, list, more := region.descend()
			entries = append(entries, list...)
			maps.Copy(starts, more)
		}
	}
	return n, entries, starts
}

// child returns the state directly inside n that a spec can name as its initial state, such that the plain state is entered in
// which n begins, or its history; nil if there is none.
func (n *node) child() *node {
	first := n.first()
	if first == nil {
		return nil
	}
	end, _, _ := first.descend()
	for first.parent != n {
		first = first.parent
	}
	if first.enters() == end {
		return first
	}
	return nil
}

// enters returns the plain state to which a transition of the spec that names n leads, or nil.
func (n *node) enters() *node {
	if n.initial == nil {
		return n
	}
	if n.child() == nil {
		return nil
	}
	end, _, _ := n.first().descend()
	return end
}

// first returns the state in which n begins in the spec, which may be deep inside it; nil for a plain state.
func (n *node) first() *node {
	if n.begins != nil {
		return n.begins
	}
	return n.initial
}

// cross returns the way of a transition from a plain state, or a state with regions, to its target, or to a state in which a
// history continues.
func (t *transition) cross(from, target *node) (c crossing, end *node) {
	domain := t.domain()
	for n := from; n != domain; n = n.parent {
		c.exits = append(c.exits, n)
	}
	end, c.entries, c.starts = target.descend()
	if c.to = t.target; t.history == nil && c.to.enters() != end {
		c.to = end
	}
	for n, below := target.parent, target; n != domain; n, below = n.parent, n {
		c.entries = append(c.entries, n)
		if n.parallel {
			end = c.enter(n, below, end)
		}
	}
	slices.SortFunc(c.entries, func(a, b *node) int { return a.number - b.number })
	c.leave(from, domain)
	// A transition of a spec stays in what is around both states.
	stays := c.to.around()
	if c.to.region != nil && end.parallel {
		stays = end.around()
	}
	for i, n := range c.exits {
		if slices.Contains(stays, n) {
			c.outExits = c.exits[i:]
			break
		}
	}
	c.outEntries = c.entries[:len(c.outExits)]
	return c, end
}
