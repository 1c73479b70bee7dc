package obligation

import (
	"slices"
	"time"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// AtEnd reports whether what a clock lasts is added up when it ends and not when it starts: that of a child machine whose spec claims a
// time for an outcome, if its arguments are known at both times. Which outcome it has is known only then.
func AtEnd(m *core.Machine, clock int) bool {
	v := Invocation(m, clock)
	if v < 0 || m.Calls[m.Invocations[v].Call].Child == nil || m.Invocations[v].Within != nil {
		return false
	}
	claims := core.TimeClaims(m.Calls[m.Invocations[v].Call].Child)
	varies := func(c core.TimeClaim) bool {
		x := passed(m, v, c.Most)
		return x == nil || expr.Uses(x, func(s *expr.Symbol) bool { return s.Scope != expr.Param })
	}
	return len(claims) > 0 && claims[len(claims)-1].Outcome >= 0 && !slices.ContainsFunc(claims, varies)
}

// Ended returns how long a clock lasts, in units, that is added up at its end, if the event of a transition ends it: the time that is claimed for
// this outcome if the event is one, and else the longest time of the child machine.
func Ended(m *core.Machine, clock, event int, unit time.Duration) expr.Expr {
	v := Invocation(m, clock)
	call := &m.Calls[m.Invocations[v].Call]
	if outcome := slices.Index(call.Results, event); outcome >= 0 {
		if claim := call.Child.Outcomes[outcome].Longest; claim != nil {
			return divided(passed(m, v, claim), unit)
		}
	}
	return InUnits(m, clock, unit)
}

// ended returns which clocks that are added up at their end a transition ends.
func ended(m *core.Machine, t *core.Transition) (clocks []int) {
	for _, v := range m.Cancels(t) {
		if clock := len(m.Timers) + v; AtEnd(m, clock) {
			clocks = append(clocks, clock)
		}
	}
	return clocks
}
