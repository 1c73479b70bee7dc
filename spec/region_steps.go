package spec

import (
	"maps"
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// regional is a state with regions. It becomes one state of the machine: the transitions of its regions
// have the conditions that their leaves are active.
type regional struct {
	*flow
	state *node
	// parts are what its regions say of events, each after those inside of it.
	parts []regionRules
}

// handleRegions adds the alternatives of a state with regions, event by event: first those inside
// its regions, then its own and those around it, which apply only if no region has one that does.
func (l *regional) handleRegions() {
	m, p := l.machine, l.state
	whole := l.handling.find(p, nil)
	l.parts = make([]regionRules, 0, len(p.regions))
	events := map[int]bool{}
	for e := range whole.lists {
		events[e] = true
	}
	for _, r := range p.inward() {
		part := regionRules{region: r, leaves: map[*node]found{}}
		for _, leaf := range r.leaves {
			f := l.handling.find(leaf, r.root)
			part.leaves[leaf] = f
			for e := range f.lists {
				events[e] = true
			}
		}
		l.parts = append(l.parts, part)
	}
	eventless := m.Eventless()
	if eventless >= 0 {
		events[eventless] = true
		l.transient[p.index] = whole.decided[eventless] && !whole.wrong[eventless]
	}
	b := &broadcast{hierarchy: l.hierarchy, symbol: l.restOf[p]}
	lists := map[int][]core.Transition{}
	// The order of events in a spec has no meaning, and what is left of one is a number.
	byName := func(a, b int) int { return strings.Compare(m.Events[a].Name, m.Events[b].Name) }
	delete(events, -1)
	for _, e := range slices.SortedFunc(maps.Keys(events), byName) {
		var list []steps
		var passed []core.Transition // alternatives that take no transition
		for i := range l.parts {
			taken, rest := l.regionSteps(&l.parts[i], e)
			if len(taken) > 0 {
				list = append(list, steps{l.parts[i].region, taken})
			}
			passed = append(passed, rest...)
		}
		if e != eventless {
			lists[e] = b.combine(e, list)
		} else {
			for _, part := range list {
				lists[e] = append(lists[e], part.list...)
			}
			lists[e] = append(lists[e], l.allDone(p)...)
		}
		own := l.collect(func() {
			for _, x := range whole.lists[e] {
				for _, form := range l.history.returns(x.alternative) {
					form.when = expr.Both(form.when, l.someUndecided(p, e))
					l.alternative(p, e, form, x.composite)
				}
			}
		})
		if n := len(own); n > 0 && own[n-1].Guard == nil {
			passed = nil // the state itself handles the event in any case
		}
		lists[e] = slices.Concat(lists[e], own, passed)
		if len(whole.lists[e]) == 0 && e != eventless {
			lists[e] = append(lists[e], l.refused(e)...)
			if leaves, some := l.without(p, e); some {
				l.undecided = append(l.undecided, undecided{p, e, leaves})
			}
		}
	}
	l.unsureOfTransitions = l.unsureOfTransitions || b.dependent
	if b.symbol != nil && len(b.symbol.Type.Enum.Values) > 256 {
		l.diags.Errorf(diag.CodeTooBig, p.decl.Parallel.Span, "the regions of state `%s` handle too many events together: what is left of one would need %d values, and the limit is 256", p.decl.Name.Value, len(b.symbol.Type.Enum.Values)).
			Helpf("let fewer regions handle the same events, or combine events into one with a payload")
	}
	b.unload(p, lists)
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
	// declines are the conditions of the author under which a leaf ignores or rejects the event that [regional.regionSteps] was asked
	// for last, with that of being there.
	declines map[*node][]expr.Expr
}

// collect returns the transitions that add adds to the machine, which it does not keep.
func (l *regional) collect(add func()) []core.Transition {
	before := len(l.machine.Transitions)
	add()
	out := slices.Clone(l.machine.Transitions[before:])
	l.machine.Transitions = l.machine.Transitions[:before]
	return out
}

// regionSteps returns the transitions of a region for an event, and its alternatives that take
// none. Each has the condition that its leaf is active.
func (l *regional) regionSteps(rules *regionRules, event int) (taken, passed []core.Transition) {
	r := rules.region
	rules.declines = map[*node][]expr.Expr{}
	for _, leaf := range r.leaves {
		var before, said []expr.Expr // conditions under which the leaf ignores or rejects the event, in full and as written
		when := r.in([]*node{leaf})
		var list []core.Transition
		if leaf.regions != nil && event == l.machine.Eventless() {
			list = l.allDone(leaf)
		} else if leaf.regions != nil {
			when = expr.Both(when, l.someUndecided(leaf, event))
		}
		list = append(list, l.collect(func() {
			for _, x := range rules.leaves[leaf].lists[event] {
				l.alternative(leaf, event, form{alternative: x.alternative, when: when}, x.composite)
			}
		})...)
		for _, t := range list {
			if t.Effect != core.Take {
				passed = append(passed, t)
				if t.Written != nil {
					rules.declines[leaf] = append(rules.declines[leaf], t.Guard)
					said = append(said, &expr.Unary{Op: expr.Not, X: t.Written})
				}
				if t.Guard != nil {
					before = append(before, &expr.Unary{Op: expr.Not, X: t.Guard})
				}
				continue
			}
			for _, not := range before {
				t.Guard = expr.Both(t.Guard, not)
			}
			for _, not := range said { // these alternatives come first in the spec, and last in the machine
				t.Written = expr.Both(t.Written, not)
			}
			taken = append(taken, t)
		}
	}
	return taken, passed
}

// someUndecided returns the condition that some region of p leaves an event to the states around it. It
// is nil if that is always so.
func (l *regional) someUndecided(p *node, event int) expr.Expr {
	decided, ever := l.decided(p, event)
	switch {
	case !ever:
		return nil
	case decided == nil:
		return expr.Truth(false)
	}
	return &expr.Unary{Op: expr.Not, X: decided}
}

// decided returns the condition that each region of p decides to ignore or to reject an event, which is nil if that is always so. ever
// is false if it never is.
func (l *regional) decided(p *node, event int) (all expr.Expr, ever bool) {
	for i := range l.parts {
		r := l.parts[i].region
		if r.owner != p {
			continue
		}
		var some []expr.Expr
		leaves := slices.DeleteFunc(slices.Clone(r.leaves), func(leaf *node) bool {
			f := l.parts[i].leaves[leaf]
			n := len(f.lists[event])
			own := n > 0 && f.lists[event][n-1].alternative.Otherwise.Given() && !f.lists[event][n-1].alternative.If.Given()
			if !own {
				some = append(some, l.parts[i].declines[leaf]...)
			}
			if !own && leaf.regions != nil {
				if inner, ever := l.decided(leaf, event); ever {
					some = append(some, expr.Both(r.in([]*node{leaf}), inner))
				}
			}
			return !own
		})
		if len(leaves) == 0 && len(some) == 0 {
			return nil, false
		}
		if len(leaves) > 0 {
			some = append(some, r.in(leaves))
		}
		if !slices.Contains(some, nil) {
			all = expr.Both(all, expr.AnyOf(some...))
		}
	}
	return all, true
}

// refused returns the alternative that rejects an event that no active leaf lists. It needs no condition if each leaf
// that lists the event has an alternative for every case.
func (l *regional) refused(event int) []core.Transition {
	p := l.state
	var listed expr.Expr
	complete := true
	for _, part := range l.parts {
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
