package obligation

import (
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// Invariant: an invariant holds at the start, or after a transition.
const Invariant Kind = "invariant"

// invariants lists that each invariant holds at the start, if it is about the
// initial state, and after each transition that can violate it.
func invariants(m *core.Machine) (list []Obligation) {
	for i := range m.Invariants {
		o := about(Invariant)
		o.Invariant, o.State = i, m.Invariants[i].State
		if Speaks(&m.Invariants[i], m.Initial) {
			list = append(list, o)
		}
		for t := range m.Transitions {
			if Breaks(m, t, &m.Invariants[i]) {
				o.Transition = t
				list = append(list, o)
			}
		}
	}
	return list
}

// claimed returns the condition of an invariant.
func claimed(m *core.Machine, o Obligation) []expr.Expr {
	return []expr.Expr{m.Invariants[o.Invariant].Expr}
}

func describeInvariant(m *core.Machine, o Obligation) Description {
	claim, at := m.Invariants[o.Invariant].Text, " at the start"
	if claim == "" {
		claim = expr.Print(m.Invariants[o.Invariant].Expr, expr.Spec)
	}
	claim = "`" + claim + "`"
	if o.Transition >= 0 {
		at = " after " + m.Label(o.Transition)
	}
	return Description{m.Invariants[o.Invariant].Span,
		"the invariant " + claim + " holds" + at, "the invariant " + claim + " does not hold" + at,
		"an invariant must hold at the start, and on each transition it must follow from the known facts and the guard"}
}
