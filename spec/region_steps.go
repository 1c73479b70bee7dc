package spec

import (
	"maps"
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// handleRegions adds the alternatives of a state with regions, event by event: first those inside
// its regions, then its own and those around it, which apply only if no region has one that does.
func (l *flow) handleRegions(p *node) {
	m := l.machine
	whole := l.find(p, nil)
	parts := make([]regionRules, len(p.regions))
	events := map[int]bool{}
	for e := range whole.lists {
		events[e] = true
	}
	for i, r := range p.regions {
		parts[i] = regionRules{region: r, leaves: map[*node]found{}}
		for _, leaf := range r.leaves {
			f := l.find(leaf, r.root)
			parts[i].leaves[leaf] = f
			for e := range f.lists {
				events[e] = true
			}
		}
	}
	eventless := m.Eventless()
	if eventless >= 0 {
		events[eventless] = true
		l.transient[p.index] = whole.decided[eventless] && !whole.wrong[eventless]
	}
	b := &broadcast{flow: l, symbol: l.restOf[p]}
	lists := map[int][]core.Transition{}
	// The order of events in a spec has no meaning, and what is left of one is a number.
	byName := func(a, b int) int { return strings.Compare(m.Events[a].Name, m.Events[b].Name) }
	delete(events, -1)
	for _, e := range slices.SortedFunc(maps.Keys(events), byName) {
		var steps [][]core.Transition
		var passed []core.Transition // alternatives that take no transition
		for i := range parts {
			taken, rest := l.regionSteps(p, &parts[i], e)
			if len(taken) > 0 {
				steps = append(steps, taken)
			}
			passed = append(passed, rest...)
		}
		if e != eventless {
			lists[e] = b.combine(e, steps)
		} else {
			lists[e] = slices.Concat(slices.Concat(steps...), l.allDone(p))
		}
		own := l.collect(func() {
			for _, x := range whole.lists[e] {
				for _, form := range l.returns(x.alternative) {
					form.when = expr.Both(form.when, l.someUndecided(parts, e))
					l.alternative(p, e, form, x.composite)
				}
			}
		})
		if n := len(own); n > 0 && own[n-1].Guard == nil {
			passed = nil // the state itself handles the event in any case
		}
		lists[e] = slices.Concat(lists[e], own, passed)
		if len(whole.lists[e]) == 0 && e != eventless {
			lists[e] = append(lists[e], l.refused(p, parts, e)...)
		}
	}
	l.unsureOfTransitions = l.unsureOfTransitions || b.dependent
	if b.symbol != nil && len(b.symbol.Type.Enum.Values) > 256 {
		l.diags.Errorf(diag.CodeTooBig, p.decl.Parallel.Span, "the regions of state `%s` handle too many events together: what is left of one would need %d values, and the limit is 256", p.decl.Name.Value, len(b.symbol.Type.Enum.Values)).
			Helpf("let fewer regions handle the same events, or combine events into one with a payload")
	}
	if len(b.rest) > 0 {
		lists[eventless] = append(b.rest, lists[eventless]...)
	}
	for _, e := range slices.Sorted(maps.Keys(lists)) {
		for i, t := range lists[e] {
			if e >= 0 && l.fits(p, e, i, t.Span) {
				m.Transitions = append(m.Transitions, t)
			}
		}
	}
}

// regionRules are the alternatives that the leaves of a region find inside the region.
type regionRules struct {
	region *region
	leaves map[*node]found
}

// collect returns the transitions that add adds to the machine, which it does not keep.
func (l *flow) collect(add func()) []core.Transition {
	before := len(l.machine.Transitions)
	add()
	out := slices.Clone(l.machine.Transitions[before:])
	l.machine.Transitions = l.machine.Transitions[:before]
	return out
}

// regionSteps returns the transitions of a region for an event, and its alternatives that take
// none. Each has the condition that its leaf is active.
func (l *flow) regionSteps(p *node, rules *regionRules, event int) (taken, passed []core.Transition) {
	r := rules.region
	for _, leaf := range r.leaves {
		var before []expr.Expr // conditions under which the leaf ignores or rejects the event
		list := l.collect(func() {
			for _, x := range rules.leaves[leaf].lists[event] {
				l.alternative(leaf, event, form{alternative: x.alternative, when: r.in([]*node{leaf})}, x.composite)
			}
		})
		for _, t := range list {
			if t.Effect != core.Take {
				passed = append(passed, t)
				if t.Guard != nil {
					before = append(before, &expr.Unary{Op: expr.Not, X: t.Guard})
				}
				continue
			}
			for _, not := range before {
				t.Guard = expr.Both(t.Guard, not)
			}
			taken = append(taken, t)
		}
	}
	return taken, passed
}

// someUndecided returns the condition that some region leaves an event to the states around it. It
// is nil if that is always so.
func (l *flow) someUndecided(parts []regionRules, event int) expr.Expr {
	var decided expr.Expr
	for _, part := range parts {
		leaves := slices.DeleteFunc(slices.Clone(part.region.leaves), func(leaf *node) bool {
			f := part.leaves[leaf]
			n := len(f.lists[event])
			return n == 0 || !f.lists[event][n-1].alternative.Otherwise.Given() || f.lists[event][n-1].alternative.If.Given()
		})
		if len(leaves) == 0 {
			return nil
		}
		decided = expr.Both(decided, part.region.in(leaves))
	}
	if decided == nil {
		return expr.Truth(false)
	}
	return &expr.Unary{Op: expr.Not, X: decided}
}

// refused returns the alternative that rejects an event that no active leaf lists. It needs no condition if each leaf
// that lists the event has an alternative for every case.
func (l *flow) refused(p *node, parts []regionRules, event int) []core.Transition {
	var listed expr.Expr
	complete := true
	for _, part := range parts {
		leaves := slices.DeleteFunc(slices.Clone(part.region.leaves), func(leaf *node) bool { return len(part.leaves[leaf].lists[event]) == 0 })
		if len(leaves) == 0 {
			continue
		}
		in := part.region.in(leaves)
		if in == nil {
			return nil
		}
		complete = complete && !slices.ContainsFunc(leaves, func(leaf *node) bool { return !part.leaves[leaf].decided[event] })
		if listed == nil {
			listed = in
		} else {
			listed = &expr.Binary{Op: expr.Or, X: listed, Y: in}
		}
	}
	out := core.Transition{From: p.index, To: p.index, Event: event, Effect: core.Reject, Rule: "parallel", Internal: true, Span: p.decl.Name.Span}
	if !complete {
		out.Guard = &expr.Unary{Op: expr.Not, X: listed}
	}
	return []core.Transition{out}
}

// allDone returns the transitions of a state whose regions are all in final states.
func (l *flow) allDone(p *node) []core.Transition {
	if len(p.decl.Done.Alternatives) == 0 {
		return nil
	}
	var when expr.Expr
	for _, r := range p.regions {
		final := slices.DeleteFunc(slices.Clone(r.leaves), func(leaf *node) bool { return !leaf.decl.Final.Given() || leaf.parent != r.root })
		when = expr.Both(when, r.in(final))
	}
	list := l.collect(func() {
		for _, a := range p.decl.Done.Alternatives {
			l.alternative(p, l.machine.Eventless(), form{alternative: a, when: when}, "")
		}
	})
	for i := range list {
		list[i].Done = true
	}
	return list
}

// stay returns the move of a transition that does not leave a leaf.
func (r *region) stay(leaf *node) *core.Move {
	at := slices.Index(r.leaves, leaf)
	return &core.Move{Region: slices.Index(r.owner.regions, r), From: at, To: at, Internal: true}
}
