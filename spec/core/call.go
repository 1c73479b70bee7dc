package core

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// Call is work that the machine starts when it enters a state, and that ends with one of
// several results: a call of the program, or a run of a child machine.
type Call struct {
	Name, Doc string
	// Was are names that the call had in earlier versions. Those of its results follow from them.
	Was []string
	// Args are the arguments: those of the call, or the parameters of the child machine.
	Args []Field
	// Results are the indices of the events that are its results: for a call of the program, done
	// and error; for a child machine, one event for each outcome, in their order.
	Results []int
	// Child is the child machine, or nil for a call of the program.
	Child *Machine
	// Path is the path of the spec of the child machine, as written, or "".
	Path string
	Go   string
	Span diag.Span
}

// Invocation runs a call while the machine is in a state or composite state. It starts when
// that state is entered. It stops, without a result, when the state is left or the machine ends.
// No two invocations of the same call run in one state, and each transition for a result that
// comes to the state leaves it. Therefore, each start has at most one result.
type Invocation struct {
	// Owner is the name of the state or composite state.
	Owner string
	// States are the indices of the plain states in which the call runs: one, or all states
	// inside the composite state that are not terminal.
	States []int
	// Within limits the invocation to leaves of a region of its only state; nil: it has no limits.
	Within *Within
	// Call is an index of Machine.Calls.
	Call int
	// Args has one expression for each argument of the call, over the values when it starts.
	Args []expr.Expr
	// Requires are conditions on the same values: that the arguments are in the ranges of the
	// child's parameters.
	Requires []expr.Expr
	// Cost is the bound of the child machine for these arguments, over the same values. It is nil
	// for a call of the program.
	Cost expr.Expr
	Span diag.Span
}

// Caller returns the index of the call of which an event is a result, or -1 if it is an ordinary
// event.
func (m *Machine) Caller(event int) int {
	if !m.Events[event].Result {
		return -1
	}
	return slices.IndexFunc(m.Calls, func(c Call) bool { return slices.Contains(c.Results, event) })
}

// Running returns the indices of the invocations that run in a state or in leaves of its regions.
func (m *Machine) Running(state int) (out []int) {
	for i := range m.Invocations {
		if slices.Contains(m.Invocations[i].States, state) {
			out = append(out, i)
		}
	}
	return out
}

// Runs reports whether a call runs in a state.
func (m *Machine) Runs(call, state int) bool {
	return slices.ContainsFunc(m.Invocations, func(i Invocation) bool { return i.Call == call && slices.Contains(i.States, state) })
}

// Invoked returns the indices of the invocations that start with the machine: those that run in
// its initial state.
func (m *Machine) Invoked() []int {
	return slices.DeleteFunc(m.Running(m.Initial), func(i int) bool {
		w := m.Invocations[i].Within
		return w != nil && !m.begins(w)
	})
}

// Cancels returns the indices of the invocations that transition t stops, unless the event of
// the transition is their result: those that run in its source but not in its target, and those
// that it restarts. One that is limited to leaves of a region may not run: where the machine is in
// another region does not follow from the transition.
func (m *Machine) Cancels(t *Transition) (out []int) {
	for _, i := range m.Running(t.From) {
		if w := m.Invocations[i].Within; w != nil {
			if before, after := m.change(t, w); before && (!after || slices.Contains(t.Invokes, i)) {
				out = append(out, i)
			}
			continue
		}
		if !slices.Contains(m.Invocations[i].States, t.To) || slices.Contains(t.Invokes, i) {
			out = append(out, i)
		}
	}
	return out
}

// Passed returns the argument for a parameter of the child machine, and nil for any other symbol.
func (i *Invocation) Passed(s *expr.Symbol) expr.Expr {
	if s.Scope != expr.Param || s.Index >= len(i.Args) {
		return nil
	}
	return i.Args[s.Index]
}

// Awaits reports whether an event can come as long as the machine is in a state: any event that is no
// result and that a sender can send, the results of a call that leave the state or start the call again, and
// the internal events of timers that do so. If a result or a timer may be ignored there, or a timer may fire
// without starting again, the call or the timer may have ended already.
func (m *Machine) Awaits(state, event int) bool {
	if e := &m.Events[event]; e.Internal && !e.Eventless {
		return !m.mayHaveFired(state, event)
	}
	call := m.Caller(event)
	return call < 0 || !slices.ContainsFunc(m.Transitions, func(t Transition) bool {
		return t.From == state && t.Effect != Take && t.Rule != "parallel" && slices.Contains(m.Calls[call].Results, t.Event)
	})
}

// mayHaveFired reports whether a timer that raises an event in a state can have fired without being stopped or
// started again, there or in another state in which it runs.
func (m *Machine) mayHaveFired(state, event int) bool {
	for i := range m.Timers {
		if m.Timers[i].Event == event && slices.Contains(m.Timers[i].States, state) && m.expires(i) {
			return true
		}
	}
	return false
}

// expires reports whether a timer can fire without being stopped or started again.
func (m *Machine) expires(timer int) bool {
	of := &m.Timers[timer]
	return slices.ContainsFunc(m.Transitions, func(t Transition) bool {
		return t.Event == of.Event && slices.Contains(of.States, t.From) && t.Rule != "parallel" &&
			(of.Within == nil || m.MayBeIn(&t, of.Within)) && (t.Effect != Take || !slices.Contains(m.Stops(&t), timer))
	})
}

// ChildCost returns the greatest number of transitions that the child machines of the given
// invocations can take, as an expression over the values when they start. It is nil if there are
// none.
func (m *Machine) ChildCost(invocations []int) (cost expr.Expr) {
	for _, i := range invocations {
		switch c := m.Invocations[i].Cost; {
		case c == nil:
		case cost == nil:
			cost = c
		default:
			cost = &expr.Binary{Op: expr.Add, X: cost, Y: c}
		}
	}
	return cost
}

// Costs reports whether the machine has child machines, whose transitions count.
func (m *Machine) Costs() bool {
	return slices.ContainsFunc(m.Calls, func(c Call) bool { return c.Child != nil })
}
