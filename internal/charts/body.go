package charts

import (
	"fmt"
	"slices"
	"strings"
)

// body makes the mapping of a state.
func (g *generator) body(s *state, calls *pairs) (p pairs) {
	c := g.scope(s, nil)
	if s.data {
		p.add("data", pairs{{"d" + s.name, g.fuel.kind("int")}})
	}
	if s.initial != nil {
		p.add("initial", s.initial.name)
	}
	if s.final {
		p.add("final", "true")
	}
	if g.with.outputs && g.dice.chance(30) {
		p.add("entry", g.edge(g.within(c)))
	}
	exits := s.region() == nil
	for _, x := range g.tree.all {
		exits = exits || x.bare && s.inside(x) && below(x, s) == x.children[0] && s.region().parent == x
	}
	if g.with.outputs && exits && !s.terminal && g.dice.chance(25) {
		p.add("exit", g.edge(g.within(c)))
	}
	if g.with.raise && !s.terminal {
		var r pairs
		if g.dice.chance(9) {
			r.add("entry", g.raises(raised-1-g.dice.rand.IntN(2)))
		}
		if exits && g.dice.chance(8) {
			r.add("exit", g.raises(raised-1-g.dice.rand.IntN(2)))
		}
		p.add("raise", r)
	}
	if s.terminal {
		return p
	}
	on, ignore := g.handlers(s)
	if g.with.timers && !s.final && g.dice.chance(30) {
		p.add("after", g.after(s, &on, &ignore))
	}
	if g.with.timers && !s.final {
		on = expects(g, s, on, ignore)
	}
	if invoke := g.invoke(s, calls); invoke != nil {
		p = append(p, pair{"invoke", invoke})
	}
	often := 25
	if g.with.raise && s.region() == nil {
		often = 6 // what is raised on the way to such a state must be handled there
	}
	if g.with.always && !s.final && g.dice.chance(often) {
		p.add("always", g.alternatives(c, occasion{kind: "always"}))
	}
	if g.with.final && len(s.children) > 0 && g.done(s) && g.dice.chance(75) {
		p.add("done", g.alternatives(c, occasion{kind: "done"}))
	}
	p.add("on", on)
	p.add("ignore", ignore)
	var inner pairs
	for _, x := range s.children {
		inner = append(inner, pair{x.name, g.body(x, calls)})
	}
	if s.parallel {
		p.add("parallel", inner)
	} else {
		p.add("states", inner)
	}
	return p
}

// within returns a scope for outputs of entries and exits, which may be emitted in the start.
func (g *generator) within(c scope) scope {
	c.asks, c.payload, c.bare = false, nil, true
	return c
}

// done reports whether a state can be done.
func (g *generator) done(s *state) bool {
	final := func(x *state) bool {
		return slices.ContainsFunc(x.children, func(c *state) bool { return c.final })
	}
	if !s.parallel {
		return final(s)
	}
	return !slices.ContainsFunc(s.children, func(r *state) bool { return !final(r) })
}

// handlers makes the transitions of a state for events, and the events that it ignores.
func (g *generator) handlers(s *state) (on pairs, ignore []string) {
	chance := 38
	switch {
	case s == nil:
		chance = 15
	case s.final:
		return nil, nil
	case len(s.children) > 0:
		chance = 22
	}
	if g.fuel.on {
		chance -= 8
	}
	for i := range g.events {
		e := &g.events[i]
		switch {
		case g.dice.chance(chance):
			on = append(on, pair{e.name, g.alternatives(g.scope(s, e), occasion{kind: "event", event: e.name})})
		case s == nil && g.with.unlisted == "error" || g.dice.chance(8):
			ignore = append(ignore, e.name)
		}
	}
	if s != nil {
		on, ignore = g.required(s, on, ignore)
	}
	on = g.fuel.decided(s, g.fuel.quit(s, on))
	if !g.with.raise {
		return on, ignore
	}
	for i := range raised {
		c := g.scope(s, nil)
		switch {
		case s != nil && g.dice.chance(chance):
			on = append(on, pair{raisedName(i), g.alternatives(c, occasion{kind: "raised", raises: i + 1})})
		case s == nil || g.dice.chance(6):
			ignore = append(ignore, raisedName(i))
		}
	}
	return on, ignore
}

