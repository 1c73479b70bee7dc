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

// goesOn returns a transition of part k with the given condition, once with the update that leaves the event to
// the later parts, if one of them takes a transition then, and once without.
func (b *turns) goesOn(t core.Transition, guard expr.Expr, k int, c course) []core.Transition {
	next, now := b.after(k, c, &t)
	t.Guard = guard
	later := b.enabled(next, now)
	if later == nil {
		return []core.Transition{t}
	}
	later = b.counted(later, &t)
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

// counted returns a condition with the counters of the rules as a transition leaves them: nothing else that
// regions read can be set by another one for the same event.
func (b *turns) counted(e expr.Expr, t *core.Transition) expr.Expr {
	if b.stall == nil && b.limit == nil {
		return e // which can be large
	}
	return expr.Substitute(e, func(s *expr.Symbol) expr.Expr {
		switch {
		case b.stall != nil && s == b.stall.symbol:
			return t.Updated(s)
		case b.limit != nil && s == b.limit.symbol:
			return b.limit.next()
		}
		return nil
	})
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
	v := turn{part, c, addValue(enum, name)}
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
