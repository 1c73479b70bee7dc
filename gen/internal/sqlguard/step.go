package sqlguard

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// most is how many values of an int of a payload a trigger tries.
const most = 1000

// step returns the condition that a transition leads from the row OLD to the row NEW, whose states are its own.
func (t *table) step(i int) (string, error) {
	tr := &t.m.Transitions[i]
	conditions := t.m.Chosen(i)
	values := t.after(tr)
	w := words{t: t, row: "OLD", bound: map[*expr.Symbol]string{}}
	var tried []string // in FROM
	used := func(s *expr.Symbol) bool {
		match := func(x *expr.Symbol) bool { return x == s }
		return slices.ContainsFunc(conditions, func(e expr.Expr) bool { return expr.Uses(e, match) }) ||
			slices.ContainsFunc(values, func(e expr.Expr) bool { return e != nil && expr.Uses(e, match) })
	}
	for f := range t.m.Events[tr.Event].Fields {
		field := &t.m.Events[tr.Event].Fields[f]
		if !used(field.Symbol) {
			continue
		}
		if value := t.stored(field, values); value != "" {
			w.bound[field.Symbol] = value
			continue
		}
		from, err := t.each(field, len(tried)+1)
		if err != nil {
			return "", fmt.Errorf("%s reads event.%s, which no column keeps: set a variable to it", t.m.Label(i), field.Name)
		}
		w.bound[field.Symbol] = fmt.Sprintf("f%d.x", len(tried)+1)
		tried = append(tried, from)
	}
	for a := range t.m.Asks {
		if s := t.m.Asks[a].Symbol; used(s) {
			w.bound[s] = fmt.Sprintf("f%d.x", len(tried)+1)
			tried = append(tried, fmt.Sprintf("(VALUES (TRUE), (FALSE)) AS f%d (x)", len(tried)+1))
		}
	}
	all := "TRUE"
	next := words{t: t, row: "NEW"}
	// The last one is the innermost: what a guard requires holds for what follows.
	for v := len(values) - 1; v >= 0; v-- {
		cell := next.cell(t.vars[v], t.m.Vars[v].Type)
		value := ""
		switch {
		case values[v] != nil:
			value = w.print(values[v])
		case t.m.Exists(v, tr.To):
			value = w.cell(t.vars[v], t.m.Vars[v].Type)
		case slices.Contains(t.shares(v), tr.To):
			continue // Another datum has the column there.
		default:
			value = zero(t.m.Vars[v].Type)
		}
		all = and(cell+" = "+value, all)
	}
	for _, c := range slices.Backward(conditions) {
		all = and(w.print(c), all)
	}
	if len(tried) > 0 {
		return "EXISTS (SELECT FROM " + strings.Join(tried, ", ") + " WHERE " + all + ")", nil
	}
	return all, nil
}

// after returns the values that a transition sets, by variable; nil: the variable keeps its value, or is no longer there.
func (t *table) after(tr *core.Transition) []expr.Expr {
	values := make([]expr.Expr, len(t.m.Vars))
	for _, u := range tr.Updates {
		values[u.Var] = u.Value
	}
	return values
}

// stored returns the value of a field of a payload that a variable is set to, or to a sum with it, or "".
func (t *table) stored(f *core.Field, values []expr.Expr) string {
	if f.Type.Kind != expr.Int && f.Type.Kind != expr.String {
		return "" // Their values are tried.
	}
	is := func(e expr.Expr) bool {
		ref, ok := e.(*expr.Ref)
		return ok && ref.Symbol == f.Symbol
	}
	next, old := words{t: t, row: "NEW"}, words{t: t, row: "OLD"}
	for v, e := range values {
		if e != nil && is(e) {
			return next.cell(t.vars[v], f.Type)
		}
	}
	for v, e := range values {
		sum, ok := e.(*expr.Binary)
		if !ok || sum.Op != expr.Add {
			continue
		}
		for _, each := range [][2]expr.Expr{{sum.X, sum.Y}, {sum.Y, sum.X}} {
			payload := expr.Uses(each[1], func(s *expr.Symbol) bool { return s.Scope == expr.Field })
			if is(each[0]) && !payload {
				return "(" + next.cell(t.vars[v], f.Type) + " - " + old.print(each[1]) + ")"
			}
		}
	}
	return ""
}

// each returns the values of a field as a part of FROM, with a number.
func (t *table) each(f *core.Field, number int) (string, error) {
	switch f.Type.Kind {
	case expr.Bool:
		return fmt.Sprintf("(VALUES (TRUE), (FALSE)) AS f%d (x)", number), nil
	case expr.Enumerated:
		var values []string
		for i := range f.Type.Enum.Values {
			values = append(values, "("+literal(f.Type.Enum.Stored(i))+")")
		}
		return fmt.Sprintf("(VALUES %s) AS f%d (x)", strings.Join(values, ", "), number), nil
	case expr.Int:
		lo, least := f.Min.(*expr.Lit)
		hi, greatest := f.Max.(*expr.Lit)
		if least && greatest && hi.Value-lo.Value < most && hi.Value >= lo.Value {
			return fmt.Sprintf("generate_series(%d::bigint, %d::bigint) AS f%d (x)", lo.Value, hi.Value, number), nil
		}
	}
	return "", fmt.Errorf("the values of %s are not known", f.Name)
}

// and returns the condition that two conditions hold. The second one is evaluated only if the first one holds.
func and(first, second string) string {
	if second == "TRUE" {
		return first
	}
	return "CASE WHEN " + first + "\n\t\t\tTHEN " + second + " ELSE FALSE END"
}
