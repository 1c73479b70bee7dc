package charts

import (
	"slices"
	"strings"
)

// occasion is what alternatives are for.
type occasion struct {
	kind  string // event, raised, timer, always, done, result
	event string
	// raises is the first event that may be raised: a raised event raises only later ones.
	raises int
	// limited is set for the results of an invocation with a timeout, none of which may be ignored.
	limited bool
}

// alternatives makes the alternatives of a state for an occasion.
func (g *generator) alternatives(s scope, o occasion) any {
	n, more := 1, 38
	if g.fuel.on {
		more = 25
	}
	for n < 3 && g.dice.chance(more) {
		n++
	}
	must := o.kind == "result" || (o.kind == "raised" || o.kind == "timer") && (s.source == nil || s.source.region() == nil)
	var out list
	for i := range n {
		last := i == n-1
		var a pairs
		switch {
		case !last:
			if o.kind == "event" && g.with.conditional && g.dice.chance(20) {
				out = append(out, pairs{{"if", g.condition(s)}, {"otherwise", g.dice.pick("ignore", "reject")}})
				continue
			}
			a.add("if", g.fuel.fueled(s, g.condition(s)))
		case must || o.kind == "event" && g.dice.chance(55) || o.kind == "timer" || o.kind == "raised" && g.dice.chance(60):
			if o.kind == "result" && !o.limited && g.dice.chance(20) {
				out = append(out, pairs{{"otherwise", "ignore"}})
				continue
			}
			a.add("if", g.fuel.fueled(s, ""))
		case o.kind == "event" && g.dice.chance(45) && n > 1:
			out = append(out, pairs{{"otherwise", g.dice.pick("ignore", "reject", "reject")}})
			continue
		case o.kind == "done" && g.dice.chance(60):
			a.add("if", g.fuel.fueled(s, ""))
		default:
			a.add("if", g.fuel.fueled(s, g.condition(s)))
		}
		out = append(out, g.alternative(s, o, a))
	}
	out = g.fuel.spent(o, out)
	if len(out) == 1 {
		if p, ok := out[0].(pairs); ok && len(p) == 1 && p[0].key == "to" {
			return p[0].value
		}
		return out[0]
	}
	return out
}

// alternative adds to an alternative what it does.
func (g *generator) alternative(s scope, o occasion, a pairs) pairs {
	chance := 55
	switch {
	case o.kind == "raised" && o.raises == raised:
		chance = 25
	case o.kind == "result":
		chance = 100
	case o.kind == "always" || o.kind == "done":
		chance = 65
		if g.fuel.unconditional(a) {
			chance = 100
		}
	}
	var to *state
	if g.dice.chance(chance) {
		to = g.target(s, o)
		if to == nil && o.kind == "result" {
			to = s.source
		}
	}
	return g.effects(s, o, a, to)
}

// effects adds to an alternative what it does besides its target.
func (g *generator) effects(s scope, o occasion, a pairs, to *state) pairs {
	set := g.fuel.burn(s)
	if c := g.composite(s); c != nil && to != nil && o.kind != "result" && g.dice.chance(12) {
		a.add("to", c.name)
		a.add("history", g.dice.pick("shallow", "deep"))
		to = nil
	} else if to != nil {
		a.add("to", to.name)
		if g.with.history && g.recalls(to) && g.dice.chance(50) {
			a.add("history", g.dice.pick("shallow", "deep"))
		} else if leaf := to.entered(); leaf.data {
			set = append(set, pair{"d" + leaf.name, g.value(s, "int")})
		}
	}
	if len(s.sets) > 0 && g.dice.chance(60) {
		v := g.vars[s.sets[g.dice.rand.IntN(len(s.sets))]]
		if g.dice.chance(12) {
			a.add("clear", v.name)
		} else {
			set = append(set, pair{v.name, g.value(s, v.kind)})
		}
	}
	if s.datum != "" && !slices.ContainsFunc(a, func(p pair) bool { return p.key == "to" }) && g.dice.chance(30) {
		set = append(set, pair{s.datum, g.value(s, "int")})
	}
	a.add("set", set)
	if g.with.outputs && g.dice.chance(30) {
		a.add("emit", g.emission(s))
	}
	if g.with.raise && o.raises < raised && g.dice.chance(25) {
		a.add("raise", g.raises(o.raises))
	}
	if noEffect(a) && (!g.with.stall || g.dice.chance(50)) {
		if len(s.sets) > 0 && len(set) == 0 {
			v := g.vars[s.sets[g.dice.rand.IntN(len(s.sets))]]
			a.add("set", pairs{{v.name, g.value(s, v.kind)}})
		} else {
			a.add("emit", g.emission(s))
		}
	}
	return a
}

