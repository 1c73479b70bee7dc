package spec

import "github.com/fsmgen/fsmgen/spec/core"

// course is what earlier regions have done for an event, as far as it matters for a part: the regions around it count, from the
// outermost one.
type course struct {
	// taken is the number of regions around the part inside of which a transition has been taken: the leaf that is active there
	// takes none itself. If one was taken outside of them only, it is 0.
	taken int
	// left is 0 if no state has been left so far. Otherwise, it is 1 and the number of regions around the part inside of which a state
	// has been left: no later transition leaves them, or the whole state.
	left int
}

// after returns the part that is next after a transition of part k, and what has been done then. The next part is len(parts) if there is
// none.
func (b *turns) after(k int, before course, t *core.Transition) (next int, now course) {
	if away(t) {
		return len(b.parts), course{}
	}
	domain := b.parts[k].domain(t)
	for next = k + 1; next < len(b.parts); next++ {
		// What is inside the region has been left or has been passed, and what is around it does nothing more.
		if r := b.parts[next].region; common(r, domain) != domain && !exclusive(r, domain) {
			break
		}
	}
	if next == len(b.parts) {
		return next, course{}
	}
	both := levels(b.parts[next].region, domain)
	now = course{taken: both, left: min(before.left, 1+both)}
	if !t.Move.Internal {
		now.left = 1 + both
	}
	return next, now
}

// pass returns what has been done for part k if the parts from another one up to it take no transition. ok is false if part k takes
// none, because one was taken inside of it.
func (b *turns) pass(from int, c course, k int) (now course, ok bool) {
	for ; from < k; from++ {
		c = b.step(from, c)
	}
	return c, b.goes(k, c)
}

// step returns what has been done for the part after part k if that takes no transition.
func (b *turns) step(k int, c course) course {
	return course{min(c.taken, b.both[k]), min(c.left, 1+b.both[k])}
}

// goes reports whether part k may take a transition: none was taken inside of it.
func (b *turns) goes(k int, c course) bool {
	return c.taken == 0 || c.taken <= b.parts[k].region.depth()
}

// due reports whether part k may handle the event when the variable has a value, and what has been done then.
func (b *turns) due(v turn, k int) (c course, ok bool) {
	if v.part > k {
		return course{}, false
	}
	c = v.course
	for at := v.part; at < k; at++ {
		if b.goes(at, c) && b.enabledIn(at, c).always {
			return course{}, false
		}
		c = b.step(at, c)
	}
	return c, b.goes(k, c)
}

// preempted reports whether a transition of a part is not taken because it leaves a region in which a state has been left before.
func (p *steps) preempted(t *core.Transition, c course) bool {
	if away(t) {
		return c.left > 0
	}
	domain := p.domain(t)
	return domain != p.region && c.left > 1+domain.depth()
}

// domain returns the innermost region that a transition of a region does not leave.
func (p *steps) domain(t *core.Transition) *region {
	r := p.region
	if t.Move.ToRegion == r.number {
		return r
	}
	for _, to := range r.place().parts() {
		if to.number == t.Move.ToRegion {
			return common(r, to)
		}
	}
	return nil
}

// place returns the plain state that has the region.
func (r *region) place() *node { return r.root.place() }

// common returns the innermost region that is around both regions or is one of them, or nil.
func common(a, b *region) *region {
	for ; a != nil; a = a.outer {
		for c := b; c != nil; c = c.outer {
			if a == c {
				return a
			}
		}
	}
	return nil
}

// exclusive reports whether at most one of two regions takes a transition for an event: one is around the other, or they are in
// different leaves of a region.
func exclusive(a, b *region) bool {
	c := common(a, b)
	return c != nil && (c == a || c == b || c.around(a.owner) != c.around(b.owner))
}

// levels returns the number of regions that are around both regions; one of them counts as around itself.
func levels(a, b *region) int {
	if c := common(a, b); c != nil {
		return c.depth() + 1
	}
	return 0
}

// away reports whether a transition leaves the state with the regions.
func away(t *core.Transition) bool { return !t.Internal }
