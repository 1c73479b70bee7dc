package mermaid

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/diag"
)

// shape rewrites a drawing until its composite states, regions, forks, and joins are those of a spec.
type shape struct{ drawing *drawing }

// forks gives each fork the meaning of regions: those of a composite state to which its arrows lead, or those that the
// branches between it and a join become.
func (sh *shape) forks() {
	for _, f := range slices.Clone(sh.drawing.nodes) {
		if f.kind != fork && f.kind != join {
			continue
		}
		if out := sh.leaving(f); f.kind == fork && slices.ContainsFunc(out, func(a arrow) bool { return a.label.string != "" }) {
			sh.drawing.warn(f.at, "the fork `%s` has arrows with labels: the import reads it as a choice", diag.Clip(f.id))
			f.kind = choice
		} else if f.kind == join && len(out) > 1 {
			sh.drawing.fail(diag.CodeNotYet, f.at, "several arrows leave the join `%s`", diag.Clip(f.id)).Helpf("let it lead to one state, or draw a fork behind it")
		} else if len(out) > 1 {
			sh.fork(f, out)
		}
	}
	for _, j := range slices.Clone(sh.drawing.nodes) {
		if j.kind == join {
			sh.join(j)
		}
	}
}

func (sh *shape) leaving(n *node) (list []arrow) {
	for _, a := range sh.drawing.arrows {
		if a.from == n {
			list = append(list, a)
		}
	}
	return list
}

func (sh *shape) entering(n *node) (list []arrow) {
	for _, a := range sh.drawing.arrows {
		if a.to == n {
			list = append(list, a)
		}
	}
	return list
}

// fork translates a fork with several branches.
func (sh *shape) fork(f *node, out []arrow) {
	if owner := sh.owner(out, func(a arrow) *node { return a.to }); owner != nil {
		sh.enter(f, owner, out)
		return
	}
	var targets []*node
	for _, a := range out {
		if a.to == nil || a.to.kind != plain || slices.Contains(targets, a.to) {
			sh.drawing.fail(diag.CodeNotYet, a.at, "a branch of the fork `%s` must begin in a state of its own", diag.Clip(f.id))
			return
		}
		targets = append(targets, a.to)
	}
	for _, j := range sh.drawing.nodes {
		if (j.kind != join && j.kind != fork) || j == f || j.parent != f.parent || len(sh.entering(j)) < 2 {
			continue
		}
		if branches := sh.branches(f, j, targets); branches != nil {
			sh.divideAt(f, j, branches)
			return
		}
	}
	sh.drawing.fail(diag.CodeNotYet, f.at, "the branches of the fork `%s` do not all lead to one join, or share states", diag.Clip(f.id)).
		Helpf("let each branch lead to one join, or draw a composite state with regions (--)")
}

// owner returns the composite state of which the ends of all arrows are in different regions, or nil.
func (sh *shape) owner(arrows []arrow, end func(arrow) *node) *node {
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
func (sh *shape) enter(f, owner *node, out []arrow) {
	for _, a := range out {
		r := a.to.regionAround()
		at := slices.IndexFunc(sh.drawing.arrows, func(s arrow) bool { return s.from == nil && s.block == r })
		switch {
		case a.to.parent != r || at >= 0 && sh.drawing.arrows[at].to != a.to:
			sh.drawing.fail(diag.CodeNotYet, a.at, "the fork `%s` enters a region elsewhere than at its initial arrow", diag.Clip(f.id))
			return
		case at < 0:
			sh.drawing.arrows = append(sh.drawing.arrows, arrow{to: a.to, block: r, at: a.at})
		}
	}
	sh.replace(f, owner)
	sh.remove(f)
}

// replace lets the arrows into a node lead to another one.
func (sh *shape) replace(n, by *node) {
	for i := range sh.drawing.arrows {
		if sh.drawing.arrows[i].to == n {
			sh.drawing.arrows[i].to = by
		}
	}
}

// remove removes a node with the arrows that leave it.
func (sh *shape) remove(n *node) {
	sh.drawing.arrows = slices.DeleteFunc(sh.drawing.arrows, func(a arrow) bool { return a.from == n })
	sh.drawing.nodes = slices.DeleteFunc(sh.drawing.nodes, func(o *node) bool { return o == n })
}

// branches returns the states of each branch from the fork to a join: those that are on a way from one to the other. It
// returns nil if a branch has none, if two share one, or if an arrow into the join has another origin.
func (sh *shape) branches(f, j *node, targets []*node) [][]*node {
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
			for _, a := range sh.drawing.arrows {
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
		for _, n := range sh.drawing.nodes {
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
	for _, a := range sh.entering(j) {
		if !home[level(a.from)] {
			return nil
		}
	}
	return list
}

// divideAt makes a composite state of a fork, with its branches as regions, which the join completes.
func (sh *shape) divideAt(f, j *node, branches [][]*node) {
	out := sh.leaving(f)
	sh.drawing.arrows = slices.DeleteFunc(sh.drawing.arrows, func(a arrow) bool { return a.from == f })
	f.kind, f.block = plain, true
	for i, branch := range branches {
		r := sh.drawing.addRegion(f, out[i].at)
		for _, n := range branch {
			n.parent = r
		}
		sh.drawing.arrows = append(sh.drawing.arrows, arrow{to: out[i].to, block: r, at: out[i].at})
	}
	sh.complete(j, f)
}

// complete lets the arrows into a join end their regions, and those that leave it leave the composite state.
func (sh *shape) complete(j, owner *node) {
	for i, a := range sh.drawing.arrows {
		if a.to == j {
			sh.drawing.arrows[i].to, sh.drawing.arrows[i].block = nil, a.from.regionAround()
		}
	}
	out := sh.leaving(j)
	for _, a := range out {
		if !a.waits() {
			continue
		}
		j.kind = plain // a state, which waits for the events of the arrows that leave it
		sh.drawing.arrows = append(sh.drawing.arrows, arrow{from: owner, to: j, block: j.parent, at: j.at})
		return
	}
	for i := range sh.drawing.arrows {
		if sh.drawing.arrows[i].from == j {
			sh.drawing.arrows[i].from = owner
		}
	}
	sh.remove(j)
}

// waits reports whether an arrow has a label with an event or a time.
func (a arrow) waits() bool {
	return slices.ContainsFunc(labels(a.label), func(l label) bool { return l.event != "" || len(l.after) > 0 || l.environment })
}

// join translates a join of the regions of a composite state that is drawn.
func (sh *shape) join(j *node) {
	in := sh.entering(j)
	owner := sh.owner(in, func(a arrow) *node { return a.from })
	switch {
	case owner != nil && j.parent != owner && len(in) == len(sh.divided(owner)):
		for _, a := range in {
			if a.from.parent != a.from.regionAround() {
				owner = nil
			}
		}
		if owner != nil {
			sh.complete(j, owner)
			return
		}
		fallthrough
	case len(in) > 1 && len(sh.leaving(j)) > 0:
		sh.drawing.fail(diag.CodeNotYet, j.at, "the join `%s` has no fork whose branches it waits for", diag.Clip(j.id)).
			Helpf("draw the fork, or use <<choice>> where arrows only meet")
	}
}

// isMark reports whether a node is only an annotation: fsmgen draws "any state" for the transitions of all states, and
// nodes for the outputs of composite states.
func (sh *shape) isMark(n *node) bool {
	return !n.block && (n.has("any") && (n.title == "any state" || n.title == "all regions") ||
		n.has("visits") && len(sh.leaving(n))+len(sh.entering(n)) == 0)
}
