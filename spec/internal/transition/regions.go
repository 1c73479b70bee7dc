package transition

import (
	"maps"
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/spec/internal/broadcast"
	"github.com/fsmgen/fsmgen/spec/internal/handler"
	"github.com/fsmgen/fsmgen/spec/internal/tree"
)

// parallel is a state with regions. It becomes one state of the machine: the transitions of its regions
// have the conditions that their leaves are active.
type parallel struct {
	builder *builder
	owner   *tree.Node
	// events are those that several regions handle.
	events *broadcast.Events
	// whole is what the state says of events, and what is said around it.
	whole handler.Found
	// parts are what its regions say of events, each after those inside of it.
	parts []regionRules
}

// regionRules are the alternatives that the leaves of a region find inside the region.
type regionRules struct {
	region *tree.Region
	leaves map[*tree.Node]handler.Found
}

// newParallel returns a state with regions, with what its leaves say.
func newParallel(b *builder, owner *tree.Node, events *broadcast.Events) *parallel {
	l := &parallel{builder: b, owner: owner, events: events, whole: b.handlers.Find(owner, nil)}
	for _, r := range owner.Inward() {
		part := regionRules{region: r, leaves: map[*tree.Node]handler.Found{}}
		for _, leaf := range r.Leaves {
			part.leaves[leaf] = b.handlers.Find(leaf, r.Root)
		}
		l.parts = append(l.parts, part)
	}
	return l
}

// handled returns the events of which the state or its leaves say something, by name: the order of events in a spec has no meaning,
// and what is left of one is a number.
func (l *parallel) handled() []int {
	m := l.builder.machine
	events := map[int]bool{}
	for e := range l.whole.Lists {
		events[e] = true
	}
	for _, part := range l.parts {
		for _, found := range part.leaves {
			for e := range found.Lists {
				events[e] = true
			}
		}
	}
	eventless := m.Eventless()
	if eventless >= 0 {
		events[eventless] = true
	}
	ignores := l.builder.file.Unlisted.Value == "ignore" && (eventless < 0 || !l.whole.Decided[eventless])
	for e := range m.Events {
		if ignores && !m.Events[e].OfCall() {
			events[e] = true
		}
	}
	return slices.SortedFunc(maps.Keys(events), func(a, b int) int { return strings.Compare(m.Events[a].Name, m.Events[b].Name) })
}

// transitions returns those of the state, event by event: first those inside
// its regions, then its own and those around it, which apply only if no region decides.
func (l *parallel) transitions() map[int][]core.Transition {
	p, whole := l.owner, l.whole
	eventless := l.builder.machine.Eventless()
	b := l.events
	lists := map[int][]core.Transition{}
	for _, e := range l.handled() {
		var list []broadcast.Part
		var passed []core.Transition // alternatives that take no transition
		inside := map[*tree.Node][]expr.Expr{}
		for i := range l.parts {
			taken, rest := l.regionSteps(&l.parts[i], e, inside)
			if len(taken) > 0 {
				list = append(list, broadcast.Part{Region: l.parts[i].region, List: taken})
			}
			passed = append(passed, rest...)
		}
		if e != eventless {
			lists[e] = b.Combine(e, list, !l.builder.out.Unsure)
		} else {
			for _, part := range list {
				lists[e] = append(lists[e], part.List...)
			}
			lists[e] = append(lists[e], l.allDone(p)...)
		}
		// What some region accepts is accepted.
		slices.SortStableFunc(passed, func(t, u core.Transition) int { return int(t.Effect) - int(u.Effect) })
		lists[e] = slices.Concat(lists[e], passed)
		for _, x := range whole.Lists[e] {
			lists[e] = append(lists[e], l.builder.alternatives(p, e, x, nil)...)
		}
		if len(whole.Lists[e]) == 0 && e != eventless {
			lists[e] = append(lists[e], l.unlistedByLeaves(e)...)
			if leaves, some := l.without(p, e); some && l.builder.file.Unlisted.Value != "ignore" {
				l.builder.out.Undecided = append(l.builder.out.Undecided, Undecided{p, e, leaves})
			}
		}
	}
	l.builder.out.Unsure = l.builder.out.Unsure || b.Dependent
	b.Finish(lists)
	return lists
}

// regionSteps returns the transitions of a region for an event, and its alternatives that take
// none. Each has the condition that its leaf is active. inside are the conditions under which regions inside
// a leaf ignore or reject the event, so that the leaf and those around it have no say.
func (l *parallel) regionSteps(rules *regionRules, event int, inside map[*tree.Node][]expr.Expr) (taken, passed []core.Transition) {
	r := rules.region
	for _, leaf := range r.Leaves {
		before := inside[leaf] // conditions under which the event is decided without a transition
		var said []expr.Expr   // those of the leaf, as written
		var list []core.Transition
		if leaf.Regions != nil && event == l.builder.machine.Eventless() {
			list = l.allDone(leaf)
		}
		for _, x := range rules.leaves[leaf].Lists[event] {
			list = append(list, l.builder.alternatives(leaf, event, x, r.In([]*tree.Node{leaf}))...)
		}
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
		for at := r.Owner; at.Region != nil; at = at.Region.Owner {
			inside[at] = append(inside[at], t.Guard)
		}
	}
	return taken, passed
}

// allDone returns the transitions of a state whose regions are all in final states.
func (l *parallel) allDone(p *tree.Node) (out []core.Transition) {
	if len(p.Decl.Done.Alternatives) == 0 {
		return nil
	}
	var when expr.Expr
	if p.Region != nil {
		when = p.Region.In([]*tree.Node{p})
	}
	for _, r := range p.Regions {
		final := slices.DeleteFunc(slices.Clone(r.Leaves), func(leaf *tree.Node) bool { return !leaf.Decl.Final.Given() || leaf.Parent != r.Root })
		when = expr.Both(when, r.In(final))
	}
	for _, a := range p.Decl.Done.Alternatives {
		out = append(out, l.builder.alternatives(p, l.builder.machine.Eventless(), handler.Listed{Alternative: a}, when)...)
	}
	for i := range out {
		out[i].Done = true
	}
	return out
}