// required adds alternatives that lead to the targets that a state must have.
func (g *generator) required(s *state, on pairs, ignore []string) (pairs, []string) {
	for _, to := range s.wants {
		e := &g.events[g.dice.rand.IntN(len(g.events))]
		o := occasion{kind: "event", event: e.name}
		c := g.scope(s, e)
		var a pairs
		if g.dice.chance(50) {
			a.add("if", g.fuel.fueled(c, g.condition(c)))
		} else {
			a.add("if", g.fuel.fueled(c, ""))
		}
		unconditional := g.fuel.unconditional(a)
		first := g.effects(c, o, a, to)
		ignore = slices.DeleteFunc(ignore, func(name string) bool { return name == e.name })
		i := slices.IndexFunc(on, func(p pair) bool { return p.key == e.name })
		switch {
		case i < 0:
			on = append(on, pair{e.name, list{first}})
		case unconditional:
			on[i].value = append(conditional(on[i].value), first)
		default:
			on[i].value = append(list{first}, alternatives(on[i].value)...)
		}
	}
	return on, ignore
}

// alternatives returns the value of an event as a list.
func alternatives(value any) list {
	switch v := value.(type) {
	case list:
		return v
	case string:
		return list{pairs{{"to", v}}}
	}
	return list{value}
}

// conditional returns the alternatives that have conditions.
func conditional(value any) list {
	return slices.DeleteFunc(slices.Clone(alternatives(value)), func(a any) bool {
		p := a.(pairs)
		return len(p) == 0 || p[0].key != "if"
	})
}

// after gives a state a timer, whose event it handles.
func (g *generator) after(s *state, on *pairs, ignore *[]string) (p pairs) {
	for range 1 + g.dice.rand.IntN(2) {
		delay := fmt.Sprintf("%ds", 10+g.timers)
		switch {
		case g.dice.chance(12):
			delay = fmt.Sprintf("slow(%s)", g.name(g.within(g.scope(s, nil)), "int"))
		case g.dice.chance(10):
			delay = "brief"
		}
		if slices.ContainsFunc(p, func(x pair) bool { return x.key == delay }) {
			continue
		}
		event := fmt.Sprintf("T%d", g.timers)
		g.timers++
		p.add(delay, event)
		if g.dice.chance(12) {
			*ignore = append(*ignore, event)
		} else {
			*on = append(*on, pair{event, g.alternatives(g.scope(s, nil), occasion{kind: "timer"})})
		}
	}
	return p
}

// expects lets a state handle events of the timers of other states, which may run beside it, or come from the program.
func expects(g *generator, s *state, on pairs, ignore []string) pairs {
	chance := 10
	if s.region() != nil { // where a timer of another state beside it may raise it
		chance = 30
	}
	for i := range g.timers {
		event := fmt.Sprintf("T%d", i)
		if !g.dice.chance(chance) || slices.Contains(ignore, event) || slices.ContainsFunc(on, func(p pair) bool { return p.key == event }) {
			continue
		}
		on = append(on, pair{event, g.alternatives(g.scope(s, nil), occasion{kind: "timer"})})
	}
	return on
}

// invoke gives a state calls and child machines.
func (g *generator) invoke(s *state, calls *pairs) any {
	var out list
	if g.with.calls && !s.final && g.dice.chance(25) {
		for range 1 + g.dice.rand.IntN(5)/4 {
			out = append(out, g.call(s, calls))
		}
	}
	if g.with.children && !s.final && g.child == "" && g.dice.chance(40) {
		out = append(out, g.kid(s))
	}
	switch len(out) {
	case 0:
		return nil
	case 1:
		return out[0]
	}
	return out
}

