package verify

import (
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/internal/verdict"
)

// Level is a group of states in which the components of a lexicographic progress function
// before First are the same constants. No other components are above Most there.
type Level struct {
	// States are the indices of the states, none of which is terminal.
	States []int
	// First is 0 or 1. If it is 1, the first component is the same constant in all states of
	// the level, and another one in other levels.
	First int
	// Most has an expression over the parameters for each component from First on.
	Most []expr.Expr
}

// levels returns the levels from which a proved bound follows.
func levels(r *Report, evidence *verdict.Case) (out []Level) {
	if evidence.Bound == nil || r.Bound.Status != Proved && !r.Bound.UnlessOverflow {
		return nil
	}
	all := verdict.Levels(evidence.Ranked())
	for i, ceilings := range evidence.Bound.Ceilings {
		l := Level{States: all[i].States, First: all[i].From}
		for _, c := range ceilings {
			l.Most = append(l.Most, c.Most)
		}
		out = append(out, l)
	}
	return out
}

// potential returns the function from which a proved bound follows, if that is not the progress function.
func potential(r *Report, evidence *verdict.Case) (out []expr.Expr) {
	if evidence.Bound == nil || evidence.Bound.Potential == nil || r.Bound.Status != Proved && !r.Bound.UnlessOverflow {
		return nil
	}
	for _, components := range evidence.Bound.Potential.Progress {
		out = append(out, components[0])
	}
	return out
}
