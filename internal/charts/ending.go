package charts

import (
	"fmt"
	"slices"
)

// A chart that ends has fuel, which each transition uses: one number for what is outside of regions, and one for each region,
// because regions that take one event must not set the same variable. The event Quit leads to a terminal state from everywhere.

// tank is the name of the fuel of a state, or of the machine.
func tank(s *state) string {
	if s == nil || s.region() == nil {
		return "fuel"
	}
	name := ""
	for r := s.region(); r != nil; r = r.parent.region() {
		name = fmt.Sprint(slices.Index(r.parent.children, r)) + name
	}
	return "fuel" + name
}

// tanks declares the fuel.
func (g *generator) tanks() (out pairs) {
	if !g.ends {
		return nil
	}
	for _, s := range append([]*state{nil}, g.all...) {
		if name := tank(s); !slices.ContainsFunc(out, func(p pair) bool { return p.key == name }) {
			out = append(out, pair{name, pairs{{"type", "int"}, {"min", "0"}, {"max", "9"}, {"init", g.pick("1", "2", "p + 1")}}})
		}
	}
	return out
}

// progress declares that fuel is used, and that Quit ends the machine.
func (g *generator) progress() (out pairs) {
	if !g.ends {
		return nil
	}
	sum := "1"
	for _, t := range g.tanks() {
		sum += " + " + t.key
	}
	for _, s := range g.states {
		if !s.terminal {
			out = append(out, pair{s.name, sum})
		}
	}
	return out
}

// fueled returns a condition that also needs fuel. "" stands for no condition.
func (g *generator) fueled(s scope, condition string) string {
	switch has := tank(s.source) + " > 0"; {
	case !g.ends:
		return condition
	case condition == "":
		return has
	default:
		return has + " && (" + condition + ")"
	}
}

// unconditional reports whether an alternative needs at most fuel.
func (g *generator) unconditional(a pairs) bool {
	return len(a) == 0 || g.ends && !slices.ContainsFunc([]byte(a[0].value.(string)), func(b byte) bool { return b == '(' })
}

// burn returns what a transition sets to use fuel.
func (g *generator) burn(s scope) pairs {
	if !g.ends {
		return nil
	}
	return pairs{{tank(s.source), tank(s.source) + " - 1"}}
}

// spent says that timers, results, and raised events are ignored without fuel. What happens with other events, decided says.
func (g *generator) spent(o occasion, out list) list {
	last := out[len(out)-1].(pairs)
	if !g.ends || last[0].key == "otherwise" || o.kind != "raised" && o.kind != "timer" && o.kind != "result" {
		return out
	}
	return append(out, pairs{{"otherwise", "ignore"}})
}

// quit lets the machine end from a state at the top, or from its first region if transitions from outside cannot leave it.
func (g *generator) quit(s *state, on pairs) pairs {
	switch {
	case !g.ends || s == nil || s.terminal:
		return on
	case s.parent == nil && !s.bare, s.parent != nil && s.parent.bare && s == s.parent.children[0]:
		return append(on, pair{"Quit", g.end()})
	}
	return on
}

// decided says what happens with events for which the conditions of all alternatives may fail.
func (g *generator) decided(s *state, on pairs) pairs {
	for i, p := range on {
		if !g.ends || s != nil && s.region() != nil && g.chance(25) {
			continue
		}
		all := alternatives(p.value)
		if last := all[len(all)-1].(pairs); len(last) > 0 && last[0].key == "if" {
			on[i].value = append(all, pairs{{"otherwise", g.pick("ignore", "reject")}})
		}
	}
	return on
}

// field returns the value of a field of the payload, in a range if it is a number.
func (g *generator) field(f field) string {
	if g.ends && f.kind == "int" {
		return "min(max(event." + f.name + ", 0), 4)"
	}
	return "event." + f.name
}

// end is the first terminal state.
func (g *generator) end() string {
	return g.all[slices.IndexFunc(g.all, func(s *state) bool { return s.terminal })].name
}

// kind returns the declaration of a type.
func (g *generator) kind(of string) any {
	if g.ends && of == "int" {
		return pairs{{"type", "int"}, {"min", "0"}, {"max", "9"}}
	}
	return of
}
