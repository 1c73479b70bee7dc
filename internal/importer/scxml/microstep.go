package scxml

import (
	"maps"
	"slices"

	"github.com/fsmgen/fsmgen/spec/diag"
)

// step is the execution of a microstep.
type step struct {
	flat   *flat
	active []*node
	memory map[*history][]*node
	worlds []world
	ended  bool
	at     diag.Span
	// key is that of the event, which conditions in content can ask for.
	key string
}

// run executes content. The states that are active now are known there.
func (s *step) run(list []*action) {
	if s.flat.reader.out.Failed() || len(list) == 0 {
		return
	}
	s.unknown(list)
	for i := range s.worlds {
		s.worlds[i].settles = func(e *expr) *expr { return s.flat.tells(e.settled(s.flat.answers(s.active)), s.key) }
	}
	s.worlds = s.flat.reader.run(s.worlds, list, true)
	for i := range s.worlds {
		s.worlds[i].settles = nil
	}
}

// unknown reports expressions that ask for the event of the step, if it is not known.
func (s *step) unknown(list []*action) {
	check := func(v *value) {
		if known := (&condition{expr: s.flat.tells(v.expr, s.key)}); known.asks() {
			s.flat.reader.unreadable(v.from, v.from.at, lack{what: unknownEvent, help: "give events from different places different names"})
		}
	}
	for _, a := range list {
		for _, v := range []*value{a.value, a.wait} {
			if v != nil {
				check(v)
			}
		}
		for _, p := range a.params {
			if p.value != nil {
				check(p.value)
			}
		}
		for _, b := range a.branches {
			if b.cond != nil {
				check(b.cond)
			}
			s.unknown(b.body)
		}
	}
}

// microstep executes transitions, and returns the worlds after it with the configuration, whose queues are still those before it.
func (f *flat) microstep(c *configuration, ch choice, key string) *step {
	s := &step{flat: f, active: slices.Clone(c.active), memory: maps.Clone(c.memory), worlds: []world{ch.clone()}, key: key, at: f.reader.doc.root.at}
	if len(ch.chosen) > 0 {
		s.at = ch.chosen[0].at
	}
	var exits []*node
	for _, n := range c.active {
		if slices.ContainsFunc(ch.chosen, func(t *transition) bool { return slices.Contains(f.exits(c, t), n) }) {
			exits = append(exits, n)
		}
	}
	for _, h := range f.recalled {
		if slices.Contains(exits, h.parent) {
			s.memory[h] = remembered(h, c.active)
		}
	}
	for _, n := range slices.Backward(exits) {
		s.run(n.exit)
		s.active = slices.DeleteFunc(s.active, func(a *node) bool { return a == n })
	}
	for _, t := range ch.chosen {
		s.run(t.content)
	}
	in := f.entrance(s.memory)
	for _, t := range ch.chosen {
		if f.targets[t] != nil {
			in.enter(f.targets[t], f.domain(t, s.memory))
		}
	}
	s.enter(in)
	return s
}

// remembered lists the states that a history remembers when its parent is left.
func remembered(h *history, active []*node) (list []*node) {
	for _, n := range active {
		if !h.deep && n.parent == h.parent || h.deep && len(n.inner) == 0 && n.inside(h.parent) {
			list = append(list, n)
		}
	}
	return list
}

// enter is enterStates.
func (s *step) enter(in *entrance) {
	for _, n := range in.states {
		if slices.Contains(s.active, n) {
			// The algorithm enters it again without leaving it, where a history begins inside it.
			s.flat.reader.lacks(s.at, "name the state to continue in", "a transition to the `history` of a state from inside of it")
		}
		if s.flat.reader.out.Failed() {
			return
		}
		s.active = append(s.active, n)
		sortNodes(s.active)
		s.run(n.entry)
		if in.starts[n] {
			s.run(n.start)
		}
		if h := in.content[n]; h != nil {
			s.run(h.content)
		}
		switch {
		case n.ends():
			s.ended = true
		case n.final:
			s.done(n.parent, n.data)
		}
	}
	if s.ended {
		for _, n := range slices.Backward(slices.Clone(s.active)) {
			s.run(n.exit) // exitInterpreter
		}
	}
}

// done raises the event for the end of a state, and for that of the parallel state around it.
func (s *step) done(n *node, data []param) {
	raise := func(key string, data []param) {
		for i, w := range s.worlds {
			s.worlds[i] = w.raised(s.flat.reader.loaded(w, key, data))
		}
	}
	raise(n.doneKey(), data)
	p := n.parent
	if p == nil || !p.parallel || slices.ContainsFunc(p.inner, func(c *node) bool { return !s.finished(c) }) {
		return
	}
	raise(p.doneKey(), nil)
	if outer := p.parent; outer != nil && outer.parallel && slices.Contains(s.flat.reader.doc.raised, outer.doneKey()) &&
		!slices.ContainsFunc(outer.inner, func(c *node) bool { return !s.finished(c) }) {
		s.flat.reader.lacks(outer.at, "raise an event of its own", "the end of a `parallel` that a `parallel` directly inside it decides")
	}
}

// finished is isInFinalState.
func (s *step) finished(n *node) bool {
	if n.parallel {
		return !slices.ContainsFunc(n.inner, func(c *node) bool { return !s.finished(c) })
	}
	return slices.ContainsFunc(n.inner, func(c *node) bool { return c.final && slices.Contains(s.active, c) })
}

// start finds the configuration in which the machine starts, and the values of the variables.
func (f *flat) start() {
	first := newWorld()
	var unset []string
	for _, v := range f.reader.doc.order {
		if v.data == nil {
			if v.kind != "" {
				unset = append(unset, v.id)
			}
			continue
		}
		e := first.eval(v.data.expr)
		if !e.constant() {
			f.reader.unreadable(v.data.from, v.data.from.at, lack{what: "data whose value is not constant", help: "assign the value in <onentry>"})
			return
		}
		first.now[v.id] = e
	}
	s := &step{flat: f, memory: make(map[*history][]*node), worlds: []world{first}}
	s.run(f.reader.doc.root.start)
	in := f.entrance(s.memory)
	in.enter(f.initials[f.reader.doc.root], f.reader.doc.root)
	s.enter(in)
	if f.reader.out.Failed() {
		return
	}
	if len(s.worlds) > 1 {
		f.reader.lacks(f.reader.doc.root.at, "give each <data> an `expr`", "an `if` on a variable that has no value at the start")
		return
	}
	for _, v := range f.reader.doc.order {
		switch e := s.worlds[0].now[v.id]; {
		case e == nil:
		case e.constant():
			v.begin = e
		default:
			f.reader.lacks(v.at, "give each <data> an `expr`", "a value at the start that is not constant")
			return
		}
	}
	f.first = f.after(&configuration{unset: unset}, s, s.worlds[0], f.reader.doc.root.at)
	f.opens = s.worlds[0].logs
}
