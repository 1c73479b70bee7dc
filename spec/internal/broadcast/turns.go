package broadcast

import (
	"cmp"
	"maps"
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

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
			for i := range b.parts[k].List {
				t := &b.parts[k].List[i]
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
			due[c] = append(due[c], &expr.Binary{Op: expr.Eq, X: &expr.Ref{Symbol: b.events.symbol}, Y: &expr.Lit{T: b.events.symbol.Type, Value: v.value}})
			values[c] = append(values[c], v.value)
		}
	}
	for _, c := range slices.SortedFunc(maps.Keys(due), func(c, d course) int { return cmp.Or(c.left-d.left, c.taken-d.taken) }) {
		for i, t := range b.parts[k].List {
			if b.parts[k].preempted(&t, c) {
				continue // the transition of the earlier region has precedence
			}
			guard := expr.Both(expr.AnyOf(due[c]...), b.guard(k, i, c))
			t.Event, t.Handles = b.events.machine.Eventless(), b.events.machine.Events[b.event].Name
			for _, t := range b.goesOn(t, guard, k, c) {
				if !away(&t) && t.Updated(b.events.symbol) == nil {
					t.Updates = append(slices.Clip(t.Updates), b.events.sets(0, t.Span))
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
	on.Updates = append(slices.Clip(t.Updates), b.events.sets(b.value(next, now), t.Span))
	if always {
		return []core.Transition{on}
	}
	return []core.Transition{on, t}
}

// counted returns a condition with the counters of the rules as a transition leaves them: nothing else that
// regions read can be set by another one for the same event.
func (b *turns) counted(e expr.Expr, t *core.Transition) expr.Expr {
	if b.events.decls.Stall == nil && b.events.decls.Limit == nil {
		return e // which can be large
	}
	return expr.Substitute(e, func(s *expr.Symbol) expr.Expr {
		switch {
		case b.events.decls.Stall != nil && s == b.events.decls.Stall.Symbol:
			return t.Updated(s)
		case b.events.decls.Limit != nil && s == b.events.decls.Limit.Symbol:
			return b.events.decls.Limit.Next()
		}
		return nil
	})
}
