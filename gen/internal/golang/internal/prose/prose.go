package prose

import (
	"strings"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/comment"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/machine"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// State describes a state: whether it is initial, the events that it accepts, and its
// outcome.
func State(m *machine.Machine, i int) string {
	s := &m.Core.States[i]
	var facts []string
	if i == m.Core.Initial {
		facts = append(facts, "is the initial state")
	}
	if n := len(s.Composites); n > 0 {
		facts = append(facts, "is in "+s.Composites[n-1])
	}
	switch accepted := m.Accepted(i); {
	case s.Outcome >= 0:
		facts = append(facts, "ends the machine with outcome "+m.Core.Outcomes[s.Outcome].Name)
	case m.Core.Transient(i):
		facts = append(facts, "never waits for an event")
	case len(accepted) == 0:
		facts = append(facts, "accepts no event")
	default:
		var events []string
		for _, e := range accepted {
			events = append(events, m.Core.Events[e].Name)
		}
		facts = append(facts, "accepts "+comment.List(events))
	}
	if m.Goes(i) && !m.Core.Transient(i) {
		facts = append(facts, "may go on without an event")
	}
	if running := m.Core.Running(i); len(running) > 0 {
		var calls []string
		for _, c := range m.Calls().Of(running) {
			calls = append(calls, m.Core.Calls[c].Name)
		}
		facts = append(facts, "runs "+comment.List(calls))
	}
	var regions, data []string
	for _, r := range s.Regions {
		regions = append(regions, r.Name)
	}
	switch len(regions) {
	case 0:
	case 1:
		facts = append(facts, "has the region "+regions[0])
	default:
		facts = append(facts, "has the regions "+comment.List(regions))
	}
	for v := range m.Core.Vars {
		if m.Core.Vars[v].State == i && m.Core.RegionOf(v) == nil && !m.Core.Vars[v].Pending() {
			data = append(data, m.Core.Vars[v].Name)
		}
	}
	switch len(data) {
	case 0:
	case 1:
		facts = append(facts, "has the datum "+data[0])
	default:
		facts = append(facts, "has the data "+comment.List(data))
	}
	return comment.Clauses(facts)
}

// Range describes a range: "at least 0", "from 0 to n", or "" for none.
func Range(low, high expr.Expr) string {
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

// Leads describes the targets of the alternatives of one state: "to Attempting if
// remaining > 0, otherwise to Exhausted".
func Leads(m *machine.Machine, event int, ts []core.Transition) string {
	var parts []string
	for _, t := range ts {
		part := "to " + m.Core.States[t.To].Name
		switch {
		case t.Effect == core.Ignore:
			part = "ignored"
		case t.Effect == core.Reject:
			part = "refused with *" + m.Names.Rejected
		case t.Internal && t.Move != nil && t.Move.To >= 0 && !t.Move.Internal:
			r := &m.Core.States[t.From].Regions[t.Move.ToRegion]
			part = "in " + r.Name + " to " + r.Leaves[t.Move.To].Name
		case t.Internal:
			part = "stays"
		case t.To == t.From:
			part += " again"
		}
		if t.Effect == core.Take && !t.Internal && m.Goes(t.To) {
			part += " and onward"
		}
		switch {
		case t.Guard != nil:
			part += " if " + comment.Unbroken(Guard(m, event, t.Guard))
		case len(parts) > 0:
			part = "otherwise " + part
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, ", ")
}

// Guard writes a guard for readers of the Go code: as in the spec, but with the arguments of
// the event's method instead of "event.field", unless they would be ambiguous.
func Guard(m *machine.Machine, event int, e expr.Expr) string {
	qualifier := ""
	for i, f := range m.Core.Events[event].Fields {
		if m.Names.Events[event].Args[i] != f.Name || m.Data().Declares(f.Name) {
			qualifier = "event."
		}
	}
	var name func(s *expr.Symbol) string
	text := func(e expr.Expr) string {
		return expr.Print(expr.Substitute(e, func(s *expr.Symbol) expr.Expr {
			return &expr.Ref{Symbol: &expr.Symbol{Name: name(s), Type: s.Type}}
		}), expr.Spec)
	}
	name = func(s *expr.Symbol) string {
		switch s.Scope {
		case expr.Field:
			return qualifier + s.Name
		case expr.External:
			ask := m.Core.Asks[s.Index]
			if len(ask.Args) == 0 {
				return m.Core.Guards[ask.Guard].Name
			}
			args := make([]string, len(ask.Args))
			for i, a := range ask.Args {
				args[i] = text(a)
			}
			return m.Core.Guards[ask.Guard].Name + "(" + strings.Join(args, ", ") + ")"
		}
		return s.Name
	}
	return text(e)
}
