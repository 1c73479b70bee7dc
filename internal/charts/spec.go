package charts

import (
	"fmt"
	"slices"
)

type event struct {
	name   string
	fields []field
}

// raised is the number of events that charts raise.
const raised = 3

func raisedName(i int) string { return fmt.Sprintf("I%d", i) }

// declare makes variables and events, and gives regions their variables.
func (g *generator) declare() {
	g.vars = []variable{{"g", "int"}, {"h", g.dice.pick("bool", "Color", "string", "int")}}
	parts := 0
	for _, s := range g.tree.all {
		if !s.parallel || s.region() != nil {
			continue
		}
		for i, r := range s.children {
			parts = max(parts, i+1)
			r.owns = []int{2 + 2*i, 3 + 2*i}
			g.share(r)
		}
	}
	for i := range parts {
		g.vars = append(g.vars, variable{fmt.Sprintf("a%d", i), "int"}, variable{fmt.Sprintf("b%d", i), g.dice.pick("int", "int", "bool", "Color")})
	}
	events := 3 + g.dice.rand.IntN(2)
	if g.fuel.on {
		events--
	}
	for i := range events {
		e := event{name: fmt.Sprintf("E%d", i)}
		if g.dice.chance(45) {
			e.fields = append(e.fields, field{"k", "int"})
			if g.dice.chance(40) {
				e.fields = append(e.fields, field{"x", g.dice.pick("bool", "Color", "string")})
			}
		}
		g.events = append(g.events, e)
	}
}

// share gives regions inside a region different variables of it.
func (g *generator) share(r *state) {
	for _, s := range r.children {
		if r.parallel {
			s.owns = nil
			if i := slices.Index(r.children, s); i < len(r.owns) {
				s.owns = r.owns[i : i+1]
			}
		} else {
			s.owns = r.owns
		}
		g.share(s)
	}
}

// scope returns what the alternatives of a state may use. nil stands for the machine.
func (g *generator) scope(s *state, e *event) scope {
	c := scope{source: s}
	for i := range g.vars {
		c.reads = append(c.reads, i)
	}
	c.sets = c.reads
	if e != nil {
		c.payload = e.fields
	}
	if s == nil || s.region() == nil {
		c.asks = e != nil
		for _, x := range g.tree.all {
			if x.region() != nil {
				c.in = append(c.in, x)
			}
		}
		if s != nil && s.data {
			c.datum = "d" + s.name
		}
		return c
	}
	c.sets = s.owns
	if s.parent.parallel && s.owns == nil {
		c.sets = nil
	}
	c.reads = append([]int{0, 1}, c.sets...)
	region := s.region()
	for _, x := range g.tree.all {
		if x == region || x.inside(region) {
			c.in = append(c.in, x)
		}
	}
	outer := s.outermost()
	c.asks = e != nil && outer == outer.parent.children[0] && g.dice.chance(30) // only the first region can ask
	return c
}

// spec makes the mapping of the whole spec.
func (g *generator) spec() (p pairs) {
	g.with.exits = g.with.exits && !g.with.limit && !g.with.stall
	if !g.with.exits {
		for _, s := range g.tree.all {
			s.bare = false
		}
	}
	initial := g.start()
	g.connect()
	var states pairs
	var calls, outputs pairs
	for _, s := range g.tree.states {
		states = append(states, pair{s.name, g.body(s, &calls)})
	}
	on, ignore := g.handlers(nil)
	p.add("machine", "M")
	most := "3"
	if g.fuel.on {
		most = "1"
	}
	p.add("params", pairs{{"p", pairs{{"type", "int"}, {"min", "0"}, {"max", most}}}})
	if g.child != "" {
		p.add("use", pairs{{"Kid", "child.fsm.yaml"}})
	}
	p.add("enums", pairs{{"Color", []string{"Red", "Green", "Blue"}}})
	var vars pairs
	for _, v := range g.vars {
		d := pairs{{"type", v.kind}}
		if g.fuel.on && v.kind == "int" {
			d = append(d, pair{"min", "0"}, pair{"max", "9"})
		}
		switch {
		case v.kind == "int" && g.dice.chance(25):
			d.add("init", g.dice.pick("1", "p", "2"))
		case v.kind == "Color" && g.dice.chance(25):
			d.add("init", "Green")
		}
		vars = append(vars, pair{v.name, d})
	}
	p.add("vars", append(vars, g.fuel.tanks()...))
	if g.with.guards {
		p.add("guards", pairs{{"likes", pairs{}}, {"fits", pairs{{"args", pairs{{"n", "int"}}}, {"reason", "true"}, {"context", "true"}}}, {"big", "g > 1"}})
	}
	p.add("delays", pairs{{"slow", pairs{{"args", pairs{{"n", "int"}}}}}, {"brief", "5ms"}})
	p.add("events", g.eventList())
	p.add("calls", calls)
	outputs.add("Say", pairs{{"n", "int"}})
	outputs.add("Show", pairs{{"c", "Color"}, {"b", "bool"}})
	ring := pairs{}
	if g.with.guards {
		ring.add("context", "true")
	}
	p.add("outputs", append(outputs, pair{"Ring", ring}))
	p.add("initial", initial)
	var ends []string
	for _, s := range g.tree.all {
		if s.terminal {
			ends = append(ends, s.name)
		}
	}
	p.add("terminal", pairs{{"over", ends[:1]}, {"out", ends[1:]}}[:min(2, len(ends))])
	p.add("unlisted", g.with.unlisted)
	if g.with.limit {
		p.add("limit", pairs{{"transitions", g.dice.pick("p", "p + 2", "5", "9")}, {"to", ends[0]}})
	}
	if g.with.stall {
		to := ends[len(ends)-1]
		if s := g.tree.states[g.dice.rand.IntN(len(g.tree.states))]; len(s.children) == 0 && !s.data && g.dice.chance(60) && (!g.fuel.on || g.dice.chance(20)) {
			to = s.name
		}
		limit := g.dice.pick("1", "2", "3", "p")
		if g.fuel.on && limit == "p" {
			limit = "p + 1" // a rule that always applies may never end
		}
		p.add("stall", pairs{{"limit", limit}, {"to", to}})
	}
	if g.with.always && !g.with.raise && g.dice.chance(15) {
		p.add("always", g.alternatives(g.scope(nil, nil), occasion{kind: "always"}))
	}
	p.add("on", on)
	p.add("ignore", ignore)
	p.add("states", states)
	p.add("progress", g.fuel.progress())
	return p
}

// start chooses the initial state, which has no data.
func (g *generator) start() string {
	for range 20 {
		s := g.tree.all[g.dice.rand.IntN(len(g.tree.all))]
		if !s.terminal && !s.entered().data && (s.region() == nil || g.dice.chance(20)) {
			return s.name
		}
	}
	s := g.tree.states[0]
	s.entered().data = false
	return s.name
}

func (g *generator) eventList() (out pairs) {
	for _, e := range g.events {
		var p pairs
		for _, f := range e.fields {
			p.add(f.name, f.kind)
		}
		out = append(out, pair{e.name, p})
	}
	if g.fuel.on {
		out = append(out, pair{"Quit", pairs{}})
	}
	if g.with.raise {
		for i := range raised {
			var p pairs
			if g.used[raisedName(i)] && g.dice.chance(80) {
				p.add("internal", "true")
			}
			out = append(out, pair{raisedName(i), p})
		}
	}
	for i := range g.timers {
		var p pairs
		if g.with.unlisted == "error" || g.dice.chance(45) {
			p.add("internal", "true")
		}
		out = append(out, pair{fmt.Sprintf("T%d", i), p})
	}
	return out
}
