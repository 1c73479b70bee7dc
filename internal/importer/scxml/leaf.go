package scxml

import (
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/spec/diag"
)

// leaf is a plain state with all that it does, inherited or not.
type leaf struct {
	node    *node
	reached bool
	// tried are the keys of the rules that the machine may try.
	tried map[string]bool
	// never are the transitions that are not taken here because of In(), but perhaps in other plain states, by event.
	never map[occasion]bool
	// rules are the alternatives of each event, in order of priority; those without an event have the key "".
	rules map[string][]rule
}

// rule is an alternative for an event in a plain state.
type rule struct {
	source *node // to which the transition belongs
	at     diag.Span
	guard  *expr
	// to is the state that the spec names, and end the plain state that is entered; nil without a target.
	to, end *node
	// into is the plain state inside a region in which a state with regions is entered, or nil.
	into *node
	// hops marks a rule that the spec takes in two steps: see crossing.
	hops bool
	// history is set if the machine returns to where it was in to; end is then where it begins. See [lister.goals].
	history *history
	returns []returning
	// lacks says why the spec has no such alternative, or is "".
	lacks string
	sets  []set
	emit  []string
	// raises are the keys of events that go into queues.
	raises []string
	// later are the events that come after a delay, and cancels the ids of those that do not come any more. The rule enters entered, and of
	// these, the spec does not enter kept.
	later         []pending
	cancels       []string
	entered, kept []*node
	// exits, contents, and entries tell where the rule has outputs.
	exits, contents, entries bool
	// nothing marks a rule without effect.
	nothing bool
}

// goal is where a rule leads.
func (a *rule) goal() *node {
	if a.end == nil {
		return a.source
	}
	return a.end
}

// set is an assignment.
type set struct {
	variable string
	value    *expr
}

// maxRules bounds the alternatives of all plain states.
const maxRules = 20_000

// list finds what each plain state does, and which of them are reached. It starts over if a condition asks for a state
// that is not: without what depends on it, fewer may be.
func (r lister) list() {
	opening, raised, starting, delayed := r.reader.doc.opening, r.reader.doc.raised, r.reader.doc.starting, r.reader.doc.delayed
	for again := true; again && !r.reader.out.Failed(); again = r.reader.forget() {
		r.reader.doc.opening, r.reader.doc.raised, r.reader.doc.leaves = slices.Clone(opening), slices.Clone(raised), nil
		r.reader.doc.starting, r.reader.doc.delayed, r.reader.doc.timers, r.reader.doc.runs = slices.Clone(starting), slices.Clone(delayed), nil, nil
		clear(r.reader.doc.dropped)
		for _, n := range r.reader.doc.nodes {
			n.reached = false
		}
		r.follow()
	}
}

// follow lists the alternatives of each plain state, and finds those that are reached.
func (r lister) follow() {
	count := 0
	for _, n := range r.reader.doc.nodes {
		if len(n.inner) > 0 && !n.parallel {
			continue
		}
		n.leaf = &leaf{node: n, rules: make(map[string][]rule), never: make(map[occasion]bool)}
		r.reader.doc.leaves = append(r.reader.doc.leaves, n.leaf)
		if n.ends() {
			continue
		}
		errors := make(map[string]int)
		for _, s := range n.sources() {
			for _, t := range s.trans {
				var own []rule
				for i, event := range r.reader.doc.occasions(t) {
					if t.fails {
						errors[event]++
						continue
					}
					if i == 0 || t.cond.asks() {
						own = r.rules(n, t, event)
					}
					if len(own) == 0 && t.cond.looks() {
						n.leaf.never[occasion{s, event}] = true
					}
					if list := n.leaf.rules[event]; len(list) == 0 || list[len(list)-1].guard != nil {
						n.leaf.rules[event] = append(list, r.failing(n, own, errors[event])...)
					}
					if count += 1 + len(own); count > maxRules {
						r.reader.out.Fail(diag.CodeTooBig, t.at, "the document has more than %d transitions, counted for each state and event", maxRules)
					}
				}
				if r.reader.out.Failed() {
					return
				}
			}
		}
		r.fallThrough(n.leaf, errors)
	}
	r.explore()
}

