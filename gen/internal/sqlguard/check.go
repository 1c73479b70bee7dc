package sqlguard

import (
	"strings"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// checks returns the conditions on a row: the values that its columns can have, their ranges, and the invariants.
func (t *table) checks() (list []string) {
	w := words{t: t}
	var states []string
	for _, s := range t.m.States {
		states = append(states, literal(s.Stored()))
	}
	list = append(list, among(`"state"`, states))
	// A comparison with NULL would be no violation.
	add := func(column string, of expr.Type) {
		list = append(list, quoted(column)+" IS NOT NULL")
		if of.Kind == expr.Enumerated {
			var values []string
			for i := range of.Enum.Values {
				values = append(values, literal(of.Enum.Stored(i)))
			}
			list = append(list, among(quoted(column), values))
		}
	}
	limit := func(ref *expr.Symbol, lo, hi expr.Expr, when string) {
		for _, each := range []struct {
			op  expr.Op
			end expr.Expr
		}{{expr.Ge, lo}, {expr.Le, hi}} {
			if each.end != nil {
				list = append(list, implied(when, w.print(&expr.Binary{Op: each.op, X: &expr.Ref{Symbol: ref}, Y: each.end})))
			}
		}
	}
	list = append(list, `"state" IS NOT NULL`)
	for i, p := range t.m.Params {
		add(t.params[i], p.Type)
		limit(p.Symbol, p.Min, p.Max, "")
	}
	for i, v := range t.m.Vars {
		add(t.vars[i], v.Type)
		if v.State < 0 {
			limit(v.Symbol, v.Min, v.Max, "")
			continue
		}
		limit(v.Symbol, v.Min, v.Max, t.in("", v.State))
		var here []string
		for _, s := range t.shares(i) {
			here = append(here, literal(t.m.States[s].Stored()))
		}
		list = append(list, "("+among(`"state"`, here)+" OR "+quoted(t.vars[i])+" = "+zero(v.Type)+")")
	}
	for _, i := range t.m.Invariants {
		when := ""
		if i.State >= 0 {
			when = t.in("", i.State)
		}
		list = append(list, implied(when, w.print(i.Expr)))
	}
	return list
}

// among returns the condition that a column has one of some values.
func among(column string, values []string) string {
	return column + " IN (" + strings.Join(values, ", ") + ")"
}

// implied returns a condition that need only hold when another one does, or always if that is "".
func implied(when, condition string) string {
	if when == "" {
		return condition
	}
	return "(CASE WHEN " + when + " THEN " + condition + " ELSE TRUE END)"
}

// in returns the condition that a row is in a state.
func (t *table) in(row string, state int) string {
	if row != "" {
		row += "."
	}
	return row + `"state" = ` + literal(t.m.States[state].Stored())
}

// takes returns the transitions that change a machine or restart its state, by index.
func takes(m *core.Machine) (list []int) {
	for i, t := range m.Transitions {
		if t.Effect == core.Take {
			list = append(list, i)
		}
	}
	return list
}