// noEffect reports whether an alternative says nothing but its condition.
func noEffect(a pairs) bool {
	return !slices.ContainsFunc(a, func(p pair) bool { return p.key != "if" })
}

// entered returns the state that a transition to a state enters, as far as it is not in a region.
func (s *state) entered() *state {
	for s.initial != nil {
		s = s.initial
	}
	return s
}

// composite returns a composite state to whose history a transition can lead, or nil.
func (g *generator) composite(s scope) *state {
	if !g.with.history || s.source == nil {
		return nil
	}
	for _, i := range g.dice.rand.Perm(len(g.tree.all)) {
		if c := g.tree.all[i]; g.recalls(c) && g.tree.open(s.source, c) {
			return c
		}
	}
	return nil
}

// recalls reports whether a transition can return to a state by history.
func (g *generator) recalls(s *state) bool {
	return len(s.children) > 0 && s.region() == nil &&
		!s.contains(func(x *state) bool { return x.parallel || x.data || x.terminal }) && s.initial != nil
}

// raises returns events to raise.
func (g *generator) raises(from int) any {
	names := []string{raisedName(from + g.dice.rand.IntN(raised-from))}
	defer func() {
		for _, n := range names {
			g.used[n] = true
		}
	}()
	if g.dice.chance(8) {
		names = append(names, raisedName(from+g.dice.rand.IntN(raised-from)))
	}
	if len(names) == 1 {
		return names[0]
	}
	return names
}

// target chooses a target, or nil.
func (g *generator) target(s scope, o occasion) *state {
	var near, far []*state
	region := (*state)(nil)
	if s.source != nil {
		region = s.source.region()
	}
	for _, t := range g.tree.all {
		switch {
		case o.kind == "result" && (t.inside(s.source)):
			continue
		case o.kind == "always" && s.source != nil && t == s.source && g.dice.chance(80):
			continue
		case strings.HasPrefix(t.name, "Z") && g.dice.chance(50):
			continue
		case t.region() != nil && region == nil && g.dice.chance(70):
			continue
		case region != nil && (t == region || t.inside(region)):
			near = append(near, t)
			continue
		}
		if !g.tree.open(s.source, t) {
			continue
		}
		far = append(far, t)
	}
	if region == nil || len(near) == 0 || g.dice.chance(18) {
		near = far
	}
	if len(near) == 0 {
		return nil
	}
	return near[g.dice.rand.IntN(len(near))]
}

// open reports whether a transition may lead out of a state to a target outside of its region: exits inside regions forbid
// some of these.
func (h *hierarchy) open(source, target *state) bool {
	for _, p := range h.all {
		if !p.bare || target.inside(p) && source != nil && source.inside(p) && below(p, source) == below(p, target) {
			continue
		}
		switch {
		case source == nil, p.inside(source), p == source:
			return false
		case source.inside(p) && below(p, source) != p.children[0]:
			return false
		}
	}
	return true
}

// below returns the state directly inside outer that is s or is around it.
func below(outer, s *state) *state {
	for s.parent != outer {
		s = s.parent
	}
	return s
}

// emission returns an output with values.
func (g *generator) emission(s scope) any {
	one := func() any {
		switch g.dice.rand.IntN(3) {
		case 0:
			return pairs{{"Say", pairs{{"n", g.value(s, "int")}}}}
		case 1:
			return pairs{{"Show", pairs{{"c", g.value(s, "Color")}, {"b", g.value(s, "bool")}}}}
		}
		return "Ring"
	}
	if g.dice.chance(20) {
		return list{one(), one()}
	}
	return one()
}
