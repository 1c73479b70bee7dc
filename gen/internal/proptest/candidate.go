package proptest

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/expr"
)

// candidates returns the values of an int or string field at which a guard can
// change its mind: for each comparison that the field takes part in, the other
// side of it, and for ints its neighbours. It says whether they refer to the
// configuration and to the payload.
func (p *subject) candidates(event, field int) (out []string, m, payload bool) {
	t := p.m.Events[event].Fields[field].Type
	if t.Kind != expr.Int && t.Kind != expr.String {
		return nil, false, false
	}
	add := func(e expr.Expr) {
		c := p.code(e, scope{params: "m.Params", model: "m", event: event})
		if t.Duration {
			c = p.number(e, scope{params: "m.Params", model: "m", event: event})
		}
		if !slices.Contains(out, c) {
			out = append(out, c)
			inM, inPayload := reads(e)
			m, payload = m || inM, payload || inPayload
		}
	}
	is := func(s *expr.Symbol) bool { return s.Scope == expr.Field && s.Index == field }
	for _, tr := range p.m.Transitions {
		if tr.Event != event || tr.Guard == nil {
			continue
		}
		expr.Walk(tr.Guard, func(e expr.Expr) {
			b, ok := e.(*expr.Binary)
			if !ok || b.Op < expr.Eq || b.Op > expr.Ge || !b.X.Type().Same(t) {
				return
			}
			edge := solve(b.X, b.Y, is)
			if edge == nil {
				edge = solve(b.Y, b.X, is)
			}
			if edge == nil || !known(edge, field) {
				return
			}
			if t.Kind == expr.Int {
				add(sum(edge, -1))
			}
			add(edge)
			if t.Kind == expr.Int {
				add(sum(edge, 1))
			}
		})
	}
	return out, m, payload
}

// solve returns the value of a symbol at which left equals right, or nil when
// the symbol is not in left, is in right too, or is under something other
// than + and -.
func solve(left, right expr.Expr, is func(*expr.Symbol) bool) expr.Expr {
	if expr.Uses(right, is) {
		return nil
	}
	switch l := left.(type) {
	case *expr.Ref:
		if is(l.Symbol) {
			return right
		}
	case *expr.Unary:
		if l.Op == expr.Neg {
			return solve(l.X, &expr.Unary{Op: expr.Neg, X: right}, is)
		}
	case *expr.Binary:
		inX, inY := expr.Uses(l.X, is), expr.Uses(l.Y, is)
		switch {
		case inX == inY:
		case l.Op == expr.Add && inX:
			return solve(l.X, &expr.Binary{Op: expr.Sub, X: right, Y: l.Y}, is)
		case l.Op == expr.Add:
			return solve(l.Y, &expr.Binary{Op: expr.Sub, X: right, Y: l.X}, is)
		case l.Op == expr.Sub && inX:
			return solve(l.X, &expr.Binary{Op: expr.Add, X: right, Y: l.Y}, is)
		case l.Op == expr.Sub:
			return solve(l.Y, &expr.Binary{Op: expr.Sub, X: l.X, Y: right}, is)
		}
	}
	return nil
}

// known reports whether an expression can be computed before a field is
// chosen: it refers to no later field and divides by nothing that may be 0.
func known(e expr.Expr, field int) bool {
	if expr.Uses(e, func(s *expr.Symbol) bool { return s.Scope == expr.Field && s.Index >= field }) {
		return false
	}
	return !divides(e)
}

// sum returns e + n, folded when e is a constant.
func sum(e expr.Expr, n int64) expr.Expr {
	if l, ok := e.(*expr.Lit); ok {
		return expr.Number(l.Value + n)
	}
	if n < 0 {
		return &expr.Binary{Op: expr.Sub, X: e, Y: expr.Number(-n)}
	}
	return &expr.Binary{Op: expr.Add, X: e, Y: expr.Number(n)}
}
