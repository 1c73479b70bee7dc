package verify

import (
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/internal/source"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// overflowHelp says what the author can write so that the values of a transition fit in Go's int.
func (r *Report) overflowHelp(o *Obligation) string {
	m := r.Ranked()
	if o.Transition < 0 {
		return ""
	}
	t := &m.Transitions[o.Transition]
	var read []expr.Expr
	if t.Guard != nil {
		read = append(read, t.Guard)
	}
	for _, u := range t.Updates {
		read = append(read, u.Value)
	}
	for _, e := range t.Emits {
		read = append(read, e.Values...)
	}
	var ways []string
	for _, e := range read {
		expr.Walk(e, func(e expr.Expr) {
			if instead := alone(e); instead != nil && !bounded(m, instead.X) {
				ways = append(ways, "`"+expr.Print(instead, expr.Spec)+"` in place of `"+expr.Print(e, expr.Spec)+"`")
			}
		})
	}
	if len(ways) > 0 {
		slices.Sort(ways)
		return "write " + strings.Join(slices.Compact(ways), " and ") + ": a payload without a range can have any value, and this does not compute with it"
	}
	for _, u := range t.Updates {
		if limits := within(m, &m.Vars[u.Var], u.Value); limits != "" {
			return "add the condition `" + limits + "`: a payload without a range can have any value"
		}
	}
	return r.rangeHelp(read)
}

// rangeHelp names what an overflow needs a range for, of what some expressions read.
func (r *Report) rangeHelp(read []expr.Expr) string {
	m := r.Ranked()
	var open, wrong, fields []string
	add := func(list *[]string, name string) {
		if name = "`" + name + "`"; !slices.Contains(*list, name) {
			*list = append(*list, name)
		}
	}
	ranged := func(name string, low, high expr.Expr) {
		if low == nil || high == nil {
			add(&open, name)
		}
	}
	for _, e := range read {
		expr.Walk(source.Shown(m, e), func(e expr.Expr) {
			ref, ok := e.(*expr.Ref)
			if !ok || ref.Symbol.Type.Kind != expr.Int {
				return
			}
			switch s := ref.Symbol; s.Scope {
			case expr.Field:
				if f := fieldOf(m, s); f == nil || f.Min == nil && f.Max == nil {
					add(&fields, "event."+s.Name)
				} else {
					ranged("event."+s.Name, f.Min, f.Max)
				}
			case expr.Param:
				ranged(s.Name, m.Params[s.Index].Min, m.Params[s.Index].Max)
			case expr.Var:
				ranged(s.Name, m.Vars[s.Index].Min, m.Vars[s.Index].Max)
				if slices.ContainsFunc(r.Obligations, func(o Obligation) bool { return o.Kind == KindRange && o.Var == s.Index && o.Status == Refuted }) {
					add(&wrong, s.Name)
				}
			}
		})
	}
	switch {
	case len(fields) > 0:
		field := strings.Trim(fields[0], "`")
		help := "a payload without a range can have any value: limit " + strings.Join(fields, " and ") + " by a condition before it is computed with, as in `" + field + " >= 0 && " + field + " <= 1000 && ...`, or give it a range under `events`"
		if len(open) > 0 {
			help += ", and declare `min` and `max` for " + strings.Join(open, " and ")
		}
		return help
	case len(open) > 0:
		return "declare `min` and `max` for " + strings.Join(open, " and ")
	case len(wrong) > 0:
		return "mend the range of " + strings.Join(wrong, " and ") + " first, which does not hold"
	}
	return "declare narrower ranges, or compute in larger units"
}

// fieldOf returns the field of a payload that a symbol stands for, or nil.
func fieldOf(m *core.Machine, s *expr.Symbol) *core.Field {
	for i := range m.Events {
		for k := range m.Events[i].Fields {
			if f := &m.Events[i].Fields[k]; f.Symbol == s {
				return f
			}
		}
	}
	return nil
}

// bounded reports whether an expression is a field of a payload with a range on both sides.
func bounded(m *core.Machine, e expr.Expr) bool {
	ref, ok := e.(*expr.Ref)
	if !ok || ref.Symbol.Scope != expr.Field {
		return false
	}
	f := fieldOf(m, ref.Symbol)
	return f != nil && f.Min != nil && f.Max != nil
}

// term is an int that is added or, if negative, subtracted.
type term struct {
	of       expr.Expr
	negative bool
}

// terms divides a sum.
func terms(e expr.Expr, negative bool) []term {
	switch e := e.(type) {
	case *expr.Unary:
		if e.Op == expr.Neg {
			return terms(e.X, !negative)
		}
	case *expr.Binary:
		if e.Op == expr.Add || e.Op == expr.Sub {
			return append(terms(e.X, negative), terms(e.Y, negative != (e.Op == expr.Sub))...)
		}
	}
	return []term{{e, negative}}
}

// sum writes terms as a sum, those that are added first. With flipped, it is the negative sum.
func sum(list []term, flipped bool) expr.Expr {
	var out expr.Expr
	for _, negative := range []bool{flipped, !flipped} {
		for _, t := range list {
			switch {
			case t.negative != negative:
			case out == nil && negative == flipped:
				out = t.of
			case out == nil:
				out = &expr.Unary{Op: expr.Neg, X: t.of}
			case negative == flipped:
				out = &expr.Binary{Op: expr.Add, X: out, Y: t.of}
			default:
				out = &expr.Binary{Op: expr.Sub, X: out, Y: t.of}
			}
		}
	}
	if out == nil {
		return expr.Number(0)
	}
	return expr.Simplify(out)
}

// isolated returns the field that is a term of a sum, and the other terms, if these read no payload.
func isolated(list []term) (field term, others []term, ok bool) {
	for _, t := range list {
		ref, is := t.of.(*expr.Ref)
		switch {
		case is && ref.Symbol.Scope == expr.Field && !ok:
			field, ok = t, true
		case expr.Uses(t.of, func(s *expr.Symbol) bool { return s.Scope == expr.Field }):
			return field, nil, false
		default:
			others = append(others, t)
		}
	}
	return field, others, ok
}

// alone returns a comparison that computes with a field of the payload as one that does not: `event.k <= 100 - n` for
// `n + event.k <= 100`. It is nil for any other expression.
func alone(e expr.Expr) *expr.Binary {
	c, ok := e.(*expr.Binary)
	if !ok || c.Op < expr.Eq || c.Op > expr.Ge || c.X.Type().Kind != expr.Int || len(terms(c.X, false))+len(terms(c.Y, false)) < 3 {
		return nil
	}
	field, others, ok := isolated(append(terms(c.X, false), terms(c.Y, true)...))
	if !ok {
		return nil
	}
	op := c.Op
	if field.negative {
		op = map[expr.Op]expr.Op{expr.Eq: expr.Eq, expr.Ne: expr.Ne, expr.Lt: expr.Gt, expr.Le: expr.Ge, expr.Gt: expr.Lt, expr.Ge: expr.Le}[op]
	}
	return &expr.Binary{Op: op, X: field.of, Y: sum(others, !field.negative)}
}

// within writes the condition that a variable with a range stays in it when it is set to a sum with a field of the payload, or "".
func within(m *core.Machine, v *core.Var, value expr.Expr) string {
	list := terms(value, false)
	field, others, ok := isolated(list)
	if !ok || len(others) == 0 || v.Min == nil || v.Max == nil || bounded(m, field.of) {
		return ""
	}
	low, high := v.Min, v.Max
	if field.negative {
		low, high = high, low
	}
	limit := func(op expr.Op, at expr.Expr) string {
		y := sum(append(others, terms(at, true)...), !field.negative)
		return expr.Print(&expr.Binary{Op: op, X: field.of, Y: y}, expr.Spec)
	}
	return limit(expr.Ge, low) + " && " + limit(expr.Le, high)
}
