package spec

import (
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// guards declares the named guards. Their conditions are read where they are
// used, because only there it is known what the payload and the data are.
func (l *lowerer) guards() {
	for i, g := range l.file.Guards {
		l.checkName(g.Name, "guard")
		l.machine.Guards = append(l.machine.Guards, core.Guard{Name: g.Name.Value, Doc: g.Doc.Value, Text: g.If.Value, Span: g.Name.Span})
		l.declare(g.Name, "guard", &expr.Ref{Symbol: &expr.Symbol{
			Scope: expr.Named, Index: i, Name: g.Name.Value, Type: expr.Type{Kind: expr.Bool},
		}})
	}
}

// expand replaces named guards by their conditions. A condition may use the
// guards before it, so there is no circle. The result is nil when one of them
// is wrong, which has then been reported.
func (l *lowerer) expand(written expr.Expr, scope stateScope) expr.Expr {
	good := true
	e := expr.Substitute(written, func(s *expr.Symbol) expr.Expr {
		if s.Scope != expr.Named {
			return nil
		}
		if l.stall != nil && s == l.stall.stalledName {
			return l.stall.stalled()
		}
		l.usedGuards[s.Index] = true
		inner := scope
		inner.guards = s.Index
		condition := l.parse(l.file.Guards[s.Index].If, expr.Type{Kind: expr.Bool}, inner)
		if condition == nil {
			good = false
			return expr.Truth(false)
		}
		return l.expand(condition, inner)
	})
	if !good {
		return nil
	}
	return e
}