// rules returns the alternatives of a transition for an event in a plain state.
func (r lister) rules(n *node, t *transition, event string) (list []rule) {
	w := newWorld()
	if t.cond != nil {
		known := &condition{expr: r.told(n.knows(t.cond.expr, r.reader.doc.byID), event)}
		if known.asks() && r.reader.rough != nil {
			r.reader.unreadable(t.cond.from, t.at, lack{what: unknownEvent})
		}
		if known.asks() {
			return []rule{{source: t.source, at: t.at, lacks: unknownEvent}}
		}
		var ok bool
		if w, ok = w.where(w.eval(known.expr)); !ok {
			return nil // never taken
		}
	}
	base := rule{source: t.source, at: t.at}
	switch {
	case t.target == nil:
		return r.along(w, t, crossing{}, base)
	case t.history != nil:
		return r.returns(n, t, w, base)
	}
	way, end := t.cross(n, t.target)
	base.to, base.end, base.into, base.hops = way.to, end, way.into, way.hops
	return r.along(w, t, way, base)
}

// along returns the alternatives of a transition on its way.
func (r lister) along(w world, t *transition, way crossing, base rule) (list []rule) {
	if r.reader.doc.work += len(way.exits) + len(way.entries); r.reader.doc.work > maxWork {
		r.reader.out.Fail(diag.CodeTooBig, t.at, "the transitions up to here leave and enter too many states")
		return nil
	}
	own := w.condition
	worlds := []world{w}
	for _, s := range way.exits {
		worlds = r.reader.run(worlds, s.exit, false)
	}
	for i := range worlds {
		worlds[i].exited = len(r.reader.queue(worlds[i]))
	}
	worlds = r.reader.run(worlds, t.content, true)
	for i := range worlds {
		worlds[i].crossed = len(r.reader.queue(worlds[i]))
	}
	worlds = r.entering(worlds, way.entries, way.starts)
	for i, w := range worlds {
		a := base
		if way.lacks != "" {
			a.lacks = way.lacks
		}
		if a.guard = w.condition; i == len(worlds)-1 {
			a.guard = own // the others do not apply
		}
		a.exits, a.contents = w.exited > 0 || emits(way.exits, (*node).exited), w.crossed > w.exited || len(w.logs) > 0
		a.entries = len(r.reader.queue(w)) > w.crossed || emits(way.entries, (*node).entered)
		for _, s := range way.outExits {
			a.emit = append(a.emit, s.onExit...)
		}
		a.emit = append(a.emit, w.logs...)
		for _, s := range way.outEntries {
			a.emit = append(a.emit, s.onEntry...)
		}
		for _, v := range r.reader.doc.order {
			e := w.now[v.id]
			if e == nil {
				continue
			}
			if e = e.replace(func(name string) *expr { return w.facts[name] }); e.op != opVar || e.text != v.id {
				a.sets = append(a.sets, set{v.id, e})
			}
		}
		a.raises, a.later, a.cancels = r.reader.queue(w), r.reader.waits(w), w.cancels
		a.entered, a.kept = way.entries, way.outEntries
		a.nothing = a.still()
		list = append(list, a)
	}
	return list
}

// reach notes that the plain state, and those around it, are reached.
func (l *leaf) reach() {
	l.reached = true
	for n := l.node; n != nil; n = n.parent {
		n.reached = true
	}
}

// still reports whether a rule has no effect.
func (a rule) still() bool {
	return a.to == nil && len(a.sets)+len(a.emit)+len(a.raises)+len(a.later) == 0
}

// same reports whether two rules of a transition, in different plain states, do the same.
func (a rule) same(b rule) bool {
	return a.to == b.to && a.hops == b.hops && a.history == b.history && a.text() == b.text()
}

// text says what a rule does in the spec, except where it leads.
func (a rule) text() string {
	id := func(name string) string { return name }
	parts := []string{strings.Join(a.emit, " "), strings.Join(a.raises, "\x00")}
	if a.guard != nil {
		parts = append(parts, "if "+a.guard.spec(id))
	}
	for _, p := range a.later {
		parts = append(parts, p.key+" after "+p.delay.String())
	}
	for _, s := range a.sets {
		parts = append(parts, s.variable+" = "+s.value.spec(id))
	}
	return strings.Join(parts, "\n")
}
