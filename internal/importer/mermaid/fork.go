package mermaid

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/diag"
)

// forks gives each fork the meaning of regions: those of a composite state to which its arrows lead, or those that the
// branches between it and a join become.
func (b *builder) forks() {
	for _, f := range slices.Clone(b.nodes) {
		if f.kind != fork && f.kind != join {
			continue
		}
		if out := b.leaving(f); f.kind == fork && slices.ContainsFunc(out, func(a arrow) bool { return a.label.string != "" }) {
			b.warn(f.at, "the fork `%s` has arrows with labels: the import reads it as a choice", diag.Clip(f.id))
			f.kind = choice
		} else if f.kind == join && len(out) > 1 {
			b.fail(diag.CodeNotYet, f.at, "several arrows leave the join `%s`", diag.Clip(f.id)).Helpf("let it lead to one state, or draw a fork behind it")
		} else if len(out) > 1 {
			b.fork(f, out)
		}
	}
	for _, j := range slices.Clone(b.nodes) {
		if j.kind == join {
			b.join(j)
		}
	}
}

func (b *builder) leaving(n *node) (list []arrow) {
	for _, a := range b.arrows {
		if a.from == n {
			list = append(list, a)
		}
	}
	return list
}

func (b *builder) entering(n *node) (list []arrow) {
	for _, a := range b.arrows {
		if a.to == n {
			list = append(list, a)
		}
	}
	return list
}

// fork translates a fork with several branches.
func (b *builder) fork(f *node, out []arrow) {
	if owner := b.owner(out, func(a arrow) *node { return a.to }); owner != nil {
		b.enter(f, owner, out)
		return
	}
	var targets []*node
	for _, a := range out {
		if a.to == nil || a.to.kind != plain || slices.Contains(targets, a.to) {
			b.fail(diag.CodeNotYet, a.at, "a branch of the fork `%s` must begin in a state of its own", diag.Clip(f.id))
			return
		}
		targets = append(targets, a.to)
	}
	for _, j := range b.nodes {
		if (j.kind != join && j.kind != fork) || j == f || j.parent != f.parent || len(b.entering(j)) < 2 {
			continue
		}
		if branches := b.branches(f, j, targets); branches != nil {
			b.divideAt(f, j, branches)
			return
		}
	}
	b.fail(diag.CodeNotYet, f.at, "the branches of the fork `%s` do not all lead to one join, or share states", diag.Clip(f.id)).
		Helpf("let each branch lead to one join, or draw a composite state with regions (--)")
}

// owner returns the composite state of which the ends of all arrows are in different regions, or nil.
func (b *builder) owner(arrows []arrow, end func(arrow) *node) *node {
	var found []*node
	for _, a := range arrows {
		n := end(a)
		if n == nil {
			return nil
		}
		r := n.regionAround()
		if r == nil || slices.Contains(found, r) || len(found) > 0 && r.parent != found[0].parent {
			return nil
		}
		found = append(found, r)
	}
	if len(found) < 2 {
		return nil
	}
	return found[0].parent
}

// enter lets the arrows into a fork lead to the composite state whose regions begin where the fork leads to.
func (b *builder) enter(f, owner *node, out []arrow) {
	for _, a := range out {
		r := a.to.regionAround()
		at := slices.IndexFunc(b.arrows, func(s arrow) bool { return s.from == nil && s.block == r })
		switch {
		case a.to.parent != r || at >= 0 && b.arrows[at].to != a.to:
			b.fail(diag.CodeNotYet, a.at, "the fork `%s` enters a region elsewhere than at its initial arrow", diag.Clip(f.id))
			return
		case at < 0:
			b.arrows = append(b.arrows, arrow{to: a.to, block: r, at: a.at})
		}
	}
	b.replace(f, owner)
	b.remove(f)
}

// replace lets the arrows into a node lead to another one.
func (b *builder) replace(n, by *node) {
	for i := range b.arrows {
		if b.arrows[i].to == n {
			b.arrows[i].to = by
		}
	}
}

