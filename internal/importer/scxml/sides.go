package scxml

import "slices"

// begin notes where the regions of p are after an alternative that enters it, or stays there. It reports whether that suffices:
// where events wait, the places of the regions must be told apart.
func (e *exploration) begin(a *rule, at *place) bool {
	p := at.leaf.node
	if len(at.queue) > 0 && !e.reader.doc.noisy[p] {
		e.noise(p)
		return false
	}
	if a.end == nil {
		if e.from >= 0 {
			at.where = e.places[e.from].where
		}
		return true // it stays
	}
	for _, region := range p.inner {
		end, _, _ := region.descend()
		if a.into != nil && a.into.region == region {
			end = a.into
		}
		end.leaf.reach()
		if e.reader.doc.noisy[p] {
			at.where = append(at.where, end)
		}
	}
	return true
}

// noise notes that events can wait in a state with regions: the exploration starts over.
func (e *exploration) noise(p *node) { e.reader.doc.unexplored[p] = true }

// split follows what a machine may do next in a state with regions. Nothing waits in its queue, unless the places of the regions
// are told apart.
func (e *exploration) split(p place) {
	n := p.leaf.node
	if e.reader.doc.noisy[n] {
		e.within(p)
		return
	}
	own := !e.decides(n, "") && e.take(p, "", nil)
	waits := !own && !e.ends(n) && !e.restless(n)
	e.places[e.from].waits = waits
	e.regions(n, waits)
	for _, key := range e.reader.awaited(n) {
		if waits && !e.decides(n, key) {
			e.take(p, key, nil)
		}
	}
}

// ends reports whether p is done as soon as it is entered, and leaves itself then.
func (e *exploration) ends(p *node) bool {
	list := p.leaf.rules[p.doneKey()]
	return slices.Contains(e.reader.doc.raised, p.doneKey()) && len(list) > 0 && list[len(list)-1].guard == nil &&
		!slices.ContainsFunc(p.regional(), func(l *leaf) bool { return l.reached && (!l.node.final || l.node.parent != l.node.region) })
}

// restless reports whether some region of p has a transition without an event wherever it is.
func (e *exploration) restless(p *node) bool {
	return slices.ContainsFunc(p.inner, func(region *node) bool {
		return !slices.ContainsFunc(region.plain(), func(l *leaf) bool {
			list := l.rules[""]
			return l.reached && (len(list) == 0 || list[len(list)-1].guard != nil)
		})
	})
}

// decides reports whether some region of p always leaves a state at an event, which has precedence over the transitions of p and
// around it, if all of them leave states, too.
func (e *exploration) decides(p *node, key string) bool {
	return !slices.ContainsFunc(p.leaf.rules[key], func(a rule) bool { return a.end == nil && !a.nothing }) &&
		slices.ContainsFunc(p.inner, func(region *node) bool { return region.moves(key) })
}

// moves reports whether a region always leaves a state at an event.
func (n *node) moves(key string) bool {
	return !slices.ContainsFunc(n.plain(), func(l *leaf) bool {
		list := l.rules[key]
		return l.reached && (len(list) == 0 || list[len(list)-1].guard != nil || slices.ContainsFunc(list, func(a rule) bool { return a.end == nil }))
	})
}

// yields reports whether the transitions of a plain state inside a region that leave the state with the regions never do so at an
// event, because those of an earlier region have precedence. The loader sees it if that one has only one plain state.
func (l *leaf) yields(key string) bool {
	inner := l.node.region.parent.inner
	earlier := inner[:slices.Index(inner, l.node.region)]
	return key != "" && slices.ContainsFunc(earlier, func(region *node) bool {
		reached := 0
		for _, l := range region.plain() {
			if l.reached {
				reached++
			}
		}
		return reached == 1 && region.moves(key)
	})
}

// regions follows what the regions of p may do, until no other plain state inside them is reached. The state p waits for events
// unless one of its own transitions needs none.
func (e *exploration) regions(p *node, waits bool) {
	for reached := -1; reached != (lister{e.reader}).reached() && !e.reader.out.Failed(); {
		reached = lister{e.reader}.reached()
		for _, l := range p.regional() {
			if !l.reached || e.step(l, "") || !waits {
				continue
			}
			for _, key := range e.reader.awaited(p) {
				e.step(l, key)
			}
		}
		e.over(p)
	}
}

// step follows the alternatives of a plain state inside a region, and reports whether one of them always applies.
func (e *exploration) step(l *leaf, key string) bool {
	l.tried[key] = true
	e.on = key
	for i := range l.rules[key] {
		a := &l.rules[key][i]
		switch goals := (lister{e.reader}).goals(*a); {
		case e.reader.out.Failed():
			return true
		case len(goals) > 0 && goals[0].region == nil && len(a.raises) > 0 && l.yields(key):
			// The loader does not follow the events that it raises.
		case len(goals) > 0 && goals[0].region == nil:
			e.reach(a, goals[0], a.raises)
			for _, n := range goals[1:] {
				e.reach(a, n, a.raises)
			}
		case len(a.raises) > 0:
			e.noise(l.node.region.parent)
		case len(goals) > 0:
			goals[0].leaf.reach()
		}
		if a.guard == nil || e.reader.out.Failed() {
			return true
		}
	}
	return false
}

// over follows the event that all regions of p are in final states. The spec says so with `done:`, which is possible if p itself
// always handles it, before anything else can happen.
func (e *exploration) over(p *node) {
	key := p.doneKey()
	finals := p.finals()
	if finals == nil || !slices.Contains(e.reader.doc.raised, key) || slices.ContainsFunc(p.inner, func(region *node) bool {
		return !slices.ContainsFunc(region.inner, func(c *node) bool { return c.final && c.reached })
	}) {
		return
	}
	p.leaf.tried[key] = true
	list := p.leaf.rules[key]
	heard := func(n *node) bool { return len(n.leaf.rules[key]) > 0 }
	others := slices.ContainsFunc(finals, heard)
	if len(list) == 0 && !others {
		return
	}
	busy := func(n *node) bool { return len(n.leaf.rules[""]) > 0 }
	if others || len(list) == 0 || list[len(list)-1].guard != nil || e.reader.doc.explicit[key] || busy(p) || slices.ContainsFunc(finals, busy) ||
		slices.ContainsFunc(list, func(a rule) bool { return a.source != p || a.end == nil }) {
		e.reader.lacks(p.at, "let a transition of its own for the event always lead to another state", "a `parallel` that does not always leave itself at once when it is done")
		return
	}
	e.on = key
	for i := range list {
		for _, n := range (lister{e.reader}).goals(list[i]) {
			e.reach(&list[i], n, list[i].raises)
		}
	}
}

// avoid notes what a state with regions never does: if states around it have it in the spec, the loader thinks that it may.
func (l *leaf) avoid() {
	if !l.node.parallel {
		return
	}
	for key, list := range l.rules {
		for _, a := range list {
			if !l.tried[key] {
				l.never[occasion{a.source, key}] = true
			}
		}
	}
}
