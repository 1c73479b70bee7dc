package mermaid

import (
	"go/token"
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/spec/diag"
)

// order puts the alternatives of each event in the order in which they are
// tried: those without a guard last.
func (b *builder) order() {
	b.orderOf(b.root)
	b.root.each(b.orderOf)
}

func (b *builder) orderOf(s *state) {
	for i := range s.on {
		h := &s.on[i]
		var guarded, late, open, otherwise []alternative
		for _, a := range h.alternatives {
			list := &guarded
			switch {
			case a.otherwise != "":
				list = &otherwise
			case a.guard == "":
				list = &open
			case a.late:
				list = &late
			}
			if slices.ContainsFunc(*list, a.same) {
				b.warn(a.at, "this transition is a duplicate")
				continue
			}
			*list = append(*list, a)
		}
		h.alternatives = slices.Concat(guarded, late, open)
		b.tellApart(s, h.alternatives)
		if len(open) == 0 && len(otherwise) > 0 {
			h.alternatives = append(h.alternatives, otherwise[0])
		}
		s.ignore = slices.DeleteFunc(s.ignore, func(e string) bool { return e == h.event })
	}
}

// tellApart asks the program where two alternatives have the same condition.
func (b *builder) tellApart(s *state, list []alternative) {
	for i := range list {
		a := &list[i]
		if !slices.ContainsFunc(list[i+1:], func(c alternative) bool { return c.guard == a.guard }) {
			continue
		}
		where := s.name
		if a.to != nil {
			where = a.to.name
		}
		ask := b.guard("to_" + where)
		if a.guard != "" {
			ask = bracket(a.guard) + " && " + ask
		}
		a.guard = ask
		b.warn(a.at, "the diagram does not distinguish this arrow from another one: the import adds an external guard").
			Helpf("give each arrow its own event or guard")
	}
}

// terminals finds the states in which the machine ends.
func (b *builder) terminals() {
	b.root.each(func(s *state) {
		switch {
		case s.node == nil || len(s.inner) > 0:
		case b.isEnd(s.node):
			s.outcome = "done"
			for _, c := range s.node.classes {
				if !slices.Contains([]string{"any", "visits", "visited", "outside", "collapsed"}, c) && valid.MatchString(c) && !token.IsKeyword(c) && !reserved[c] && len(c) <= maxName {
					s.outcome = c
				}
			}
			if len(s.on)+len(s.after)+len(s.ignore)+len(s.exit) > 0 {
				b.warn(s.node.at, "the machine ends in this state: the import drops its other parts")
			}
			s.on, s.after, s.ignore, s.exit = nil, nil, nil, nil
		case !s.leaves():
			s.outcome = "done"
			s.on, s.after, s.ignore, s.exit = nil, nil, nil, nil
			b.warn(s.node.at, "no arrow leaves `%s`: the import makes it a terminal state", diag.Clip(s.name)).
				Helpf("add an arrow to [*], or to another state")
		}
	})
}

// leaves reports whether the state, or one around it, does anything.
func (s *state) leaves() bool {
	for ; s != nil; s = s.parent {
		for _, h := range s.on {
			if slices.ContainsFunc(h.alternatives, func(a alternative) bool { return a.otherwise == "" }) {
				return true
			}
		}
	}
	return false
}