// remove removes a node with the arrows that leave it.
func (b *builder) remove(n *node) {
	b.arrows = slices.DeleteFunc(b.arrows, func(a arrow) bool { return a.from == n })
	b.nodes = slices.DeleteFunc(b.nodes, func(o *node) bool { return o == n })
}

// branches returns the states of each branch from the fork to a join: those that are on a way from one to the other. It
// returns nil if a branch has none, if two share one, or if an arrow into the join has another origin.
func (b *builder) branches(f, j *node, targets []*node) [][]*node {
	level := func(n *node) *node {
		for n != nil && n.parent != f.parent {
			n = n.parent
		}
		return n
	}
	walk := func(from *node, forward bool) map[*node]bool {
		seen := make(map[*node]bool)
		for next := []*node{from}; len(next) > 0; next = next[1:] {
			n := next[0]
			if n == nil || n == f || n == j && forward || seen[n] {
				continue
			}
			seen[n] = true
			for _, a := range b.arrows {
				tail, head := level(a.from), level(a.to)
				if !forward {
					tail, head = head, tail
				}
				if tail == n {
					next = append(next, head)
				}
			}
		}
		return seen
	}
	back := walk(j, false)
	var list [][]*node
	home := make(map[*node]bool)
	for _, t := range targets {
		var branch []*node
		ahead := walk(level(t), true)
		for _, n := range b.nodes {
			if n.parent == f.parent && ahead[n] && back[n] {
				if home[n] {
					return nil
				}
				home[n] = true
				branch = append(branch, n)
			}
		}
		if t.parent != f.parent || !slices.Contains(branch, t) {
			return nil
		}
		list = append(list, branch)
	}
	for _, a := range b.entering(j) {
		if !home[level(a.from)] {
			return nil
		}
	}
	return list
}

// divideAt makes a composite state of a fork, with its branches as regions, which the join completes.
func (b *builder) divideAt(f, j *node, branches [][]*node) {
	out := b.leaving(f)
	b.arrows = slices.DeleteFunc(b.arrows, func(a arrow) bool { return a.from == f })
	f.kind, f.block = plain, true
	for i, branch := range branches {
		r := b.addRegion(f, out[i].at)
		for _, n := range branch {
			n.parent = r
		}
		b.arrows = append(b.arrows, arrow{to: out[i].to, block: r, at: out[i].at})
	}
	b.complete(j, f)
}

// complete lets the arrows into a join end their regions, and those that leave it leave the composite state.
func (b *builder) complete(j, owner *node) {
	for i, a := range b.arrows {
		if a.to == j {
			b.arrows[i].to, b.arrows[i].block = nil, a.from.regionAround()
		}
	}
	out := b.leaving(j)
	for _, a := range out {
		if !a.waits() {
			continue
		}
		j.kind = plain // a state, which waits for the events of the arrows that leave it
		b.arrows = append(b.arrows, arrow{from: owner, to: j, block: j.parent, at: j.at})
		return
	}
	for i := range b.arrows {
		if b.arrows[i].from == j {
			b.arrows[i].from = owner
		}
	}
	b.remove(j)
}

// waits reports whether an arrow has a label with an event or a time.
func (a arrow) waits() bool {
	return slices.ContainsFunc(labels(a.label), func(l label) bool { return l.event != "" || len(l.after) > 0 || l.environment })
}

// join translates a join of the regions of a composite state that is drawn.
func (b *builder) join(j *node) {
	in := b.entering(j)
	owner := b.owner(in, func(a arrow) *node { return a.from })
	switch {
	case owner != nil && j.parent != owner && len(in) == len(b.divided(owner)):
		for _, a := range in {
			if a.from.parent != a.from.regionAround() {
				owner = nil
			}
		}
		if owner != nil {
			b.complete(j, owner)
			return
		}
		fallthrough
	case len(in) > 1 && len(b.leaving(j)) > 0:
		b.fail(diag.CodeNotYet, j.at, "the join `%s` has no fork whose branches it waits for", diag.Clip(j.id)).
			Helpf("draw the fork, or use <<choice>> where arrows only meet")
	}
}
