package scope

import (
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// maxCondition limits the size of a condition after its guards are expanded: each
// guard that uses the one before it twice doubles the size.
const maxCondition = 2000

// Expand replaces the named guards in a condition at a place. The
// result is nil if one of them is wrong and has been reported.
func (l *Env) Expand(written expr.Expr, at diag.Span, scope State) expr.Expr {
	x := expander{env: l, scope: scope, known: map[int]expansion{}}
	return x.expand(written, at).condition
}

// expander expands guards in one scope, each only once.
type expander struct {
	env   *Env
	scope State
	known map[int]expansion
}

// expansion is a condition without named guards, and its size in nodes. The
// condition is nil if something in it is wrong.
type expansion struct {
	condition expr.Expr
	size      int
}

func (x *expander) expand(written expr.Expr, at diag.Span) expansion {
	out := expansion{}
	good := true
	expr.Walk(written, func(e expr.Expr) {
		out.size++
		if r, ok := e.(*expr.Ref); ok && r.Symbol.Scope == expr.Named && r.Symbol.Index >= 0 {
			inner := x.guard(r.Symbol.Index)
			good = good && inner.condition != nil
			out.size = min(out.size+inner.size, 1<<30)
		}
	})
	if out.size > maxCondition && good {
		x.env.diags.Errorf(diag.CodeTooBig, at, "this condition is too large: after its named guards are expanded, it has more than %d terms", maxCondition).
			Helpf("store the result of a large condition in a variable")
		good = false
	}
	if good {
		out.condition = expr.Substitute(written, func(s *expr.Symbol) expr.Expr {
			switch {
			case s.Scope != expr.Named:
				return nil
			case s.Index < 0:
				return x.env.decls.Stall.Stalled()
			}
			return x.known[s.Index].condition
		})
	}
	return out
}

// guard expands the condition of a guard. It may use only the guards before it, so
// there are no cycles.
func (x *expander) guard(i int) expansion {
	if known, ok := x.known[i]; ok {
		return known
	}
	x.env.decls.Used[x.env.machine.Guards[i].Span] = true
	scope := x.scope
	scope.Guards = i
	out := expansion{}
	g := x.env.file.Guards[i]
	if condition := x.env.names.Parse(g.If, expr.Type{Kind: expr.Bool}, scope); condition != nil {
		out = x.expand(condition, g.Name.Span)
	}
	x.known[i] = out
	return out
}

// Value expands the guards in a value that is assigned or emitted. Only conditions
// may call external guards, so that the program answers before a step begins.
func (l *Env) Value(written expr.Expr, at diag.Span, scope State) expr.Expr {
	if written == nil {
		return nil
	}
	e := l.Expand(written, at, scope)
	if expr.Uses(e, func(s *expr.Symbol) bool { return s.Scope == expr.External }) {
		l.diags.Errorf(diag.CodeType, at, "an external guard can be used only in a condition, not in a value").
			Helpf("use the guard in `if:`, with one alternative for each answer")
		return nil
	}
	return e
}
