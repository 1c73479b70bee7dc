package oracle

import (
	"math"
	"slices"
)

// ErrorIn returns the error that a call of the program returns as its result: the only field of its second result.
func (o *Oracle) ErrorIn(e Input) error {
	call := o.Calls.Caller[e.Event]
	if o.Spec.Calls[call].Child || e.Event == o.Calls.Callees[call].Results[0] {
		return nil
	}
	err, _ := o.Layout.PayloadValue(e).Field(o.Layout.Carried[e.Event][0].Place.Index).Interface().(error)
	return err
}

// FailsWithout reports whether an event is the second result of a call of the program, with no error.
func (o *Oracle) FailsWithout(e Input) bool {
	call := o.Calls.Caller[e.Event]
	return !o.Spec.Calls[call].Child && e.Event == o.Calls.Callees[call].Results[1] && o.ErrorIn(e) == nil
}

// Calls says which calls run in which states, and what steps do to them. Calls are indices of Spec.Calls.
type Calls struct {
	Callees     []Called         // in the order of Spec.Calls
	invocations []int            // their calls
	within      []func(any) bool // for each invocation, whether it runs in one of its states, or nil
	Caller      []int            // the call whose result an event is, or -1
}

// Called is a call or a child machine with its names looked up.
type Called struct {
	// invoked has for each state the index of the invocation that runs there, or -1.
	invoked []int
	// Results are events.
	Results []int
}

// NumberOf returns the number of the last start of the call whose result an event is; 0: it is no result.
func (c *Calls) NumberOf(m Config, event int) int {
	if !c.IsResult(event) {
		return 0
	}
	return m.Number(c.Caller[event])
}

// IsResult reports whether an event is a result of a call.
func (c *Calls) IsResult(event int) bool { return c.Caller[event] >= 0 }

// awaits reports whether an event can come in a configuration, as far as calls matter: a result needs the call.
func (c *Calls) awaits(m Config, event int) bool {
	return !c.IsResult(event) || m.Runs(c.Caller[event])
}

// Invocable reports whether a call runs in a configuration, unless it has ended.
func (c *Calls) Invocable(call int, m Config) bool {
	i := c.Callees[call].invoked[m.State]
	return i >= 0 && (c.within[i] == nil || c.within[i](m.Vars))
}

// FreshCalls returns m as a machine of whose calls no snapshot tells anything: each call of its state runs as the first one.
func (c *Calls) FreshCalls(m Config) Config {
	if len(c.Callees) == 0 {
		return m
	}
	m.Calls = make([]int, len(c.Callees))
	return c.adoptedCalls(m)
}

// adoptedCalls returns m with the calls of its state: those that do not belong to it do not run, and those that have never started
// run as the first ones.
func (c *Calls) adoptedCalls(m Config) Config {
	m.Calls = slices.Clone(m.Calls)
	for k := range m.Calls {
		switch {
		case !c.Invocable(k, m):
			m.Calls[k] = -m.Number(k)
		case m.Calls[k] == 0:
			m.Calls[k] = 1
		}
	}
	return m
}

// received returns m when an event has come: the call whose result it is has ended.
func (c *Calls) received(m Config, event int) Config {
	if c.IsResult(event) {
		m = m.WithCall(c.Caller[event], -m.Number(c.Caller[event]))
	}
	return m
}

// calling returns the calls after the row of an event that leads from m to the state and the variables of to: its own
// call has ended, those of states that are left have stopped, and others have started.
func (c *Calls) calling(m, to Config, event int, r *Move) []int {
	if m = c.received(m, event); r.Effect != Take {
		return m.Calls
	}
	calls := slices.Clone(m.Calls)
	for k := range calls {
		switch {
		case slices.Contains(r.invokes, k):
			calls[k] = max(m.Number(k)+1, 1) // after the largest int, they begin anew
		case !c.Invocable(k, to):
			calls[k] = -m.Number(k)
		}
	}
	return calls
}

// Cancels returns the calls that a step stops: those that run before it, and not on after it, but for one whose
// result the step handles.
func (c *Calls) Cancels(s Taken) (calls []int) {
	for _, k := range c.invokedIn(s.From) {
		if s.From.Calls[k] != s.To.Calls[k] && c.Caller[s.Input.Event] != k {
			calls = append(calls, k)
		}
	}
	return calls
}

// entered returns the configuration when a step has changed the state and the variables, but has not stopped or
// started any call.
func (c *Calls) entered(s Taken) Config {
	m := s.To
	m.Calls = c.received(s.From, s.Input.Event).Calls
	return m
}

// invokedIn returns the calls that run in m, in the order in which they have started there.
func (c *Calls) invokedIn(m Config) (calls []int) {
	for i, k := range c.invocations {
		if m.Runs(k) && c.Callees[k].invoked[m.State] == i {
			calls = append(calls, k)
		}
	}
	return calls
}

// Invoked returns the calls that run in m, in the order of the spec.
func (c *Calls) Invoked(m Config) (calls []int) {
	for k := range m.Calls {
		if m.Runs(k) {
			calls = append(calls, k)
		}
	}
	return calls
}

// Runs reports whether a call runs.
func (m Config) Runs(call int) bool { return call < len(m.Calls) && m.Calls[call] > 0 }

// Number is that of the last start of a call; 0: it has never started.
func (m Config) Number(call int) int {
	if call >= len(m.Calls) {
		return 0
	}
	return max(m.Calls[call], -m.Calls[call])
}

// WithCall returns m with another number of starts of a call.
func (m Config) WithCall(call, number int) Config {
	m.Calls = slices.Clone(m.Calls)
	m.Calls[call] = number
	return m
}

// StaleNumbers returns numbers of a call that do not run: those of starts before, after, and beyond the last one.
func (m Config) StaleNumbers(call int) []int {
	last := m.Number(call)
	all := []int{last, last - 1, last + 1, -last, 0, 1, -1, math.MaxInt, math.MinInt}
	slices.Sort(all)
	return slices.DeleteFunc(slices.Compact(all), func(n int) bool { return n == last && m.Runs(call) })
}
