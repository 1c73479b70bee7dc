package spec

import (
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// maxCondition limits the size of a condition after its guards are expanded: each
// guard that uses the one before it twice doubles the size.
const maxCondition = 2000

// guards declares the named guards. Their conditions are parsed where they are
// used, because only then the payload and the data are known.
func (l *declarations) guards() {
	for i, g := range l.file.Guards {
		l.checkName(g.Name, "guard")
		l.machine.Guards = append(l.machine.Guards, core.Guard{
			Name: g.Name.Value, Doc: g.Doc.Value, Text: g.If.Value, External: !g.If.Given(), Reason: g.Reason, Context: g.Context.Given(),
			Args: l.fields(g.Args, "argument"), Go: l.goName(g.Go), Span: g.Name.Span,
		})
		l.name(g.Name, "guard", &expr.Ref{Symbol: &expr.Symbol{
			Scope: expr.Named, Index: i, Name: g.Name.Value, Type: expr.Type{Kind: expr.Bool},
		}})
	}
}

// expand replaces the named guards in a condition with the given position. The
// result is nil if one of them is wrong and has been reported.
func (l *hierarchy) expand(written expr.Expr, at diag.Span, scope stateScope) expr.Expr {
	x := expander{l: l, scope: scope, known: map[int]expansion{}}
	return x.expand(written, at).condition
}

// expander expands guards in one scope, each only once.
type expander struct {
	l     *hierarchy
	scope stateScope
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
		x.l.diags.Errorf(diag.CodeTooBig, at, "this condition is too large: after its named guards are expanded, it has more than %d terms", maxCondition).
			Helpf("store the result of a large condition in a variable")
		good = false
	}
	if good {
		out.condition = expr.Substitute(written, func(s *expr.Symbol) expr.Expr {
			switch {
			case s.Scope != expr.Named:
				return nil
			case s.Index < 0:
				return x.l.stall.stalled()
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
	x.l.used[x.l.machine.Guards[i].Span] = true
	scope := x.scope
	scope.guards = i
	out := expansion{}
	g := x.l.file.Guards[i]
	if condition := x.l.parse(g.If, expr.Type{Kind: expr.Bool}, scope); condition != nil {
		out = x.expand(condition, g.Name.Span)
	}
	x.known[i] = out
	return out
}
