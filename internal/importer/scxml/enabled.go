package scxml

import (
	"maps"
	"slices"

	"github.com/fsmgen/fsmgen/spec/diag"
)

// choice is a way through the conditions for an event, with the transitions that are then taken.
type choice struct {
	world
	chosen  []*transition
	decided map[*transition]bool
	// handled marks a choice that takes an event from a queue or a timer, which is an effect.
	handled bool
}

// choose returns the choices for an event in a configuration. Each excludes the others, and one of them applies.
func (f *flat) choose(c *configuration, key string, w world) []choice {
	list := []choice{{world: w, decided: make(map[*transition]bool)}}
	for _, leaf := range c.leaves() {
		var after []choice
		for _, ch := range list {
			after = append(after, f.enable(c, leaf, key, ch)...)
		}
		if list = after; len(list) > maxWays {
			f.reader.out.Fail(diag.CodeTooBig, leaf.at, "the conditions of transitions for an event have more than %d ways", maxWays)
		}
		if f.reader.out.Failed() {
			return nil
		}
	}
	for i := range list {
		list[i].chosen = f.withoutConflicts(c, list[i].chosen)
	}
	return list
}

// enable adds the first transition for an event from a state on, from the inside out.
func (f *flat) enable(c *configuration, leaf *node, key string, open choice) (list []choice) {
	take := func(ch choice, t *transition) choice {
		if !slices.Contains(ch.chosen, t) {
			ch.chosen = append(slices.Clip(ch.chosen), t)
		}
		return ch
	}
	for n := leaf; n != nil; n = n.parent {
		for _, t := range n.trans {
			if f.reader.doc.work++; !f.heard[t][bare(key)] {
				continue
			}
			if t.fails {
				open.world = open.raised(raisedKey + errorEvent)
				continue
			}
			if t.cond == nil {
				return append(list, take(open, t))
			}
			if holds, ok := open.decided[t]; ok {
				if holds {
					return append(list, take(open, t))
				}
				continue
			}
			e := f.tells(t.cond.expr.settled(f.answers(c.active)), key)
			if known := (&condition{expr: e}); known.asks() {
				f.reader.unreadable(t.cond.from, t.at, lack{what: unknownEvent, help: "give events from different places different names"})
				return nil
			}
			e = open.eval(e)
			if f.reader.doc.work += e.size; f.reader.doc.work > maxWork || open.condition != nil && open.condition.size > maxTerms {
				f.reader.out.Fail(diag.CodeTooBig, t.at, "the conditions up to here have more than %d terms", maxTerms)
				return nil
			}
			if w, ok := open.where(e); ok {
				list = append(list, take(choice{world: w, chosen: open.chosen, decided: decide(open.decided, t, true)}, t))
			}
			rest, ok := open.where(negate(e))
			if !ok {
				return list
			}
			open = choice{world: rest, chosen: open.chosen, decided: decide(open.decided, t, false)}
		}
	}
	return append(list, open)
}

func decide(decided map[*transition]bool, t *transition, holds bool) map[*transition]bool {
	decided = maps.Clone(decided)
	decided[t] = holds
	return decided
}

// answers answers In() where some states are active.
func (f *flat) answers(active []*node) func(*expr) *expr {
	return func(e *expr) *expr {
		if e.op != opIn {
			return nil
		}
		return truth(f.reader.doc.byID[e.text] != nil && slices.Contains(active, f.reader.doc.byID[e.text]))
	}
}

// settled returns an expression with what is known of its parts, for which known returns nil if it is not.
func (e *expr) settled(known func(*expr) *expr) *expr {
	if by := known(e); by != nil {
		return by
	}
	if len(e.args) == 0 {
		return e
	}
	args := make([]*expr, len(e.args))
	for i, a := range e.args {
		args[i] = a.settled(known)
	}
	return simplify(e.op, args)
}

// withoutConflicts is removeConflictingTransitions.
func (f *flat) withoutConflicts(c *configuration, enabled []*transition) (kept []*transition) {
	for _, t := range enabled {
		preempted := false
		var gone []*transition
		exits := f.exits(c, t)
		for _, u := range kept {
			others := f.exits(c, u)
			if f.reader.doc.work += len(exits) * len(others); f.reader.doc.work > maxWork {
				f.reader.out.Fail(diag.CodeTooBig, t.at, "too many regions have transitions that are taken together")
				return nil
			}
			if !slices.ContainsFunc(exits, func(n *node) bool { return slices.Contains(others, n) }) {
				continue
			}
			if t.source.inside(u.source) {
				gone = append(gone, u)
			} else {
				preempted = true
				break
			}
		}
		if !preempted {
			kept = append(slices.DeleteFunc(kept, func(u *transition) bool { return slices.Contains(gone, u) }), t)
		}
	}
	return kept
}

// exits is computeExitSet for one transition, in document order.
func (f *flat) exits(c *configuration, t *transition) (list []*node) {
	if f.targets[t] == nil {
		return nil
	}
	domain := f.domain(t, c.memory)
	for _, n := range c.active {
		if n.inside(domain) {
			list = append(list, n)
		}
	}
	return list
}

// domain is getTransitionDomain of a transition with targets.
func (f *flat) domain(t *transition, memory map[*history][]*node) *node {
	goals := f.effective(f.targets[t], memory)
	all := func(n *node) bool {
		return !slices.ContainsFunc(goals, func(g *node) bool { return !g.inside(n) })
	}
	if t.internal && len(t.source.inner) > 0 && !t.source.parallel && t.source != f.reader.doc.root && all(t.source) {
		return t.source
	}
	for p := t.source.parent; p != nil; p = p.parent {
		if !p.parallel && all(p) {
			return p
		}
	}
	return f.reader.doc.root
}

// effective is getEffectiveTargetStates.
func (f *flat) effective(goals []goal, memory map[*history][]*node) (list []*node) {
	for _, g := range goals {
		switch {
		case g.node != nil:
			list = append(list, g.node)
		case memory[g.history] != nil:
			list = append(list, memory[g.history]...)
		default:
			list = append(list, f.effective(f.defaults[g.history], memory)...)
		}
	}
	return list
}
