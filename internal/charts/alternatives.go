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
}

// alternatives makes the alternatives of a state for an occasion.
func (g *generator) alternatives(s scope, o occasion) any {
	n, more := 1, 38
	if g.ends {
		more = 25
	}
	for n < 3 && g.chance(more) {
		n++
	}
	must := o.kind == "result" || (o.kind == "raised" || o.kind == "timer") && (s.source == nil || s.source.region() == nil)
	var out list
	for i := range n {
		last := i == n-1
		var a pairs
		switch {
		case !last:
			if o.kind == "event" && g.with.conditional && g.chance(20) {
				out = append(out, pairs{{"if", g.condition(s)}, {"otherwise", g.pick("ignore", "reject")}})
				continue
			}
			a.add("if", g.fueled(s, g.condition(s)))
		case must || o.kind == "event" && g.chance(55) || o.kind == "timer" || o.kind == "raised" && g.chance(60):
			if o.kind == "result" && g.chance(20) {
				out = append(out, pairs{{"otherwise", "ignore"}})
				continue
			}
			a.add("if", g.fueled(s, ""))
		case o.kind == "event" && g.chance(45) && n > 1:
			out = append(out, pairs{{"otherwise", g.pick("ignore", "reject", "reject")}})
			continue
		case o.kind == "done" && g.chance(60):
			a.add("if", g.fueled(s, ""))
		default:
			a.add("if", g.fueled(s, g.condition(s)))
		}
		out = append(out, g.alternative(s, o, a))
	}
	out = g.spent(o, out)
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
		if g.unconditional(a) {
			chance = 100
		}
	}
	var to *state
	if g.chance(chance) {
		to = g.target(s, o)
		if to == nil && o.kind == "result" {
			to = s.source
		}
	}
	return g.effects(s, o, a, to)
}

// effects adds to an alternative what it does besides its target.
func (g *generator) effects(s scope, o occasion, a pairs, to *state) pairs {
	set := g.burn(s)
	if c := g.composite(s); c != nil && to != nil && o.kind != "result" && g.chance(12) {
		a.add("to", c.name)
		a.add("history", g.pick("shallow", "deep"))
		to = nil
	} else if to != nil {
		a.add("to", to.name)
		if g.with.history && g.recalls(to) && g.chance(50) {
			a.add("history", g.pick("shallow", "deep"))
		} else if leaf := to.entered(); leaf.data {
			set = append(set, pair{"d" + leaf.name, g.value(s, "int")})
		}
	}
	if len(s.sets) > 0 && g.chance(60) {
		v := g.vars[s.sets[g.IntN(len(s.sets))]]
		if g.chance(12) {
			a.add("clear", v.name)
		} else {
			set = append(set, pair{v.name, g.value(s, v.kind)})
		}
	}
	if s.datum != "" && !slices.ContainsFunc(a, func(p pair) bool { return p.key == "to" }) && g.chance(30) {
		set = append(set, pair{s.datum, g.value(s, "int")})
	}
	a.add("set", set)
	if g.with.outputs && g.chance(30) {
		a.add("emit", g.emission(s))
	}
	if g.with.raise && o.raises < raised && g.chance(25) {
		a.add("raise", g.raises(o.raises))
	}
	if noEffect(a) && (!g.with.stall || g.chance(50)) {
		if len(s.sets) > 0 && len(set) == 0 {
			v := g.vars[s.sets[g.IntN(len(s.sets))]]
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
	for _, i := range g.Perm(len(g.all)) {
		if c := g.all[i]; g.recalls(c) && g.open(s.source, c) {
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
	names := []string{raisedName(from + g.IntN(raised-from))}
	defer func() {
		for _, n := range names {
			g.used[n] = true
		}
	}()
	if g.chance(8) {
		names = append(names, raisedName(from+g.IntN(raised-from)))
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
	for _, t := range g.all {
		switch {
		case o.kind == "result" && (t.inside(s.source)):
			continue
		case o.kind == "always" && s.source != nil && t == s.source && g.chance(80):
			continue
		case strings.HasPrefix(t.name, "Z") && g.chance(50):
			continue
		case t.region() != nil && region == nil && g.chance(70):
			continue
		case region != nil && (t == region || t.inside(region)):
			near = append(near, t)
			continue
		}
		if !g.open(s.source, t) {
			continue
		}
		far = append(far, t)
	}
	if region == nil || len(near) == 0 || g.chance(18) {
		near = far
	}
	if len(near) == 0 {
		return nil
	}
	return near[g.IntN(len(near))]
}

// open reports whether a transition may lead out of a state to a target outside of its region: exits inside regions forbid
// some of these.
func (g *generator) open(source, target *state) bool {
	for _, p := range g.all {
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
		switch g.IntN(3) {
		case 0:
			return pairs{{"Say", pairs{{"n", g.value(s, "int")}}}}
		case 1:
			return pairs{{"Show", pairs{{"c", g.value(s, "Color")}, {"b", g.value(s, "bool")}}}}
		}
		return "Ring"
	}
	if g.chance(20) {
		return list{one(), one()}
	}
	return one()
}
