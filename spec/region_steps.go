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
// its regions, then its own and those around it, which apply only if no region decides.
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
	ignores := l.file.Unlisted.Value == "ignore" && (eventless < 0 || !whole.decided[eventless])
	for e := range m.Events {
		if ignores && !m.Events[e].Result {
			events[e] = true
		}
	}
	b := &broadcast{hierarchy: l.hierarchy, state: p, symbol: l.restOf[p]}
	lists := map[int][]core.Transition{}
	// The order of events in a spec has no meaning, and what is left of one is a number.
	byName := func(a, b int) int { return strings.Compare(m.Events[a].Name, m.Events[b].Name) }
	delete(events, -1)
	for _, e := range slices.SortedFunc(maps.Keys(events), byName) {
		var list []steps
		var passed []core.Transition // alternatives that take no transition
		inside := map[*node][]expr.Expr{}
		for i := range l.parts {
			taken, rest := l.regionSteps(&l.parts[i], e, inside)
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
		// What some region accepts is accepted.
		slices.SortStableFunc(passed, func(t, u core.Transition) int { return int(t.Effect) - int(u.Effect) })
		own := l.collect(func() {
			for _, x := range whole.lists[e] {
				l.alternatives(p, e, x, nil)
			}
		})
		lists[e] = slices.Concat(lists[e], passed, own)
		if len(whole.lists[e]) == 0 && e != eventless {
			lists[e] = append(lists[e], l.unlistedByLeaves(e)...)
			if leaves, some := l.without(p, e); some && l.file.Unlisted.Value != "ignore" {
				l.undecided = append(l.undecided, undecided{p, e, leaves})
			}
		}
	}
	l.unsureOfTransitions = l.unsureOfTransitions || b.dependent
	if b.symbol != nil && len(b.symbol.Type.Enum.Values) > maxRests {
		l.diags.Errorf(diag.CodeTooBig, p.decl.Parallel.Span, "the regions of state `%s` handle too many events together: what is left of one would need more than %d values", p.decl.Name.Value, maxRests).
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
// none. Each has the condition that its leaf is active. inside are the conditions under which regions inside
// a leaf ignore or reject the event, so that the leaf and those around it have no say.
func (l *regional) regionSteps(rules *regionRules, event int, inside map[*node][]expr.Expr) (taken, passed []core.Transition) {
	r := rules.region
	for _, leaf := range r.leaves {
		before := inside[leaf] // conditions under which the event is decided without a transition
		var said []expr.Expr   // those of the leaf, as written
		var list []core.Transition
		if leaf.regions != nil && event == l.machine.Eventless() {
			list = l.allDone(leaf)
		}
		list = append(list, l.collect(func() {
			for _, x := range rules.leaves[leaf].lists[event] {
				l.alternatives(leaf, event, x, r.in([]*node{leaf}))
			}
		})...)
		for _, t := range list {
			here, written := t.Guard, t.Written
			for _, other := range before {
				t.Guard = expr.Both(t.Guard, &expr.Unary{Op: expr.Not, X: other})
			}
			for _, other := range said {
				t.Written = expr.Both(t.Written, &expr.Unary{Op: expr.Not, X: other})
			}
			if t.Effect == core.Take {
				taken = append(taken, t)
				continue
			}
			if written != nil {
				said = append(said, written)
			}
			passed = append(passed, t)
			if here != nil {
				before = append(slices.Clip(before), here)
			}
		}
	}
	for _, t := range passed {
		if t.Guard == nil {
			continue // r has one leaf and is inside of no other region
		}
		for at := r.owner; at.region != nil; at = at.region.owner {
			inside[at] = append(inside[at], t.Guard)
		}
	}
	return taken, passed
}

// unlistedByLeaves returns the alternative that rejects an event that no active leaf lists, or ignores it where the spec
// says so. It needs no condition if each leaf that lists the event has an alternative for every case.
func (l *regional) unlistedByLeaves(event int) []core.Transition {
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
	if l.file.Unlisted.Value == "ignore" && !l.machine.Events[event].Result {
		out.Effect, out.Rule, out.Composite, out.Span = core.Ignore, "", "the machine", l.file.Unlisted.Span
	}
	if !complete {
		out.Guard = &expr.Unary{Op: expr.Not, X: listed}
	}
	return []core.Transition{out}
}
