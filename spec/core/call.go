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
	// Timeout is the index of the event of the timers that end the call, or -1.
	Timeout int
	// Child is the child machine, or nil for a call of the program.
	Child *Machine
	// Path is the path of the spec of the child machine, as written, or "".
	Path string
	Go   string
	Span diag.Span
}

// ResultNames returns the names of the results of a call, as the `on` of an invocation names them, in
// the order of Results: done and error, or the outcomes of the child machine.
func (c *Call) ResultNames() []string {
	if c.Child == nil {
		return []string{"done", "error"}
	}
	var out []string
	for _, o := range c.Child.Outcomes {
		out = append(out, o.Name)
	}
	return out
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
		return w != nil && !begins(m, w)
	})
}

// Cancels returns the indices of the invocations that transition t stops, unless the event of
// the transition is their result: those that run in its source but not in its target, and those
// that it restarts. One that is limited to leaves of a region may not run: where the machine is in
// another region does not follow from the transition.
func (m *Machine) Cancels(t *Transition) (out []int) {
	for _, i := range m.Running(t.From) {
		if w := m.Invocations[i].Within; w != nil {
			if before, after := change(m, t, w); before && (!after || slices.Contains(t.Invokes, i)) {
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

// Ends returns the index of the invocation that a timer ends because it has run for too long, or -1 if the timer is one of the spec's
// own. Both start and stop at the same time, unless the result of the invocation comes first.
func Ends(m *Machine, timer int) int {
	t := &m.Timers[timer]
	return slices.IndexFunc(m.Invocations, func(i Invocation) bool {
		return m.Events[t.Event].Timeout && i.Owner == t.Owner && m.Calls[i.Call].Timeout == t.Event
	})
}

// Timeout returns the index of the timer that ends an invocation, or -1 if nothing limits how long it runs.
func Timeout(m *Machine, invocation int) int {
	for i := range m.Timers {
		if Ends(m, i) == invocation {
			return i
		}
	}
	return -1
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
		return !mayHaveFired(m, state, event)
	}
	call := m.Caller(event)
	return call < 0 || !slices.ContainsFunc(m.Transitions, func(t Transition) bool {
		return t.From == state && t.Effect != Take && !t.Unwritten() && slices.Contains(m.Calls[call].Results, t.Event)
	})
}

// mayHaveFired reports whether a timer that raises an event in a state can have fired without being stopped or
// started again, there or in another state in which it runs.
func mayHaveFired(m *Machine, state, event int) bool {
	for i := range m.Timers {
		if m.Timers[i].Event == event && slices.Contains(m.Timers[i].States, state) && m.Expires(i) {
			return true
		}
	}
	return false
}

// Expires reports whether a timer can fire without being stopped or started again.
func (m *Machine) Expires(timer int) bool {
	of := &m.Timers[timer]
	return slices.ContainsFunc(of.States, func(state int) bool {
		if of.Within == nil {
			return keeps(m, timer, state, nil, 0)
		}
		region := m.Vars[m.States[state].Regions[of.Within.Region].Var].Symbol
		return slices.ContainsFunc(of.Within.Leaves, func(leaf int) bool { return keeps(m, timer, state, region, leaf) })
	})
}

// keeps reports whether an alternative of a state for the event of a timer neither stops nor starts the timer, and no alternative
// before it always applies. If region is not nil, the variable of that region has the value leaf.
func keeps(m *Machine, timer, state int, region *expr.Symbol, leaf int) bool {
	for _, t := range m.On(state, m.Timers[timer].Event) {
		if t.Unwritten() || region != nil && !m.MayBeIn(&t, &Within{Region: m.Timers[timer].Within.Region, Leaves: []int{leaf}}) {
			continue
		}
		always := t.Guard == nil
		if region != nil && !always {
			guard := expr.Simplify(expr.Substitute(t.Guard, func(s *expr.Symbol) expr.Expr {
				if s == region {
					return &expr.Lit{T: s.Type, Value: int64(leaf)}
				}
				return nil
			}))
			if known, ok := guard.(*expr.Lit); ok && known.Value == 0 {
				continue
			} else if ok {
				always = true
			}
		}
		if t.Effect != Take || !slices.Contains(m.Stops(&t), timer) {
			return true
		}
		if always {
			return false
		}
	}
	return false
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

// HasChildren reports whether the machine has child machines, whose transitions count.
func HasChildren(m *Machine) bool {
	return slices.ContainsFunc(m.Calls, func(c Call) bool { return c.Child != nil })
}
