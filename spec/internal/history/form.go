package history

import (
	"github.com/fsmgen/fsmgen/internal/syntax"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/spec/internal/tree"
)

// Form is one of the transitions that an alternative stands for.
type Form struct {
	// Alternative is the alternative as written.
	Alternative syntax.Alternative
	// Goal is the state to go to, or nil for that of the alternative.
	Goal *tree.Node
	// When is the condition under which it applies, besides that of the alternative, or nil.
	When expr.Expr
	// Returns is the history to which the alternative leads.
	Returns core.Return
}

// Forms gives an alternative of a state that returns to a composite state one form for each state that can
// be remembered. The last one, without a condition of its own, is for the initial state.
func (l *Memories) Forms(from *tree.Node, a syntax.Alternative) (forms []Form) {
	n := l.tree.Nodes[a.To.Value]
	if !a.History.Given() || a.Wrong || n == nil || !n.Composite() {
		return []Form{{Alternative: a}}
	}
	to := core.Return{Composite: n.Decl.Name.Value, Deep: a.History.Value == "deep"}
	first := l.tree.Target(a.To)
	if first == nil {
		return nil
	}
	if from.Inside(n) {
		// The transition leaves the composite state first, and so remembers where it is now.
		if goal := l.tree.Target(from.Directly(n, to.Deep).Decl.Name); goal != nil {
			return []Form{{Alternative: a, Goal: goal, Returns: to}}
		}
		return nil
	}
	h := l.remembered(n, to.Deep)
	if h == nil {
		return nil
	}
	for i, s := range h.states {
		goal := l.tree.Target(s.Decl.Name)
		if goal == nil {
			return nil
		}
		if goal == first {
			continue
		}
		is := &expr.Binary{Op: expr.Eq, X: &expr.Ref{Symbol: h.symbol}, Y: &expr.Lit{T: h.symbol.Type, Value: int64(i + 1)}}
		forms = append(forms, Form{a, goal, is, to})
	}
	return append(forms, Form{Alternative: a, Returns: to})
}
