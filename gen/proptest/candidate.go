package proptest

import (
	"strconv"

	"github.com/fsmgen/fsmgen/spec/expr"
)

// candidates returns the values of an int or string field at which a guard
// can change its mind, with some corners: for each comparison that the field
// takes part in, the other side of it, and for ints its neighbours.
func (p *printer) candidates(event, field int) []string {
	t := p.m.Events[event].Fields[field].Type
	var out []string
	switch {
	case !p.decides(event, field) && t.Kind == expr.Int:
		return []string{"0", strconv.Itoa(field + 1)}
	case !p.decides(event, field) && t.Kind == expr.String:
		return []string{strconv.Quote(""), strconv.Quote(p.m.Events[event].Fields[field].Name)}
	case t.Kind == expr.Int:
		out = []string{"-1", "0", "1", "2"}
	case t.Kind == expr.String:
		out = []string{strconv.Quote(""), strconv.Quote("x")}
	default:
		return nil
	}
	seen := map[string]bool{}
	for _, c := range out {
		seen[c] = true
	}
	add := func(e expr.Expr) {
		if c := p.code(e, scope{params: "m.Params", model: "m", event: event}); !seen[c] {
			seen[c] = true
			out = append(out, c)
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
	return out
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
