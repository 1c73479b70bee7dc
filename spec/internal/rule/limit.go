package rule

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// CountTransitions applies the limit rule to the finished list: each transition
// increments the counter, and once it has reached the limit, each event leads to the
// state of the rule. The counter leaves out this last transition, so that it stays
// within the limit.
func (l *Rules) CountTransitions() {
	c := l.decls.Limit
	if c == nil {
		return
	}
	var out []core.Transition
	last := [2]int{-1, -1}
	moving := takes(l.machine)
	for _, t := range l.machine.Transitions {
		if pair := [2]int{t.From, t.Event}; pair != last && moving[pair] {
			last = pair
			full := expr.Expr(&expr.Binary{Op: expr.Ge, X: c.Ref(), Y: c.At})
			away, ok := l.exit(c, l.tree.Plain[t.From], t, full, nil)
			if !ok {
				return
			}
			when, possible := activeTakes(l.machine, pair)
			if l.machine.Events[t.Event].Eventless {
				away.Guard, away.Written = another(l.machine, full, pair)
			} else {
				away.Guard = expr.Both(full, when)
			}
			if possible {
				out = append(out, away)
			}
		}
		if t.Effect == core.Take {
			t.Updates = append(t.Updates, c.Set(c.Next()))
		}
		out = append(out, t)
	}
	l.machine.Transitions = out
}

// takes returns the pairs of a state and an event with an alternative that takes a
// transition.
func takes(m *core.Machine) map[[2]int]bool {
	out := map[[2]int]bool{}
	for _, t := range m.Transitions {
		if t.Effect == core.Take {
			out[[2]int{t.From, t.Event}] = true
		}
	}
	return out
}

// another returns the condition of the limit rule in place of alternatives without an event: full,
// and that one of them applies. Otherwise, the machine waits for an event. Both forms are those of
// [core.Transition].
func another(m *core.Machine, full expr.Expr, pair [2]int) (guard, written expr.Expr) {
	var guards, texts []expr.Expr
	for i := range m.Transitions {
		t := &m.Transitions[i]
		if t.From != pair[0] || t.Event != pair[1] {
			continue
		}
		if t.Guard == nil {
			return full, full
		}
		guards, texts = append(guards, t.Guard), append(texts, t.Written)
	}
	if slices.Contains(texts, nil) {
		return expr.Both(full, expr.AnyOf(guards...)), full
	}
	return expr.Both(full, expr.AnyOf(guards...)), expr.Both(full, expr.AnyOf(texts...))
}

// activeTakes returns the condition that an active state in a region, or one around that no region keeps the
// event from, has an alternative that takes a transition. It is nil if that is always so, and possible is false if it never is.
func activeTakes(m *core.Machine, pair [2]int) (when expr.Expr, possible bool) {
	var any, kept []expr.Expr
	seen := map[[2]int]bool{}
	for i := range m.Transitions {
		t := &m.Transitions[i]
		if t.From != pair[0] || t.Event != pair[1] {
			continue
		}
		switch {
		case t.Effect == core.Take && t.Move == nil && kept == nil:
			return nil, true
		case t.Effect == core.Take && t.Move == nil:
			return expr.AnyOf(append(any, &expr.Unary{Op: expr.Not, X: expr.AnyOf(kept...)})...), true
		case t.Effect != core.Take && t.Move != nil && t.Guard == nil: // no alternative after it is tried
			return expr.AnyOf(any...), any != nil
		case t.Effect == core.Take:
			region := &m.States[t.From].Regions[t.Move.Region]
			inner := keptInside(m, t)
			if len(region.Leaves) == 1 && inner == nil {
				return nil, true
			}
			if at := [2]int{t.Move.Region, t.Move.From}; !seen[at] {
				seen[at] = true
				var active expr.Expr
				if v := &m.Vars[region.Var]; len(region.Leaves) > 1 {
					active = &expr.Binary{Op: expr.Eq, X: &expr.Ref{Symbol: v.Symbol}, Y: &expr.Lit{T: v.Type, Value: int64(t.Move.From)}}
				}
				any = append(any, expr.Both(active, inner))
			}
		case t.Move != nil:
			kept = append(kept, t.Guard)
		}
	}
	return expr.AnyOf(any...), any != nil
}

// keptInside returns the condition that no region inside the leaf that has a transition keeps the event from it by
// ignoring or rejecting it, or nil.
func keptInside(m *core.Machine, t *core.Transition) expr.Expr {
	s, region := &m.States[t.From], t.Move.Region
	var guards []expr.Expr
	for i := range m.Transitions {
		k := &m.Transitions[i]
		if k.From != t.From || k.Event != t.Event || k.Effect == core.Take || k.Move == nil || k.Guard == nil || k.Move.Region == region {
			continue
		}
		if s.Contains(region, k.Move.Region) && s.LeafAround(region, k.Move.Region, k.Move.From) == t.Move.From {
			guards = append(guards, k.Guard)
		}
	}
	if guards == nil {
		return nil
	}
	return &expr.Unary{Op: expr.Not, X: expr.AnyOf(guards...)}
}
