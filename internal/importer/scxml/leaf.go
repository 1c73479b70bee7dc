package scxml

import (
	"strings"

	"github.com/fsmgen/fsmgen/spec/diag"
)

// leaf is a plain state with all that it does, inherited or not.
type leaf struct {
	node    *node
	reached bool
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
	sets    []set
	emit    []string
	// nothing marks a rule without effect.
	nothing bool
}

// set is an assignment.
type set struct {
	variable string
	value    *expr
}

// maxRules bounds the alternatives of all plain states.
const maxRules = 20_000

// list finds what each plain state does, and which of them are reached.
func (r *reader) list() {
	count := 0
	for _, n := range r.nodes {
		if len(n.inner) > 0 {
			continue
		}
		n.leaf = &leaf{node: n, rules: make(map[string][]rule)}
		r.leaves = append(r.leaves, n.leaf)
		if n.final && n.parent == r.root {
			continue // the machine ends
		}
		for _, s := range append([]*node{n}, n.around()...) {
			for _, t := range s.trans {
				var own []rule
				for i, event := range r.occasions(t) {
					if i == 0 {
						own = r.rules(n, t)
					}
					if list := n.leaf.rules[event]; len(list) == 0 || list[len(list)-1].guard != nil {
						n.leaf.rules[event] = append(list, own...)
					}
					if count += 1 + len(own); count > maxRules {
						r.Fail(diag.CodeTooBig, t.at, "the document has more than %d transitions, counted for each state and event", maxRules)
					}
				}
				if r.Failed() {
					return
				}
			}
		}
	}
	r.reach()
}

// rules returns the alternatives of a transition in a plain state.
func (r *reader) rules(n *node, t *transition) (list []rule) {
	w := newWorld()
	if t.cond != nil {
		var ok bool
		if w, ok = w.where(w.eval(t.cond.expr)); !ok {
			return nil // never taken
		}
	}
	own := w.condition
	worlds := []world{w}
	base := rule{source: t.source, at: t.at}
	var way crossing
	if t.target != nil {
		way, base.end = t.cross(n)
		base.to = way.to
	}
	for _, s := range way.exits {
		worlds = r.run(worlds, s.exit, false)
	}
	worlds = r.run(worlds, t.content, true)
	for _, s := range way.entries {
		worlds = r.run(worlds, s.entry, false)
		if way.starts[s] {
			worlds = r.run(worlds, s.start, false)
		}
	}
	for i, w := range worlds {
		a := base
		if a.guard = w.condition; i == len(worlds)-1 {
			a.guard = own // the others do not apply
		}
		for _, s := range way.outExits {
			a.emit = append(a.emit, s.onExit...)
		}
		a.emit = append(a.emit, w.logs...)
		for _, s := range way.outEntries {
			a.emit = append(a.emit, s.onEntry...)
		}
		for _, v := range r.order {
			e := w.now[v.id]
			if e == nil {
				continue
			}
			if e = e.replace(func(name string) *expr { return w.facts[name] }); e.op != opVar || e.text != v.id {
				a.sets = append(a.sets, set{v.id, e})
			}
		}
		a.nothing = a.to == nil && len(a.sets)+len(a.emit) == 0
		list = append(list, a)
	}
	return list
}

// reach finds the plain states that are reached, with any values.
func (r *reader) reach() {
	start, _, _ := r.root.descend()
	start.leaf.reach()
	for todo := []*leaf{start.leaf}; len(todo) > 0; {
		l := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if always := l.rules[""]; len(always) > 0 && always[len(always)-1].guard == nil {
			l.rules = map[string][]rule{"": always} // it never waits for an event
		}
		for _, list := range l.rules {
			for _, a := range list {
				if a.end != nil && !a.end.leaf.reached {
					a.end.leaf.reach()
					todo = append(todo, a.end.leaf)
				}
			}
		}
	}
}

// reach notes that the plain state, and those around it, are reached.
func (l *leaf) reach() {
	l.reached = true
	for n := l.node; n != nil; n = n.parent {
		n.reached = true
	}
}

// same reports whether two rules of a transition, in different plain states, do the same.
func (a rule) same(b rule) bool { return a.to == b.to && a.text() == b.text() }

// text says what a rule does, except where it leads.
func (a rule) text() string {
	id := func(name string) string { return name }
	parts := []string{strings.Join(a.emit, " ")}
	if a.guard != nil {
		parts = append(parts, "if "+a.guard.spec(id))
	}
	for _, s := range a.sets {
		parts = append(parts, s.variable+" = "+s.value.spec(id))
	}
	return strings.Join(parts, "\n")
}
