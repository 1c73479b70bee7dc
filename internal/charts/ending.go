package charts

import (
	"fmt"
	"slices"
)

// A chart that ends has fuel, which each transition uses: one number for what is outside of regions, and one for each region,
// because regions that take one event must not set the same variable. The event Quit leads to a terminal state from everywhere.

// fuel makes the runs of a chart end.
type fuel struct {
	dice dice
	tree *hierarchy
	// on is set if each run must end: transitions use fuel, and numbers have ranges.
	on bool
}

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
func (fu fuel) tanks() (out pairs) {
	if !fu.on {
		return nil
	}
	for _, s := range append([]*state{nil}, fu.tree.all...) {
		if name := tank(s); !slices.ContainsFunc(out, func(p pair) bool { return p.key == name }) {
			out = append(out, pair{name, pairs{{"type", "int"}, {"min", "0"}, {"max", "9"}, {"init", fu.dice.pick("1", "2", "p + 1")}}})
		}
	}
	return out
}

// progress declares that fuel is used, and that Quit ends the machine.
func (fu fuel) progress() (out pairs) {
	if !fu.on {
		return nil
	}
	sum := "1"
	for _, t := range fu.tanks() {
		sum += " + " + t.key
	}
	for _, s := range fu.tree.states {
		if !s.terminal {
			out = append(out, pair{s.name, sum})
		}
	}
	return out
}

// fueled returns a condition that also needs fuel. "" stands for no condition.
func (fu fuel) fueled(s scope, condition string) string {
	switch has := tank(s.source) + " > 0"; {
	case !fu.on:
		return condition
	case condition == "":
		return has
	default:
		return has + " && (" + condition + ")"
	}
}

// unconditional reports whether an alternative needs at most fuel.
func (fu fuel) unconditional(a pairs) bool {
	return len(a) == 0 || fu.on && !slices.ContainsFunc([]byte(a[0].value.(string)), func(b byte) bool { return b == '(' })
}

// burn returns what a transition sets to use fuel.
func (fu fuel) burn(s scope) pairs {
	if !fu.on {
		return nil
	}
	return pairs{{tank(s.source), tank(s.source) + " - 1"}}
}

// spent says that timers, results, and raised events are ignored without fuel. What happens with other events, decided says.
func (fu fuel) spent(o occasion, out list) list {
	last := out[len(out)-1].(pairs)
	if !fu.on || last[0].key == "otherwise" || o.kind != "raised" && o.kind != "timer" && o.kind != "result" {
		return out
	}
	if o.limited {
		return append(out, pairs{{"to", fu.tree.end()}})
	}
	return append(out, pairs{{"otherwise", "ignore"}})
}

// quit lets the machine end from a state at the top, or from its first region if transitions from outside cannot leave it.
func (fu fuel) quit(s *state, on pairs) pairs {
	switch {
	case !fu.on || s == nil || s.terminal:
		return on
	case s.parent == nil && !s.bare, s.parent != nil && s.parent.bare && s == s.parent.children[0]:
		return append(on, pair{"Quit", fu.tree.end()})
	}
	return on
}

// decided says what happens with events for which the conditions of all alternatives may fail.
func (fu fuel) decided(s *state, on pairs) pairs {
	for i, p := range on {
		if !fu.on || s != nil && s.region() != nil && fu.dice.chance(25) {
			continue
		}
		all := alternatives(p.value)
		if last := all[len(all)-1].(pairs); len(last) > 0 && last[0].key == "if" {
			on[i].value = append(all, pairs{{"otherwise", fu.dice.pick("ignore", "reject")}})
		}
	}
	return on
}

// field returns the value of a field of the payload, in a range if it is a number.
func (fu fuel) field(f field) string {
	if fu.on && f.kind == "int" {
		return "min(max(event." + f.name + ", 0), 4)"
	}
	return "event." + f.name
}

// end is the first terminal state.
func (h *hierarchy) end() string {
	return h.all[slices.IndexFunc(h.all, func(s *state) bool { return s.terminal })].name
}

// kind returns the declaration of a type.
func (fu fuel) kind(of string) any {
	if fu.on && of == "int" {
		return pairs{{"type", "int"}, {"min", "0"}, {"max", "9"}}
	}
	return of
}
