package scope

import (
	"github.com/fsmgen/fsmgen/spec/expr"
)

// In implements [expr.States]: in a state with regions, the condition that one of them is in the
// named state. For other states the answer is known.
func (s State) In(name string) expr.Expr {
	n := s.Env.tree.Nodes[name]
	if n == nil {
		return nil
	}
	if s.At < 0 {
		return nil // a composite state, in which more than one state can be active
	}
	here := s.Env.tree.Plain[s.At]
	switch {
	case n.Region == nil || n.Place() != here:
		return expr.Truth(here.Inside(n))
	}
	if in := n.Region.In(n.Region.Inside(n)); in != nil {
		return in
	}
	return expr.Truth(true)
}

// States implements [expr.States].
func (s State) States() []string { return s.Env.tree.StateNames() }
