package broadcast

import (
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/internal/tree"
)

// after returns the part that is next after a transition of part k, and what has been done then. The next part is len(parts) if there is
// none.
func (b *turns) after(k int, before course, t *core.Transition) (next int, now course) {
	if away(t) {
		return len(b.parts), course{}
	}
	domain := b.parts[k].domain(t)
	for next = k + 1; next < len(b.parts); next++ {
		// What is inside the region has been left or has been passed, and what is around it does nothing more.
		if r := b.parts[next].Region; tree.Common(r, domain) != domain && !tree.Exclusive(r, domain) {
			break
		}
	}
	if next == len(b.parts) {
		return next, course{}
	}
	both := tree.Levels(b.parts[next].Region, domain)
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

// step returns what has been done for the part after part k if that takes no transition.
func (b *turns) step(k int, c course) course {
	return course{min(c.taken, b.both[k]), min(c.left, 1+b.both[k])}
}

// goes reports whether part k may take a transition: none was taken inside of it.
func (b *turns) goes(k int, c course) bool {
	return c.taken == 0 || c.taken <= b.parts[k].Region.Depth()
}
