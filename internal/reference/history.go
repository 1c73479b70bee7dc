package reference

import "slices"

// remember keeps where the composite states were that are left.
func (r *Run) remember(exits []*node) {
	for _, n := range exits {
		if n.composite() {
			r.shallow[n.index], r.deep[n.index] = r.inside(n)
		}
	}
}

// inside returns the active state directly inside a composite state, and the innermost one.
func (r *Run) inside(n *node) (direct, innermost int) {
	i := slices.IndexFunc(n.children, func(c *node) bool { return r.active[c.index] })
	return n.children[i].index, r.current(n).index
}

// remembered returns the state to which a transition returns: the state itself before it is left for the first time.
func (r *Run) remembered(composite *node, deep bool, exits []*node) *node {
	shallow, innermost := r.shallow[composite.index], r.deep[composite.index]
	if slices.Contains(exits, composite) {
		shallow, innermost = r.inside(composite)
	}
	to := shallow
	if deep {
		to = innermost
	}
	if to < 0 {
		return composite
	}
	return r.m.nodes[to]
}
