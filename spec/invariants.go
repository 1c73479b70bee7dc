package spec

import (
	"github.com/fsmgen/fsmgen/internal/syntax"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// invariants resolves the invariants of the machine and of its states. Those of a
// composite state apply to each state inside it.
func (l *hierarchy) invariants() {
	add := func(texts []syntax.Text, state int) {
		for _, t := range texts {
			if e := l.parse(t, expr.Type{Kind: expr.Bool}, stateScope{l: l, state: state, event: -1}); e != nil {
				l.machine.Invariants = append(l.machine.Invariants, core.Invariant{State: state, Expr: e, Span: t.Span})
			}
		}
	}
	for _, t := range l.file.Invariants {
		l.everywhere(t)
	}
	for _, n := range l.plain {
		for at := n; at != nil; at = at.parent {
			add(at.decl.Invariants, n.index)
		}
		for _, r := range n.parts() {
			for _, leaf := range r.leaves {
				first := len(l.machine.Invariants)
				for at := leaf; at != r.owner; at = at.parent {
					add(at.decl.Invariants, n.index)
				}
				l.onlyIn(l.machine.Invariants[first:], r, leaf)
			}
			if r.outer != nil {
				l.machine.Invariants = append(l.machine.Invariants, r.activity(n))
			}
		}
	}
}

// onlyIn limits invariants of a state with regions to a leaf of one.
func (l *hierarchy) onlyIn(list []core.Invariant, r *region, leaf *node) {
	in := r.in([]*node{leaf})
	if in == nil {
		return
	}
	for i := range list {
		list[i].Expr = &expr.Binary{Op: expr.Or, X: &expr.Unary{Op: expr.Not, X: in}, Y: list[i].Expr}
	}
}
