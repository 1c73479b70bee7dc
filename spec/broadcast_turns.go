package spec

import (
	"cmp"
	"maps"
	"slices"
	"strconv"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// turns are the transitions of the regions of a state for one event.
type turns struct {
	*broadcast
	event  int
	parts  []steps
	values []turn
	// both are the numbers of regions around each part and the next one, and inner the parts inside each part.
	both  []int
	inner [][]int
	// known are the results of enabled and enabledIn.
	known   map[turn]expr.Expr
	knownIn map[turn]enabling
}

// enabling are the conditions of the transitions of a part, and whether one of them always holds.
type enabling struct {
	any    []expr.Expr
	always bool
}

func newTurns(b *broadcast, event int, parts []steps) *turns {
	out := &turns{broadcast: b, event: event, parts: parts, inner: make([][]int, len(parts)), known: map[turn]expr.Expr{}, knownIn: map[turn]enabling{}}
	for k := range parts {
		if k+1 < len(parts) {
			out.both = append(out.both, levels(parts[k].region, parts[k+1].region))
		}
		if around := parts[k].region.outer; around == nil {
			continue
		}
		for q := k + 1; q < len(parts); q++ {
			if common(parts[k].region, parts[q].region) == parts[q].region {
				out.inner[q] = append(out.inner[q], k)
			}
		}
	}
	return out
}

// turn is a value of the variable: the event is still to be handled by a part and those after it.
type turn struct {
	part int
	course
	value int64
}

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

// preempted reports whether a transition of a part is not taken because it leaves a region in which a state has been left before.
func (p *steps) preempted(t *core.Transition, c course) bool {
	if away(t) {
		return c.left > 0
	}
	domain := p.domain(t)
	return domain != p.region && c.left > 1+domain.depth()
}

// number gives lower values to later regions, so that the number decreases with each step: it is a
// part of progress functions that the verifier finds.
func (b *turns) number() {
	var needed []turn
	for k := range b.parts {
		courses := []course{{}}
		for _, v := range needed {
			if c, ok := b.pass(v.part, v.course, k); v.part <= k && ok && !slices.Contains(courses, c) {
				courses = append(courses, c)
			}
		}
		for _, c := range courses {
			for i := range b.parts[k].list {
				t := &b.parts[k].list[i]
				if b.parts[k].preempted(t, c) {
					continue
				}
				next, now := b.after(k, c, t)
				if v := (turn{part: next, course: now}); !slices.Contains(needed, v) && b.enabled(next, now) != nil {
					needed = append(needed, v)
				}
			}
		}
	}
	slices.SortFunc(needed, func(v, w turn) int {
		return cmp.Or(v.part-w.part, v.left-w.left, v.taken-w.taken)
	})
	for _, v := range slices.Backward(needed) {
		b.value(v.part, v.course)
	}
}

// later returns the transitions of part k after those of earlier parts.
func (b *turns) later(k int) (out []follower) {
	due, values := map[course][]expr.Expr{}, map[course][]int64{}
	for _, v := range b.values {
		c, ok := b.due(v, k)
		if ok {
			due[c] = append(due[c], &expr.Binary{Op: expr.Eq, X: &expr.Ref{Symbol: b.symbol}, Y: &expr.Lit{T: b.symbol.Type, Value: v.value}})
			values[c] = append(values[c], v.value)
		}
	}
	for _, c := range slices.SortedFunc(maps.Keys(due), func(c, d course) int { return cmp.Or(c.left-d.left, c.taken-d.taken) }) {
		for i, t := range b.parts[k].list {
			if b.parts[k].preempted(&t, c) {
				continue // the transition of the earlier region has precedence
			}
			guard := expr.Both(expr.AnyOf(due[c]...), b.guard(k, i, c))
			t.Event, t.Handles = b.machine.Eventless(), b.machine.Events[b.event].Name
			for _, t := range b.goesOn(t, guard, k, c) {
				if !away(&t) && t.Updated(b.symbol) == nil {
					t.Updates = append(slices.Clip(t.Updates), b.sets(0, t.Span))
				}
				out = append(out, follower{t, values[c]})
			}
		}
	}
	return out
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

// goesOn returns a transition of part k with the given condition, once with the update that leaves the event to
// the later parts, if one of them takes a transition then, and once without.
func (b *turns) goesOn(t core.Transition, guard expr.Expr, k int, c course) []core.Transition {
	next, now := b.after(k, c, &t)
	t.Guard = guard
	later := b.enabled(next, now)
	if later == nil {
		return []core.Transition{t}
	}
	on := t
	_, always := later.(*expr.Lit)
	if !always {
		on.Guard = expr.Both(guard, later)
	}
	on.Updates = append(slices.Clip(t.Updates), b.sets(b.value(next, now), t.Span))
	if always {
		return []core.Transition{on}
	}
	return []core.Transition{on, t}
}

// value returns the value of the variable for a part after the first.
func (b *turns) value(part int, c course) int64 {
	for _, v := range b.values {
		if v.part == part && v.course == c {
			return v.value
		}
	}
	enum := b.symbol.Type.Enum
	name := b.machine.Events[b.event].Name + strconv.Itoa(part)
	if c.taken > 0 {
		name += "In" + strconv.Itoa(c.taken)
	}
	switch {
	case c.left == 0:
		name += "Free"
	case c.left > 1:
		name += "Left" + strconv.Itoa(c.left-1)
	}
	for slices.Contains(enum.Values, name) {
		name += "_"
	}
	enum.Values = append(enum.Values, name)
	v := turn{part, c, int64(len(enum.Values) - 1)}
	b.values = append(b.values, v)
	return v.value
}

// guard returns the condition of transition i of part k and that none is enabled that has precedence over it but is preempted: one before
// it of the same leaf, or one inside that leaf.
func (b *turns) guard(k, i int, c course) expr.Expr {
	part := &b.parts[k]
	t := &part.list[i]
	guard := t.Guard
	not := func(u *core.Transition) { guard = expr.Both(guard, &expr.Unary{Op: expr.Not, X: u.Guard}) }
	for j := range part.list[:i] {
		if u := &part.list[j]; u.Move.From == t.Move.From && part.preempted(u, c) {
			not(u)
		}
	}
	for _, q := range b.inner[k] {
		inner := &b.parts[q]
		if part.region.index(part.region.around(inner.region.owner)) != t.Move.From {
			continue
		}
		for j := range inner.list {
			if u := &inner.list[j]; inner.preempted(u, c) {
				not(u)
			}
		}
	}
	return guard
}

// away reports whether a transition leaves the state with the regions.
func away(t *core.Transition) bool { return !t.Internal }

// enabled returns the condition that one of the parts from one on takes a transition, or nil if none can.
func (b *turns) enabled(from int, c course) expr.Expr {
	key := turn{part: from, course: c}
	if known, ok := b.known[key]; ok {
		return known
	}
	var any []expr.Expr
	for k := from; k < len(b.parts); k++ {
		if b.goes(k, c) {
			here := b.enabledIn(k, c)
			if here.always {
				any = []expr.Expr{expr.Truth(true)}
				break
			}
			any = append(any, here.any...)
		}
		if k+1 < len(b.parts) {
			c = b.step(k, c)
		}
	}
	b.known[key] = nil
	if len(any) > 0 {
		b.known[key] = expr.AnyOf(any...)
	}
	return b.known[key]
}

// enabledIn returns the conditions of the transitions of a part. If one of them always holds, the event reaches no later part
// before the part takes it.
func (b *turns) enabledIn(k int, c course) (out enabling) {
	key := turn{part: k, course: c}
	if known, ok := b.knownIn[key]; ok {
		return known
	}
	leaves := map[*expr.Symbol][]int64{} // those with a transition that is always taken
	for i := range b.parts[k].list {
		if t := &b.parts[k].list[i]; b.parts[k].preempted(t, c) {
			continue
		}
		guard := b.guard(k, i, c)
		if guard == nil || covers(guard, leaves) {
			out = enabling{always: true}
			break
		}
		out.any = append(out.any, guard)
	}
	b.knownIn[key] = out
	return out
}
