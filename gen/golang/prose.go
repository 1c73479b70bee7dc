package golang

import (
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// list writes "a", "a and b", "a, b and c".
func list(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " and " + words[last]
}

// statePredicate says what there is to know of a state: how the machine is in
// it, what it accepts, what it ends with.
func (g *generator) statePredicate(i int) string {
	s := &g.m.States[i]
	var facts []string
	if i == g.m.Initial {
		facts = append(facts, "is the initial state")
	}
	if n := len(s.Composites); n > 0 {
		facts = append(facts, "is in "+s.Composites[n-1])
	}
	switch accepted := g.accepted(i); {
	case s.Outcome >= 0:
		facts = append(facts, "ends the machine with outcome "+g.m.Outcomes[s.Outcome].Name)
	case len(accepted) == 0:
		facts = append(facts, "accepts no event")
	default:
		var events []string
		for _, e := range accepted {
			events = append(events, g.m.Events[e].Name)
		}
		facts = append(facts, "accepts "+list(events))
	}
	var data []string
	for _, v := range g.m.Vars {
		if v.State == i {
			data = append(data, v.Name)
		}
	}
	switch len(data) {
	case 0:
	case 1:
		facts = append(facts, "has the datum "+data[0])
	default:
		facts = append(facts, "has the data "+list(data))
	}
	return clauses(facts)
}

// environment names the events that the world may send as often as it likes.
func (g *generator) environment() []string {
	var out []string
	for _, e := range g.m.Events {
		if e.Environment {
			out = append(out, e.Name)
		}
	}
	return out
}

// clauses joins predicates, with commas where one is a list itself.
func clauses(facts []string) string {
	joined := strings.Join(facts, "")
	if last := len(facts) - 1; last > 0 && strings.Contains(joined, " and ") {
		return strings.Join(facts[:last], ", ") + ", and " + facts[last]
	}
	return list(facts)
}

// accepted returns the events that a state lists, in the order of the spec.
func (g *generator) accepted(state int) []int {
	var out []int
	for e := range g.m.Events {
		if len(g.m.On(state, e)) > 0 {
			out = append(out, e)
		}
	}
	return out
}

// rangeText says which range a spec gives: "at least 0", "from 0 to n", or ""
// for none.
func rangeText(low, high expr.Expr) string {
	switch {
	case low != nil && high != nil:
		return "from " + expr.Print(low, expr.Spec) + " to " + expr.Print(high, expr.Spec)
	case low != nil:
		return "at least " + expr.Print(low, expr.Spec)
	case high != nil:
		return "at most " + expr.Print(high, expr.Spec)
	}
	return ""
}

// leads says where the alternatives of one state lead: "to Attempting if
// remaining > 0, otherwise to Exhausted".
func (g *generator) leads(event int, ts []core.Transition) string {
	var parts []string
	for _, t := range ts {
		part := "to " + g.m.States[t.To].Name
		switch {
		case t.Effect == core.Ignore:
			part = "ignored"
		case t.Effect == core.Reject:
			part = "refused with *" + g.names.Rejected
		case t.Internal:
			part = "stays"
		case t.To == t.From:
			part += " again"
		}
		switch {
		case t.Guard != nil:
			part += " if " + unbroken(g.words(event, t.Guard))
		case len(parts) > 0:
			part = "otherwise " + part
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, ", ")
}

// unbroken keeps a short condition on one line.
func unbroken(text string) string {
	if len(text) > width/2 {
		return text
	}
	return strings.ReplaceAll(text, " ", glue)
}

// words writes a guard for readers of the Go code: as in the spec, but with
// the arguments of the event's method in place of "event.field", unless these
// could be taken for something else.
func (g *generator) words(event int, e expr.Expr) string {
	qualifier := ""
	for i, f := range g.m.Events[event].Fields {
		if g.names.Events[event].Args[i] != f.Name || g.declares(f.Name) {
			qualifier = "event."
		}
	}
	value := func(enum *expr.Enum, i int) string { return enum.Values[i] }
	var name func(s *expr.Symbol) string
	name = func(s *expr.Symbol) string {
		switch s.Scope {
		case expr.Field:
			return qualifier + s.Name
		case expr.External:
			ask := g.m.Asks[s.Index]
			if len(ask.Args) == 0 {
				return g.m.Guards[ask.Guard].Name
			}
			args := make([]string, len(ask.Args))
			for i, a := range ask.Args {
				args[i] = expr.PrintGo(a, name, value)
			}
			return g.m.Guards[ask.Guard].Name + "(" + strings.Join(args, ", ") + ")"
		}
		return s.Name
	}
	return expr.PrintGo(e, name, value)
}

// declares reports whether the machine has a parameter or variable of a name.
func (g *generator) declares(name string) bool {
	return slices.ContainsFunc(g.m.Params, func(p core.Param) bool { return p.Name == name }) ||
		slices.ContainsFunc(g.m.Vars, func(v core.Var) bool { return v.Name == name })
}
