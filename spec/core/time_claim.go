package core

import (
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// TimeClaim is a claim of how long a run takes from the start to the end, or to one outcome.
type TimeClaim struct {
	// Outcome is an index of Machine.Outcomes, or -1 for any end.
	Outcome int
	// Most is the claimed time in nanoseconds, an expression over the parameters.
	Most expr.Expr
	Span diag.Span
}

// To names the outcome of the claim, as in " to answered", or is "" for any end.
func (c TimeClaim) To(m *Machine) string {
	if c.Outcome < 0 {
		return ""
	}
	return " to " + m.Outcomes[c.Outcome].Name
}

// TimeClaims lists the claimed times of a machine: that to any end, and then those to outcomes, in their order.
func TimeClaims(m *Machine) (list []TimeClaim) {
	if m.Longest != nil {
		list = append(list, TimeClaim{-1, m.Longest, m.LongestSpan})
	}
	for i := range m.Outcomes {
		if o := &m.Outcomes[i]; o.Longest != nil {
			list = append(list, TimeClaim{i, o.Longest, o.LongestSpan})
		}
	}
	return list
}

// LongestRun returns the longest time to any end that a machine claims, in nanoseconds: that of the machine, or without it, the longest
// of its outcomes if each has one. It is nil if there is none.
func LongestRun(m *Machine) expr.Expr {
	if m.Longest != nil || len(m.Outcomes) == 0 {
		return m.Longest
	}
	longest := &expr.Call{Op: expr.Max}
	for i := range m.Outcomes {
		if m.Outcomes[i].Longest == nil {
			return nil
		}
		longest.Args = append(longest.Args, m.Outcomes[i].Longest)
	}
	if len(longest.Args) == 1 {
		return longest.Args[0]
	}
	return expr.Simplify(longest)
}
