package scxml

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/diag"
)

// SCXML takes the transitions of several regions in one step: it leaves states, executes content, and enters states, each for
// all of them. A spec takes one transition after the other. This is the same if none of them can see the others.

// effects are what the rules of a region do at an event.
type effects struct {
	// first is one of them, nil for none.
	first              *rule
	sets, reads, tests map[string]bool
	// looks are the regions in which conditions look.
	looks map[*node]bool
	// exits, contents, and entries tell where there are outputs.
	exits, contents, entries bool
	// asks tells that a condition asks the program.
	asks bool
}

// side is what a region does at an event: without leaving a state, inside the region, and in transitions that leave the state
// with the regions.
type side struct {
	region               *node
	stays, moves, leaves effects
	// ignores is a rule that does nothing, which a spec says with "ignore", or nil.
	ignores *rule
}

// first returns some rule that does something, or nil.
func (s *side) first() *rule {
	for _, e := range []*effects{&s.stays, &s.moves, &s.leaves} {
		if e.first != nil {
			return e.first
		}
	}
	return nil
}

// side collects what plain states do at an event.
func (r comparison) side(region *node, leaves []*leaf, key string) *side {
	s := &side{region: region}
	for _, l := range leaves {
		if !l.reached {
			continue
		}
		for i := range l.rules[key] {
			switch a := &l.rules[key][i]; {
			case a.nothing && a.guard == nil:
				s.ignores = a
			case a.end == nil:
				r.collect(&s.stays, a)
			case a.end.region == nil:
				if r.collect(&s.leaves, a); region != nil && (!a.end.reached || a.into != nil && !a.into.reached) {
					r.reader.lacks(a.at, "remove it", "a transition that never leaves the `parallel`, because one of an earlier region has precedence,")
				}
			default:
				r.collect(&s.moves, a)
			}
		}
	}
	return s
}

// collect adds what a rule does.
func (r comparison) collect(e *effects, a *rule) {
	if e.first == nil {
		*e = effects{sets: make(map[string]bool), reads: make(map[string]bool), tests: make(map[string]bool), looks: make(map[*node]bool)}
	}
	e.first = a
	e.exits, e.contents, e.entries = e.exits || a.exits, e.contents || a.contents, e.entries || a.entries
	for _, set := range a.sets {
		e.sets[set.variable] = true
		set.value.reads(func(name string) { e.reads[name] = true })
	}
	if a.guard == nil {
		return
	}
	if a.nothing {
		e.sets[r.reader.kept(*a)] = true // see still
	}
	a.guard.each(func(part *expr) {
		switch part.op {
		case opGuard:
			e.asks = true
		case opIn:
			e.looks[r.reader.doc.byID[part.text].region] = true
		case opVar:
			e.tests[part.text] = true
		}
	})
}

// beside reports transitions that SCXML takes in one step, if the order in which the spec takes them makes a difference.
func (r comparison) beside() {
	for _, p := range r.reader.doc.nodes {
		if !p.parallel || !p.reached {
			continue
		}
		idle := true
		for _, key := range slices.Concat([]string{""}, r.reader.doc.keys()) {
			own := r.side(nil, []*leaf{p.leaf}, key)
			var sides []*side
			for _, region := range p.inner {
				s := r.side(region, region.plain(), key)
				r.around(own, s)
				if s.first() != nil {
					sides = append(sides, s)
				}
			}
			idle = idle && own.idle() && !slices.ContainsFunc(sides, func(s *side) bool { return !s.idle() })
			for i, s := range sides {
				for _, later := range sides[i+1:] {
					if r.reader.doc.work += 1 + len(r.reader.doc.order); r.reader.doc.work > maxWork {
						r.reader.out.Fail(diag.CodeTooBig, p.at, "too many regions have transitions that are taken together")
						return
					}
					if key == "" {
						r.settling(s, later)
						r.settling(later, s)
					} else {
						r.together(s, later)
					}
				}
			}
			if r.reader.out.Failed() {
				return
			}
		}
		p.idle = idle
	}
}

