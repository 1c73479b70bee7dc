package scxml

import "slices"

// entrance is what the algorithm of the recommendation computes before it enters states (computeEntrySet).
type entrance struct {
	flat   *flat
	memory map[*history][]*node
	states []*node
	// starts are the states that begin in their initial states, and content are the histories that remember nothing, by their
	// parents: both have content of their own.
	starts  map[*node]bool
	content map[*node]*history
}

func (f *flat) entrance(memory map[*history][]*node) *entrance {
	return &entrance{flat: f, memory: memory, starts: make(map[*node]bool), content: make(map[*node]*history)}
}

// enter adds the states that are entered with goals inside a state that is not left.
func (e *entrance) enter(goals []goal, domain *node) {
	for _, g := range goals {
		e.descend(g)
	}
	for _, n := range e.flat.effective(goals, e.memory) {
		e.ascend(n, domain)
	}
	sortNodes(e.states)
}

func (e *entrance) add(n *node) {
	if !slices.Contains(e.states, n) {
		e.states = append(e.states, n)
	}
}

// descend is addDescendantStatesToEnter.
func (e *entrance) descend(g goal) {
	n := g.node
	switch {
	case g.history != nil && e.memory[g.history] != nil:
		for _, back := range e.memory[g.history] {
			e.descend(goal{node: back})
		}
		for _, back := range e.memory[g.history] {
			e.ascend(back, g.history.parent)
		}
	case g.history != nil:
		e.content[g.history.parent] = g.history
		e.inside(e.flat.defaults[g.history], g.history.parent)
	case n.parallel:
		e.add(n)
		e.regions(n)
	case len(n.inner) > 0:
		e.add(n)
		e.starts[n] = true
		e.inside(e.flat.initials[n], n)
	default:
		e.add(n)
	}
}

// inside enters goals inside a state that is entered, too.
func (e *entrance) inside(goals []goal, n *node) {
	for _, g := range goals {
		e.descend(g)
	}
	for _, g := range goals {
		for _, s := range e.flat.effective([]goal{g}, e.memory) {
			e.ascend(s, n)
		}
	}
}

// ascend is addAncestorStatesToEnter.
func (e *entrance) ascend(n, domain *node) {
	for p := n.parent; p != nil && p != domain; p = p.parent {
		e.add(p)
		if p.parallel {
			e.regions(p)
		}
	}
}

// regions enters the regions of a state that nothing is entered in so far.
func (e *entrance) regions(p *node) {
	for _, c := range p.inner {
		if !slices.ContainsFunc(e.states, func(s *node) bool { return s == c || s.inside(c) }) {
			e.descend(goal{node: c})
		}
	}
}
