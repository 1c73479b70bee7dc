package claim

import (
	"github.com/fsmgen/fsmgen/internal/syntax"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/spec/internal/scope"
	"github.com/fsmgen/fsmgen/spec/internal/tree"
)

// stateOf is the scope of an invariant of the machine in one of its states: of the state, only `in` knows.
type stateOf struct {
	scope.State
	here  int
	asked *bool // whether the invariant uses `in`
}

// In implements [expr.States].
func (s stateOf) In(name string) expr.Expr {
	*s.asked = true
	at := s.State
	at.At = s.here
	return at.In(name)
}

// everywhere resolves an invariant of the machine. One that asks where the machine is becomes one for each state in which it is not
// true anyway.
func (l *claims) everywhere(t syntax.Text) {
	asked := false
	in := func(n *tree.Node, diags *diag.List) expr.Expr {
		if t.Value == "" {
			return nil
		}
		return expr.Parse(t.Value, t.Span, expr.Type{Kind: expr.Bool}, stateOf{scope.State{Env: l.env, At: -1, Event: -1}, n.Index, &asked}, diags)
	}
	for i, n := range l.tree.Plain {
		diags := l.diags
		if i > 0 {
			diags = &diag.List{} // what is wrong in one state is so in all of them
		}
		e := in(n, diags)
		if e == nil {
			return
		}
		if !asked {
			l.machine.Invariants = append(l.machine.Invariants, core.Invariant{State: -1, Expr: e, Span: t.Span})
			return
		}
		if e = expr.Simplify(e); !certain(e) {
			l.machine.Invariants = append(l.machine.Invariants, core.Invariant{State: n.Index, Expr: e, Text: t.Value, Span: t.Span})
		}
	}
}

// certain reports whether a condition is true whatever its variables are, as far as its constants say.
func certain(e expr.Expr) bool {
	switch e := e.(type) {
	case *expr.Lit:
		return e.Value != 0
	case *expr.Binary:
		return e.Op == expr.Or && (certain(e.X) || certain(e.Y)) || e.Op == expr.And && certain(e.X) && certain(e.Y)
	}
	return false
}
