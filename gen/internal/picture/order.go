package picture

import (
	"math"
	"slices"

	"github.com/fsmgen/fsmgen/internal/source"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// order returns the place of transition i among the alternatives of its state and event, from 1. It is 0
// if the diagram need not show it: if the transition has no guard, if all guarded alternatives are in the
// same list, which is in their order, or if at most one of their guards can hold.
func (d *drawing) order(i int) int {
	m := d.machine
	t := &m.Transitions[i]
	if t.Written == nil {
		return 0
	}
	var guards []expr.Expr
	var seen []*core.Transition
	place, first, elsewhere := 0, -1, false
	for _, k := range d.on(origin(m, t), t.Event) {
		u := &m.Transitions[k]
		if u.Rule != "" || declaration(u) != declaration(t) || u.Written == nil {
			continue
		}
		to := target(m, u)
		at := slices.IndexFunc(seen, func(v *core.Transition) bool { return source.Divided(m, v, u) })
		if at < 0 {
			at = len(seen)
			seen, guards = append(seen, u), append(guards, u.Written)
		}
		if k == i {
			place = at + 1
		}
		if first < 0 {
			first = to
		}
		elsewhere = elsewhere || to != first
	}
	if !elsewhere || exclusive(guards) {
		return 0
	}
	return place
}

// exclusive reports whether at most one of the guards can hold, because each two of them have parts that
// contradict each other.
func exclusive(guards []expr.Expr) bool {
	for i, x := range guards {
		for _, y := range guards[i+1:] {
			if !contradict(x, y) {
				return false
			}
		}
	}
	return true
}

// contradict reports whether a part of one conjunction is the negation of a part of the other, or requires a
// different value.
func contradict(x, y expr.Expr) bool {
	for _, a := range parts(x) {
		for _, b := range parts(y) {
			if negates(a, b) || negates(b, a) || apart(a, b) {
				return true
			}
		}
	}
	return false
}

// parts returns the parts of a conjunction.
func parts(e expr.Expr) []expr.Expr {
	if and, ok := e.(*expr.Binary); ok && and.Op == expr.And {
		return append(parts(and.X), parts(and.Y)...)
	}
	return []expr.Expr{e}
}

// negates reports whether x is the negation of y.
func negates(x, y expr.Expr) bool {
	not, ok := x.(*expr.Unary)
	return ok && not.Op == expr.Not && expr.Equal(not.X, y)
}

// apart reports whether two comparisons of the same value with constants cannot both hold.
func apart(x, y expr.Expr) bool {
	a, ok := x.(*expr.Binary)
	b, is := y.(*expr.Binary)
	if !ok || !is || !expr.Equal(a.X, b.X) {
		return false
	}
	if s, ok := a.Y.(*expr.Text); ok {
		t, is := b.Y.(*expr.Text)
		return is && a.Op == expr.Eq && b.Op == expr.Eq && s.Value != t.Value
	}
	least, most, ok := values(a)
	low, high, is := values(b)
	return ok && is && (most < low || high < least)
}

// values returns the range of the value that a comparison with a constant allows.
func values(e *expr.Binary) (least, most int64, ok bool) {
	least, most = math.MinInt64, math.MaxInt64
	c, ok := e.Y.(*expr.Lit)
	if !ok {
		return least, most, false
	}
	switch e.Op {
	case expr.Eq:
		least, most = c.Value, c.Value
	case expr.Gt, expr.Ge:
		least = c.Value
		if e.Op == expr.Gt && least < most {
			least++
		}
	case expr.Lt, expr.Le:
		most = c.Value
		if e.Op == expr.Lt && most > least {
			most--
		}
	default:
		return least, most, false
	}
	return least, most, true
}
