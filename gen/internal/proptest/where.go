package proptest

import (
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// rest stands for a condition that is about more than what is active in regions.
var rest = &expr.Ref{Symbol: &expr.Symbol{Name: "rest", Scope: expr.Field, Type: expr.Type{Kind: expr.Bool}}}

// where tells what the guard of a transition says about regions: that it is about nothing else, or a field of its row, or "" if it
// says nothing, or if no program can send the event.
func (ct *content) where(t *core.Transition) (regional bool, field string) {
	if t.Guard == nil || ct.subject.m.Events[t.Event].Internal {
		return false, ""
	}
	e := ct.subject.about(expr.Simplify(t.Guard), false)
	if e == rest {
		return false, ""
	}
	if !expr.Uses(e, func(s *expr.Symbol) bool { return s == rest.Symbol }) {
		return true, ""
	}
	m := "_" // what is not rest is constant
	name := func(s *expr.Symbol) string {
		if s == rest.Symbol {
			return s.Name
		}
		m = "m"
		return "m." + ct.subject.names.Vars[s.Index].Getter
	}
	text := expr.PrintGo(plain(e), name, func(e *expr.Enum, i int) string { return ct.subject.enum(e).Values[i] })
	return false, "Where: func(" + m + " config, rest bool) bool { return " + text + " }"
}

// about replaces the conditions in a condition, or in what is negated, that are not about regions alone.
func (p *subject) about(e expr.Expr, negated bool) expr.Expr {
	switch x := e.(type) {
	case *expr.Lit:
		return expr.Truth((x.Value != 0) != negated)
	case *expr.Unary:
		if x.Op == expr.Not {
			return p.about(x.X, !negated)
		}
	case *expr.Binary:
		if x.Op != expr.And && x.Op != expr.Or {
			break
		}
		op := x.Op
		if negated {
			op = expr.And + expr.Or - op
		}
		l, r := p.about(x.X, negated), p.about(x.Y, negated)
		if last, ok := l.(*expr.Binary); r == rest && (l == rest || ok && last.Op == op && last.Y == rest) {
			return l
		}
		return &expr.Binary{Op: op, X: l, Y: r}
	}
	ofRegions := true
	expr.Walk(e, func(e expr.Expr) {
		switch x := e.(type) {
		case *expr.Text:
			ofRegions = false
		case *expr.Ref:
			ofRegions = ofRegions && x.Symbol.Scope == expr.Var && p.m.RegionOf(x.Symbol.Index) != nil
		}
	})
	switch {
	case !ofRegions:
		return rest
	case negated:
		return &expr.Unary{Op: expr.Not, X: e}
	}
	return e
}
