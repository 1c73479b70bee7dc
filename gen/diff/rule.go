package diff

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// rule is a limit rule or a stall rule, with its count and its target.
type rule struct {
	at expr.Expr
	to int
	// transitions are the transitions that it adds.
	transitions []int
}

// ruleOf returns the rule with a name, or nil.
func ruleOf(m *core.Machine, name string) *rule {
	var found *rule
	for i := range m.Transitions {
		t := &m.Transitions[i]
		if t.Rule != name {
			continue
		}
		if found == nil {
			found = &rule{to: t.To}
			found.at = limitIn(t.Guard, counterOf[name])
		}
		found.transitions = append(found.transitions, i)
	}
	return found
}

// counterOf is the variable of each rule.
var counterOf = map[string]string{"limit": "transitions", "stall": "stalls"}

// limitIn returns the value at which a rule acts: a part of its condition is that the counter, or the next value of it, is at least that.
func limitIn(guard expr.Expr, counter string) expr.Expr {
	b, ok := guard.(*expr.Binary)
	switch {
	case !ok:
		return nil
	case b.Op == expr.And:
		if at := limitIn(b.Y, counter); at != nil {
			return at
		}
		return limitIn(b.X, counter)
	case b.Op == expr.Ge && expr.Uses(b.X, func(s *expr.Symbol) bool { return s.Scope == expr.Var && s.Name == counter }):
		return b.Y
	}
	return nil
}

// counters lists the variables that rules use for counting.
func counters(m *core.Machine) []int {
	var list []int
	for i := range m.Transitions {
		t := &m.Transitions[i]
		for _, u := range t.Updates {
			if u.Implied && !slices.Contains(list, u.Var) {
				list = append(list, u.Var)
			}
		}
	}
	for _, name := range []string{"limit", "stall"} {
		if r := ruleOf(m, name); r != nil {
			g := m.Transitions[r.transitions[0]].Guard
			expr.Walk(g, func(e expr.Expr) {
				s, ok := e.(*expr.Ref)
				counted := ok && s.Symbol.Scope == expr.Var && s.Symbol.Name == counterOf[name]
				if counted && !slices.Contains(list, s.Symbol.Index) {
					list = append(list, s.Symbol.Index)
				}
			})
		}
	}
	return list
}

// rules compares the limit rule and the stall rule. It reports their transitions and
// counters once, instead of for each state.
func (c *comparison) rules() {
	for _, name := range []string{"limit", "stall"} {
		old, new := ruleOf(c.a, name), ruleOf(c.b, name)
		switch {
		case old == nil && new == nil:
		case old == nil:
			c.record.add(Change{Action: Added, Part: "rule", Name: name, Details: having("at", written(new.at), "leads to", c.b.States[new.to].Name), span: placeOf(c.b, "rule", name)})
		case new == nil:
			c.record.add(Change{Action: Removed, Part: "rule", Name: name, Details: []Detail{
				{What: "at", Old: written(old.at)}, {What: "leads to", Old: c.a.States[old.to].Name},
			}, span: placeOf(c.a, "rule", name), gone: true})
		default:
			details := c.prover.expr("at", old.at, new.at)
			if !c.matching.same(part{state, old.to, 0}, part{state, new.to, 0}) {
				details = append(details, texts("leads to", c.a.States[old.to].Name, c.b.States[new.to].Name)...)
			}
			c.record.both("rule", name, name, details)
		}
	}
}
