package step

import (
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/code"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// updates writes the updates of a transition as statements. All values are those before the
// step, so an update that reads a variable that another one sets shares a statement with it;
// the others are separate.
func (g planner) updates(t core.Transition) []string {
	var out []string
	for _, group := range g.entangled(g.assigned(t)) {
		if len(group) == 1 {
			if step := g.step(group[0]); step != "" {
				out = append(out, step)
				continue
			}
		}
		var fields, values []string
		for _, u := range group {
			fields = append(fields, "m."+g.m.Names.Vars[u.Var].Field)
			values = append(values, code.Expr(g.m, u.Value, "m.params", t.Event))
		}
		out = append(out, strings.Join(fields, ", ")+" = "+strings.Join(values, ", "))
	}
	return out
}

// assigned returns the updates of a transition that change a field. Data of two states with the
// same name share a field, so keeping the value is not a change. Neither is a value of an implied variable that it has already.
func (g planner) assigned(t core.Transition) []core.Update {
	var out []core.Update
	for _, u := range t.Updates {
		if code.Expr(g.m, u.Value, "m.params", t.Event) != "m."+g.m.Names.Vars[u.Var].Field && !core.Repeats(g.m.Core, &t, &u) && !g.zero(t.From, u) {
			out = append(out, u)
		}
	}
	return out
}

// zero reports whether an update gives the field of an implied datum the zero value, which it has in any other state.
func (g planner) zero(from int, u core.Update) bool {
	lit, constant := u.Value.(*expr.Lit)
	return constant && lit.Value == 0 && g.m.Core.Vars[u.Var].Control() && !slices.ContainsFunc(g.m.Data().SharedWith(u.Var), func(v int) bool {
		return g.m.Core.Vars[v].State < 0 || g.m.Core.Vars[v].State == from
	})
}

// entangled groups updates: two are in the same group if one reads a variable that the other
// sets, or if both are in a group with a third. It keeps the order.
func (g planner) entangled(us []core.Update) [][]core.Update {
	group := make([]int, len(us))
	for i := range us {
		group[i] = i
	}
	for i, u := range us {
		for j, w := range us {
			if i == j || !g.reads(u, w) {
				continue
			}
			from, to := max(group[i], group[j]), min(group[i], group[j])
			for k := range group {
				if group[k] == from {
					group[k] = to
				}
			}
		}
	}
	out := make([][]core.Update, len(us))
	for i, u := range us {
		out[group[i]] = append(out[group[i]], u)
	}
	return slices.DeleteFunc(out, func(us []core.Update) bool { return len(us) == 0 })
}

// reads reports whether u reads the variable that w sets.
func (g planner) reads(u, w core.Update) bool {
	set := g.m.Names.Vars[w.Var].Field
	return expr.Uses(u.Value, func(s *expr.Symbol) bool {
		return s.Scope == expr.Var && g.m.Names.Vars[s.Index].Field == set
	})
}

// field returns the field that a reference reads, or "".
func (g planner) field(r *expr.Ref) string {
	if r.Symbol.Scope != expr.Var {
		return ""
	}
	return g.m.Names.Vars[r.Symbol.Index].Field
}

// step writes an increment or decrement by one, or returns "".
func (g planner) step(u core.Update) string {
	b, ok := u.Value.(*expr.Binary)
	if !ok {
		return ""
	}
	x, isRef := b.X.(*expr.Ref)
	y, isLit := b.Y.(*expr.Lit)
	field := g.m.Names.Vars[u.Var].Field
	if !isRef || !isLit || y.Value != 1 || g.field(x) != field {
		return ""
	}
	switch b.Op {
	case expr.Add:
		return "m." + field + "++"
	case expr.Sub:
		return "m." + field + "--"
	}
	return ""
}