// prune takes out what nothing leads to, and what is then not used.
func (b *builder) prune() {
	if b.diags.HasErrors() {
		return
	}
	b.beginnings()
	reached := make(map[*state]bool)
	var reach func(s *state)
	reach = func(s *state) {
		if s = s.begin(); s == nil || reached[s] {
			return
		}
		reached[s] = true
		if s.outcome != "" {
			return
		}
		// What a state always does with an event, those around it do not see.
		decided := make(map[string]bool)
		for at := s; at != nil; at = at.parent {
			var always []string
			for _, h := range at.on {
				for _, a := range h.alternatives {
					if a.to != nil && !decided[h.event] {
						reach(a.to)
					}
					if a.guard == "" {
						always = append(always, h.event)
					}
				}
			}
			for _, e := range append(always, at.ignore...) {
				decided[e] = true
			}
		}
	}
	reach(b.named(b.initial))
	b.keep(b.root, reached)
	forget := func(s *state) { s.forget(reached) }
	forget(b.root)
	b.root.each(forget)
	b.used()

	b.root.each(func(s *state) {
		if s.outcome == "" {
			return
		}
		i := slices.IndexFunc(b.terminal, func(o outcome) bool { return o.name == s.outcome })
		if i < 0 {
			i = len(b.terminal)
			b.terminal = append(b.terminal, outcome{name: s.outcome})
		}
		b.terminal[i].states = append(b.terminal[i].states, s.name)
	})
	if len(b.terminal) == 0 && !slices.ContainsFunc(b.events, func(e declaration) bool { return e.environment }) {
		for i := range b.events {
			b.events[i].environment = true
		}
		b.warn(text{line: 1, column: 1}, "the diagram has no terminal state: the import makes all events environment events")
	}
}

// beginnings gives composite states that are led to a state in which they
// begin.
func (b *builder) beginnings() {
	need := []*state{b.named(b.initial)}
	handlers := func(s *state) {
		for _, h := range s.on {
			for _, a := range h.alternatives {
				need = append(need, a.to)
			}
		}
	}
	handlers(b.root)
	b.root.each(handlers)
	for len(need) > 0 {
		s := need[0]
		need = need[1:]
		if s == nil || len(s.inner) == 0 {
			continue
		}
		if s.initial == nil {
			s.initial = s.inner[0]
			b.warn(s.node.at, "the composite state `%s` has no initial arrow [*] -->: the import chooses `%s` as its initial state", diag.Clip(s.name), diag.Clip(s.initial.name))
		}
		need = append(need, s.initial)
	}
}

// forget takes out what leads to states that are not reached, which nothing ever
// takes.
func (s *state) forget(reached map[*state]bool) {
	for i := range s.on {
		s.on[i].alternatives = slices.DeleteFunc(s.on[i].alternatives, func(a alternative) bool { return a.to != nil && !reached[a.to.begin()] })
	}
	s.on = slices.DeleteFunc(s.on, func(h handler) bool { return len(h.alternatives) == 0 })
}

// keep takes the states out of s that are not reached.
func (b *builder) keep(s *state, reached map[*state]bool) {
	s.inner = slices.DeleteFunc(s.inner, func(i *state) bool {
		composite := len(i.inner) > 0
		b.keep(i, reached)
		if reached[i] || composite && len(i.inner) > 0 {
			return false
		}
		if i.node != nil && !composite {
			b.warn(i.node.at, "`%s` cannot be reached: the import drops it", diag.Clip(i.name))
			b.comments = append(b.comments, "The state "+i.name+" cannot be reached.")
		}
		return true
	})
	if s.initial != nil && !slices.Contains(s.inner, s.initial) {
		s.initial = nil
	}
}

// used takes declarations out that no state that is left uses.
func (b *builder) used() {
	used := make(map[string]bool)
	visit := func(s *state) {
		for _, h := range s.on {
			used["event "+h.event] = true
			for _, a := range h.alternatives {
				for _, w := range tokens(a.guard) {
					used["guard "+w] = true
				}
				for _, o := range a.emit {
					used["output "+o] = true
				}
			}
		}
		for _, o := range slices.Concat(s.entry, s.exit) {
			used["output "+o] = true
		}
		for _, t := range s.after {
			used["event "+t.event], used["delay "+t.delay] = true, true
		}
		for _, e := range s.ignore {
			used["event "+e] = true
		}
	}
	visit(b.root)
	b.root.each(visit)
	only := func(kind string, list *[]declaration) {
		*list = slices.DeleteFunc(*list, func(d declaration) bool { return !used[kind+" "+d.name] })
	}
	only("event", &b.events)
	only("guard", &b.guards)
	only("output", &b.outputs)
	only("delay", &b.delays)
}

// clean makes a text fit for a comment, on one line.
func clean(s string) string {
	return strings.Join(strings.Fields(printable(s)), " ")
}
