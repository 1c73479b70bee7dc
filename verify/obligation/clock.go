package obligation

import (
	"slices"
	"time"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// Clocks returns how many clocks a machine has. A clock is a timer, or a child machine, which ends in the time that its own spec claims.
// The first ones are the indices of Machine.Timers, and the others follow in the order of Machine.Invocations.
func Clocks(m *core.Machine) int { return len(m.Timers) + len(m.Invocations) }

// Invocation returns the index of the invocation of the child machine that is a clock, or -1 if the clock is a timer.
func Invocation(m *core.Machine, clock int) int { return max(-1, clock-len(m.Timers)) }

// Children returns the calls of the child machines that are clocks of a cover, each of them once.
func (c Cover) Children(m *core.Machine) (calls []int) {
	for _, i := range c.All() {
		if v := Invocation(m, i); v >= 0 && !slices.Contains(calls, m.Invocations[v].Call) {
			calls = append(calls, m.Invocations[v].Call)
		}
	}
	return calls
}

// Located returns the states in which a clock runs, and the leaves of the region that limit this, or nil.
func Located(m *core.Machine, clock int) (states []int, within *core.Within) {
	if v := Invocation(m, clock); v >= 0 {
		return m.Invocations[v].States, m.Invocations[v].Within
	}
	return m.Timers[clock].States, m.Timers[clock].Within
}

// Begin returns the clocks that start with the machine.
func Begin(m *core.Machine) []int { return clocks(m, m.Begins(), m.Invoked()) }

// Start returns the clocks that a transition starts or starts again.
func Start(m *core.Machine, t *core.Transition) []int { return clocks(m, t.Starts, t.Invokes) }

func clocks(m *core.Machine, timers, invocations []int) []int {
	list := slices.Clone(timers)
	for _, i := range invocations {
		list = append(list, len(m.Timers)+i)
	}
	return list
}

// ends returns the events of which one comes when a clock is due: that of the timer, or the results of the child machine.
func ends(m *core.Machine, clock int) []int {
	if v := Invocation(m, clock); v >= 0 {
		return m.Calls[m.Invocations[v].Call].Results
	}
	return []int{m.Timers[clock].Event}
}

// stops reports whether a transition stops a clock or starts it again, if its event is one of those that end the clock.
func stops(m *core.Machine, t *core.Transition, clock int) bool {
	if v := Invocation(m, clock); v >= 0 {
		return slices.Contains(m.Cancels(t), v)
	}
	return slices.Contains(m.Stops(t), clock)
}

// promised returns the time in nanoseconds that the spec of a child machine claims of a run to any end, an expression over the values
// when it starts, or nil if it claims none. Whether the claim is proved is not looked at.
func promised(m *core.Machine, invocation int) expr.Expr {
	child := m.Calls[m.Invocations[invocation].Call].Child
	if child == nil {
		return nil
	}
	return passed(m, invocation, core.LongestRun(child))
}

// passed returns a claim of a child machine as an expression over the values when it starts, or nil if that cannot be.
func passed(m *core.Machine, invocation int, claim expr.Expr) expr.Expr {
	v := &m.Invocations[invocation]
	if claim == nil || expr.Uses(claim, func(s *expr.Symbol) bool { return v.Passed(s) == nil }) {
		return nil
	}
	return expr.Simplify(expr.Substitute(claim, v.Passed))
}

// divided returns an expression without its factor, or nil if it is not seen to have it.
func divided(x expr.Expr, unit time.Duration) expr.Expr {
	switch x := x.(type) {
	case *expr.Lit:
		if x.Value%int64(unit) == 0 {
			return expr.Number(x.Value / int64(unit))
		}
	case *expr.Binary:
		switch a, b := divided(x.X, unit), divided(x.Y, unit); {
		case x.Op == expr.Mul && b != nil:
			return expr.Simplify(&expr.Binary{Op: expr.Mul, X: x.X, Y: b})
		case x.Op == expr.Mul && a != nil:
			return expr.Simplify(&expr.Binary{Op: expr.Mul, X: a, Y: x.Y})
		case (x.Op == expr.Add || x.Op == expr.Sub) && a != nil && b != nil:
			return expr.Simplify(&expr.Binary{Op: x.Op, X: a, Y: b})
		}
	case *expr.Call:
		if x.Op != expr.Min && x.Op != expr.Max {
			return nil
		}
		args := make([]expr.Expr, len(x.Args))
		for i, arg := range x.Args {
			if args[i] = divided(arg, unit); args[i] == nil {
				return nil
			}
		}
		return &expr.Call{Op: x.Op, Args: args}
	}
	return nil
}