func (g *generator) call(s *state, calls *pairs) pairs {
	name := fmt.Sprintf("call%d", len(*calls))
	var declared, with pairs
	if g.dice.chance(60) {
		declared.add("with", pairs{{"a", "int"}})
		with.add("a", g.value(g.within(g.scope(s, nil)), "int"))
	}
	var done event
	if g.dice.chance(60) {
		declared.add("done", pairs{{"k", "int"}})
		done.fields = []field{{"k", "int"}}
	}
	*calls = append(*calls, pair{name, declared})
	p := pairs{{"call", name}}
	p.add("with", with)
	limited := g.timeout(s, &p)
	on := pairs{{"done", g.results(s, &done, limited)}, {"error", g.results(s, &event{}, limited)}}
	if limited && g.dice.chance(60) {
		on.add("timeout", g.results(s, &event{}, limited))
	}
	p.add("on", on)
	return p
}

// timeout may give an invocation a timeout. Without fuel, a state in a region may not be able to end the machine.
func (g *generator) timeout(s *state, p *pairs) bool {
	if !g.dice.chance(40) || g.fuel.on && s.region() != nil {
		return false
	}
	delay := fmt.Sprintf("%ds", 1+g.dice.rand.IntN(99))
	if g.with.timers && g.dice.chance(30) {
		delay = g.dice.pick("brief", fmt.Sprintf("slow(%s)", g.name(g.within(g.scope(s, nil)), "int")))
	}
	p.add("timeout", delay)
	return true
}

// results makes the transitions for a result.
func (g *generator) results(s *state, e *event, limited bool) any {
	c := g.scope(s, e)
	c.asks = c.asks && g.dice.chance(50)
	return g.alternatives(c, occasion{kind: "result", limited: limited})
}

// kid gives a state a child machine.
func (g *generator) kid(s *state) pairs {
	g.child = `machine: Kid
params: {most: {type: int, min: 0, max: 5, default: 2}, base: {type: int, default: 1}}
enums: {Color: [Red, Green, Blue]}
vars: {n: {type: int, min: 0, max: most}}
events: {Go: {}, Stop: {}}
initial: Busy
terminal: {good: [Fine], bad: [Poor, Worse]}
states:
  Busy:
    on:
      Go: [{if: n < most, set: {n: n + 1}}, {to: Fine, set: {total: n, tint: Green}}]
      Stop: [{if: n > 0, to: Poor, set: {why: n, more: 1}}, {to: Worse, set: {why: 0}}]
  Fine: {data: {total: int, tint: Color}}
  Poor: {data: {more: int, why: int}}
  Worse: {data: {why: int}}
progress: {Busy: most - n + 1}
bound: most + 1
`
	if g.fuel.on {
		g.child = strings.NewReplacer("total: int", "total: {type: int, min: 0, max: 9}", "more: int", "more: {type: int, min: 0, max: 9}",
			"why: int", "why: {type: int, min: 0, max: 9}").Replace(g.child)
	}
	p := pairs{{"machine", "Kid"}}
	var with pairs
	if g.dice.chance(60) {
		with.add("most", g.dice.pick("p", "2", "g % 3"))
	}
	if g.dice.chance(40) {
		with.add("base", g.value(g.within(g.scope(s, nil)), "int"))
	}
	p.add("with", with)
	good := event{fields: []field{{"total", "int"}, {"tint", "Color"}}}
	bad := event{fields: []field{{"why", "int"}}}
	limited := g.timeout(s, &p)
	on := pairs{{"good", g.results(s, &good, limited)}, {"bad", g.results(s, &bad, limited)}}
	if limited {
		on.add("timeout", g.results(s, &event{}, limited))
	}
	p.add("on", on)
	return p
}
