package card

import (
	"strings"

	"github.com/fsmgen/fsmgen/internal/markdown"
	"github.com/fsmgen/fsmgen/internal/source"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify"
)

// overlaps lists the pairs of alternatives whose conditions can both hold. The list
// is folded, because an overlap is not an error.
func (w *page) overlaps() {
	if len(w.r.Overlaps) == 0 {
		return
	}
	m := w.r.Machine
	t := &markdown.Table{}
	t.Head("State and event", "Order", "Example")
	met := true
	for i := range w.r.Overlaps {
		o := &w.r.Overlaps[i]
		first := &m.Transitions[o.First]
		where := []string{siteName(m, siteOf(first)), markdown.Text(m.Trigger(first))}
		t.Row(lines(where), lines([]string{alternative(m, o.First), "before " + alternative(m, o.Second)}), example(m, o))
		met = met && o.Run != nil
	}
	note := "The alternative that comes first in the spec is taken."
	if !met {
		note += " Exploration did not reach the examples marked *not reached*, but the known facts do not rule them out."
	}
	w.fold("Order matters: "+diag.Count(t.Len(), "pair", "pairs")+" of conditions that can both hold", tableText(t), note)
}

// alternative describes a transition by its condition and its target.
func alternative(m *core.Machine, i int) string {
	t := &m.Transitions[i]
	return math(t.Written) + " → " + target(m, t)
}

// example writes values for which both conditions hold, of the names that they use.
func example(m *core.Machine, o *verify.Overlap) string {
	var parts []string
	add := func(name string, s *expr.Symbol, t expr.Type, v int64) {
		match := func(used *expr.Symbol) bool { return used.Scope == s.Scope && used.Index == s.Index }
		if t.Scalar() && (expr.Uses(m.Transitions[o.First].Guard, match) || expr.Uses(m.Transitions[o.Second].Guard, match)) {
			parts = append(parts, name+" = "+value(m, t, v))
		}
	}
	for i := range m.Params {
		p := &m.Params[i]
		add(p.Name, p.Symbol, p.Type, o.Params[i])
	}
	for i := range m.Vars {
		if name, ok := source.Variable(m, i); ok {
			add(name, m.Vars[i].Symbol, m.Vars[i].Type, o.Vars[i])
		}
	}
	for i, f := range m.Events[m.Transitions[o.First].Event].Fields {
		add("event."+f.Name, f.Symbol, f.Type, o.Fields[i])
	}
	for i := range m.Asks {
		s := m.Asks[i].Symbol
		add(s.Name, s, s.Type, o.Externals[i])
	}
	text := markdown.Code(strings.Join(parts, ", "))
	if o.Run == nil {
		return strings.TrimSpace(text + " *not reached*")
	}
	return text
}