// idle reports whether no rule is a transition of the spec.
func (s *side) idle() bool {
	return s.moves.first == nil && s.leaves.first == nil && (s.stays.first == nil)
}

// around reports transitions of a parallel state, or around it, that SCXML takes together with those of a region. The one that
// is inside has precedence only if both have targets. In a spec, what a region ignores is not for the states around it either.
func (r comparison) around(own, s *side) {
	switch {
	case own.first() == nil || s.first() == nil && s.ignores == nil:
	case s.ignores != nil:
		r.reader.lacks(s.ignores.at, "give each of them its own event", "a transition without a target in a region that is taken together with one of the `parallel`")
	case own.stays.first != nil:
		r.reader.lacks(own.stays.first.at, "give each of them its own event", "a transition without a target that is taken together with one of a region")
	case s.stays.first != nil:
		r.reader.lacks(s.stays.first.at, "give each of them its own event", "a transition without a target in a region that is taken together with one of the `parallel`")
	}
}

const apart = "give each of them its own event, or let them use different variables and states"

// together reports transitions of two regions for an event that do not do the same one after the other. If the first one leaves
// the state with the regions, it is the only one; if it leaves another state, a later one that leaves all gives way.
func (r comparison) together(s, later *side) {
	for _, f := range []*effects{&later.stays, &later.moves, &later.leaves} {
		if f.asks {
			r.reader.lacks(f.first.at, apart, "a question to the program in a region other than the first one that has a transition for the event")
			return
		}
	}
	if s.leaves.first != nil && later.stays.first != nil {
		r.reader.lacks(later.stays.first.at, apart, "a transition without a target that is taken together with one that leaves the `parallel`")
		return
	}
	for _, e := range []*effects{&s.stays, &s.moves} {
		for _, f := range []*effects{&later.stays, &later.moves, &later.leaves} {
			moves := e == &s.moves
			switch {
			case r.reader.out.Failed() || e.first == nil || f.first == nil:
			case moves && f.looks[s.region]:
				r.looks(f)
			case moves && f == &later.leaves:
				r.shares(e.sets, f, f.tests)
			case r.shares(e.sets, f, f.sets, f.reads, f.tests) || r.shares(f.sets, f, e.reads, e.tests):
			case f.exits && (e.exits || e.contents || e.entries), e.entries && f.contents:
				r.mixes(f)
			}
		}
	}
}

// settling reports transitions of a region without events that do not do the same before, between, and after those of another
// one.
func (r comparison) settling(s, other *side) {
	if s.leaves.first != nil {
		r.reader.lacks(s.leaves.first.at, "let it wait for an event", "a transition without an event that leaves the `parallel` while other regions have ones, too,")
		return
	}
	for _, e := range []*effects{&s.stays, &s.moves} {
		for _, f := range []*effects{&other.stays, &other.moves} {
			switch {
			case r.reader.out.Failed() || e.first == nil || f.first == nil:
			case e.looks[other.region]:
				r.looks(e)
			case r.shares(e.sets, f, f.sets, f.reads, f.tests):
			case (e.exits || e.contents || e.entries) && (f.exits || f.contents || f.entries):
				r.mixes(f)
			}
		}
	}
}

// shares reports that one region uses what another one sets.
func (r comparison) shares(sets map[string]bool, f *effects, uses ...map[string]bool) bool {
	for _, v := range r.reader.doc.order {
		if sets[v.id] && slices.ContainsFunc(uses, func(m map[string]bool) bool { return m[v.id] }) {
			r.reader.lacks(f.first.at, apart, "a variable that a transition assigns while one of another region uses it")
			return true
		}
	}
	return false
}

func (r comparison) looks(e *effects) {
	r.reader.lacks(e.first.at, apart, "`In()` of a region with transitions that are taken together")
}

func (r comparison) mixes(e *effects) {
	r.reader.lacks(e.first.at, apart, "several outputs of transitions that are taken together")
}
