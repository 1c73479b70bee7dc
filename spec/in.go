package spec

import "github.com/fsmgen/fsmgen/spec/expr"

// In implements [expr.States]: in a state with regions, the condition that one of them is in the
// named state. For other states the answer is known.
func (s stateScope) In(name string) expr.Expr {
	n := s.l.nodes[name]
	if n == nil {
		return nil
	}
	if s.state < 0 {
		return nil // a composite state, in which more than one state can be active
	}
	here := s.l.plain[s.state]
	switch {
	case n.region == nil || n.place() != here:
		return expr.Truth(here.inside(n))
	}
	if in := n.region.in(n.region.inside(n)); in != nil {
		return in
	}
	return expr.Truth(true)
}

// States implements [expr.States].
func (s stateScope) States() []string { return s.l.stateNames() }
