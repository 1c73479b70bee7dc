package card

import (
	"strings"

	"github.com/fsmgen/fsmgen/internal/markdown"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify"
)

// overlaps lists the pairs of alternatives whose conditions can both hold. The list
// is folded, because an overlap is not an error.
func (c *card) overlaps() {
	if len(c.r.Overlaps) == 0 {
		return
	}
	t := &markdown.Table{}
	t.Head("State and event", "Order", "Example")
	met := true
	for i := range c.r.Overlaps {
		o := &c.r.Overlaps[i]
		first := &c.m.Transitions[o.First]
		where := []string{markdown.Text(c.m.States[first.From].Name), markdown.Text(c.m.Events[first.Event].Name)}
		t.Row(lines(where), lines([]string{c.alternative(o.First), "before " + c.alternative(o.Second)}), c.example(o))
		met = met && o.Run != nil
	}
	note := "The alternative that comes first in the spec is taken."
	if !met {
		note += " Exploration did not reach the examples marked *not reached*, but the known facts do not rule them out."
	}
	c.fold("Order matters: "+diag.Count(t.Len(), "pair", "pairs")+" of conditions that can both hold", source(t), note)
}

// alternative describes a transition by its condition and its target.
func (c *card) alternative(i int) string {
	t := &c.m.Transitions[i]
	to := markdown.Text(c.m.States[t.To].Name)
	if t.Internal {
		to = stays(t)
	}
	return math(t.Written) + " → " + to
}

// example writes values for which both conditions hold, of the names that they use.
func (c *card) example(o *verify.Overlap) string {
	var parts []string
	add := func(name string, s *expr.Symbol, t expr.Type, v int64) {
		match := func(used *expr.Symbol) bool { return used.Scope == s.Scope && used.Index == s.Index }
		if t.Scalar() && (expr.Uses(c.m.Transitions[o.First].Guard, match) || expr.Uses(c.m.Transitions[o.Second].Guard, match)) {
			parts = append(parts, name+" = "+c.value(t, v))
		}
	}
	for i := range c.m.Params {
		p := &c.m.Params[i]
		add(p.Name, p.Symbol, p.Type, o.Params[i])
	}
	for i := range c.m.Vars {
		v := &c.m.Vars[i]
		add(v.Name, v.Symbol, v.Type, o.Vars[i])
	}
	for i, f := range c.m.Events[c.m.Transitions[o.First].Event].Fields {
		add("event."+f.Name, f.Symbol, f.Type, o.Fields[i])
	}
	for i := range c.m.Asks {
		s := c.m.Asks[i].Symbol
		add(s.Name, s, s.Type, o.Externals[i])
	}
	text := markdown.Code(strings.Join(parts, ", "))
	if o.Run == nil {
		return strings.TrimSpace(text + " *not reached*")
	}
	return text
}
