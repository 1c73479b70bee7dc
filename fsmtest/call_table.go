package fsmtest

import "slices"

// callTable says which calls run in which states, and what steps do to them. Calls are indices of Spec.Calls.
type callTable struct {
	callees     []callee
	invocations []int            // their calls
	within      []func(any) bool // for each invocation, whether it runs in one of its states, or nil
	caller      []int            // the call whose result an event is, or -1
}

// callee is a call or a child machine with its names looked up.
type callee struct {
	// invoked has for each state the index of the invocation that runs there, or -1.
	invoked []int
	// results are events.
	results []int
}

// numberOf returns the number of the last start of the call whose result an event is; 0: it is no result.
func (c *callTable) numberOf(m Config, event int) int {
	if !c.isResult(event) {
		return 0
	}
	return m.number(c.caller[event])
}

// isResult reports whether an event is a result of a call.
func (c *callTable) isResult(event int) bool { return c.caller[event] >= 0 }

// awaits reports whether an event can come in a configuration, as far as calls matter: a result needs the call.
func (c *callTable) awaits(m Config, event int) bool {
	return !c.isResult(event) || m.runs(c.caller[event])
}

// invocable reports whether a call runs in a configuration, unless it has ended.
func (c *callTable) invocable(call int, m Config) bool {
	i := c.callees[call].invoked[m.state]
	return i >= 0 && (c.within[i] == nil || c.within[i](m.vars))
}

// freshCalls returns m as a machine of whose calls no snapshot tells anything: each call of its state runs as the first one.
func (c *callTable) freshCalls(m Config) Config {
	if len(c.callees) == 0 {
		return m
	}
	m.calls = make([]int, len(c.callees))
	return c.adoptedCalls(m)
}

// adoptedCalls returns m with the calls of its state: those that do not belong to it do not run, and those that have never started
// run as the first ones.
func (c *callTable) adoptedCalls(m Config) Config {
	m.calls = slices.Clone(m.calls)
	for k := range m.calls {
		switch {
		case !c.invocable(k, m):
			m.calls[k] = -m.number(k)
		case m.calls[k] == 0:
			m.calls[k] = 1
		}
	}
	return m
}

// received returns m when an event has come: the call whose result it is has ended.
func (c *callTable) received(m Config, event int) Config {
	if c.isResult(event) {
		m = m.withCall(c.caller[event], -m.number(c.caller[event]))
	}
	return m
}

// calling returns the calls after the row of an event that leads from m to the state and the variables of to: its own
// call has ended, those of states that are left have stopped, and others have started.
func (c *callTable) calling(m, to Config, event int, r *row) []int {
	if m = c.received(m, event); r.effect != Take {
		return m.calls
	}
	calls := slices.Clone(m.calls)
	for k := range calls {
		switch {
		case slices.Contains(r.invokes, k):
			calls[k] = max(m.number(k)+1, 1) // after the largest int, they begin anew
		case !c.invocable(k, to):
			calls[k] = -m.number(k)
		}
	}
	return calls
}

// cancels returns the calls that a step stops: those that run before it, and not on after it, but for one whose
// result the step handles.
func (c *callTable) cancels(s taken) (calls []int) {
	for _, k := range c.invokedIn(s.from) {
		if s.from.calls[k] != s.to.calls[k] && c.caller[s.event] != k {
			calls = append(calls, k)
		}
	}
	return calls
}

// entered returns the configuration when a step has changed the state and the variables, but has not stopped or
// started any call.
func (c *callTable) entered(s taken) Config {
	m := s.to
	m.calls = c.received(s.from, s.event).calls
	return m
}

// invokedIn returns the calls that run in m, in the order in which they have started there.
func (c *callTable) invokedIn(m Config) (calls []int) {
	for i, k := range c.invocations {
		if m.runs(k) && c.callees[k].invoked[m.state] == i {
			calls = append(calls, k)
		}
	}
	return calls
}

// invoked returns the calls that run in m, in the order of the spec.
func (c *callTable) invoked(m Config) (calls []int) {
	for k := range m.calls {
		if m.runs(k) {
			calls = append(calls, k)
		}
	}
	return calls
}

// runs reports whether a call runs.
func (m Config) runs(call int) bool { return call < len(m.calls) && m.calls[call] > 0 }

// number is that of the last start of a call; 0: it has never started.
func (m Config) number(call int) int {
	if call >= len(m.calls) {
		return 0
	}
	return max(m.calls[call], -m.calls[call])
}

// withCall returns m with another number of starts of a call.
func (m Config) withCall(call, number int) Config {
	m.calls = slices.Clone(m.calls)
	m.calls[call] = number
	return m
}
