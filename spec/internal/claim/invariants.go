package claim

import (
	"github.com/fsmgen/fsmgen/internal/syntax"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/spec/internal/scope"
	"github.com/fsmgen/fsmgen/spec/internal/tree"
)

// invariants resolves the invariants of the machine and of its states. Those of a
// composite state apply to each state inside it.
func (l *claims) invariants() {
	add := func(texts []syntax.Text, state int) {
		for _, t := range texts {
			if e := l.names.Parse(t, expr.Type{Kind: expr.Bool}, scope.State{Env: l.env, At: state, Event: -1}); e != nil {
				l.machine.Invariants = append(l.machine.Invariants, core.Invariant{State: state, Expr: e, Span: t.Span})
			}
		}
	}
	for _, t := range l.file.Invariants {
		l.everywhere(t)
	}
	for _, n := range l.tree.Plain {
		for at := n; at != nil; at = at.Parent {
			add(at.Decl.Invariants, n.Index)
		}
		for _, r := range n.Parts() {
			for _, leaf := range r.Leaves {
				first := len(l.machine.Invariants)
				for at := leaf; at != r.Owner; at = at.Parent {
					add(at.Decl.Invariants, n.Index)
				}
				l.onlyIn(l.machine.Invariants[first:], r, leaf)
			}
			if r.Outer != nil {
				l.machine.Invariants = append(l.machine.Invariants, r.Activity(n))
			}
		}
	}
}

// onlyIn limits invariants of a state with regions to a leaf of one.
func (l *claims) onlyIn(list []core.Invariant, r *tree.Region, leaf *tree.Node) {
	in := r.In([]*tree.Node{leaf})
	if in == nil {
		return
	}
	for i := range list {
		list[i].Expr = &expr.Binary{Op: expr.Or, X: &expr.Unary{Op: expr.Not, X: in}, Y: list[i].Expr}
	}
}
