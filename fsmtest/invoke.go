package fsmtest

import (
	"fmt"
	"reflect"
	"slices"
)

// callee is a call or a child machine with its names looked up.
type callee struct {
	// invoked has for each state the index of the invocation that runs there, or -1.
	invoked []int
	// results are events.
	results []int
}

// lookupCalls looks up the names of calls, and which call each event is a result of; -1: none.
func (o *oracle) lookupCalls() {
	o.caller = make([]int, len(o.Events))
	for i := range o.caller {
		o.caller[i] = -1
	}
	for k, c := range o.Calls {
		known := callee{invoked: make([]int, len(o.States))}
		for s := range known.invoked {
			known.invoked[s] = -1
		}
		for _, name := range c.Results {
			event := o.eventNamed(name)
			known.results, o.caller[event] = append(known.results, event), k
		}
		o.callees = append(o.callees, known)
	}
	for i, in := range o.Invocations {
		call := o.callNamed(in.Call)
		o.invocations = append(o.invocations, call)
		for _, name := range in.States {
			o.callees[call].invoked[o.stateNamed(name)] = i
		}
	}
}

func (o *oracle) callNamed(name string) int {
	return known(name, slices.IndexFunc(o.Calls, func(c Callee) bool { return c.Name == name }))
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

// numberOf returns the number of the last start of the call whose result an event is; 0: it is no result.
func (o *oracle) numberOf(m Config, event int) int {
	if !o.isResult(event) {
		return 0
	}
	return m.number(o.caller[event])
}

// isResult reports whether an event is a result of a call.
func (o *oracle) isResult(event int) bool { return o.caller[event] >= 0 }

// foreign reports whether an event comes from outside of the handlers: only timers raise it, or it is a result of
// a call. Typed states have no methods for these events.
func (o *oracle) foreign(event int) bool { return o.Events[event].Internal || o.isResult(event) }

// awaits reports whether an event can come in a configuration, as far as calls matter: a result needs the call.
func (o *oracle) awaits(m Config, event int) bool {
	return !o.isResult(event) || m.runs(o.caller[event])
}

// invocable reports whether a call runs in a configuration, unless it has ended.
func (o *oracle) invocable(call int, m Config) bool {
	i := o.callees[call].invoked[m.state]
	return i >= 0 && (o.Invocations[i].In == nil || o.Invocations[i].In(m.vars))
}

// fresh returns m as a machine that no snapshot tells anything of: each call of its state runs as the first one.
func (o *oracle) fresh(m Config) Config {
	if len(o.callees) == 0 {
		return m
	}
	m.calls = make([]int, len(o.callees))
	return o.adopted(m)
}

// adopted returns m with the calls of its state: those that do not belong to it do not run, and those that have never started
// run as the first ones.
func (o *oracle) adopted(m Config) Config {
	m.calls = slices.Clone(m.calls)
	for k := range m.calls {
		switch {
		case !o.invocable(k, m):
			m.calls[k] = -m.number(k)
		case m.calls[k] == 0:
			m.calls[k] = 1
		}
	}
	return m
}

// calling returns the calls after the row of an event that leads from m to the state and the variables of to: its own
// call has ended, those of states that are left have stopped, and others have started.
func (o *oracle) calling(m, to Config, event, row int) []int {
	if len(o.callees) == 0 {
		return nil
	}
	calls, r := o.entered(taken{Input: Input{event: event}, from: m}).calls, &o.rows[row]
	if r.effect != Take {
		return calls
	}
	calls = slices.Clone(calls)
	for k := range calls {
		switch number := max(calls[k], -calls[k]); {
		case slices.Contains(r.invokes, k):
			calls[k] = max(number+1, 1) // after the largest int, they begin anew
		case !o.invocable(k, to):
			calls[k] = -number
		}
	}
	return calls
}

// cancels returns the calls that a step stops: those that run before it, and not on after it, but for one whose
// result the step handles.
func (o *oracle) cancels(s taken) (calls []int) {
	for _, k := range o.invokedIn(s.from) {
		if s.from.calls[k] != s.to.calls[k] && o.caller[s.event] != k {
			calls = append(calls, k)
		}
	}
	return calls
}

// arguments returns those of a call that runs in m.
func (o *oracle) arguments(m Config, call int) []any {
	if args := o.Invocations[o.callees[call].invoked[m.state]].Args; args != nil {
		return args(m.vars)
	}
	return nil
}

// invoke appends the calls of the host that start calls. Before them, the machine is in the first configuration, in
// which none of these calls has started yet.
func (t *telling) invoke(o *oracle, m, to Config, calls []int, done int) {
	for _, k := range calls {
		m = m.withCall(k, to.calls[k])
		t.emit([]Call{append(Call{o.Calls[k].Start, m.number(k)}, o.arguments(m, k)...)}, m, done)
	}
}

// cancel appends the calls of the host that stop calls, and returns the configuration after that, in which no call
// has started yet. Before them, the machine is in the first configuration.
func (t *telling) cancel(o *oracle, m Config, s taken, done int) Config {
	for _, k := range o.cancels(s) {
		m = m.withCall(k, -m.number(k))
		t.emit([]Call{{"StopCall", o.Calls[k].Value, m.number(k)}}, m, done)
	}
	return m
}

// entered returns the configuration when a step has changed the state and the variables, but has not stopped or
// started any call.
func (o *oracle) entered(s taken) Config {
	m := s.to
	if m.calls = s.from.calls; o.isResult(s.event) {
		m = m.withCall(o.caller[s.event], -m.number(o.caller[s.event]))
	}
	return m
}

// withCall returns m with another number of starts of a call.
func (m Config) withCall(call, number int) Config {
	m.calls = slices.Clone(m.calls)
	m.calls[call] = number
	return m
}

// invokedIn returns the calls that run in m, in the order in which they have started there.
func (o *oracle) invokedIn(m Config) (calls []int) {
	for i, k := range o.invocations {
		if m.runs(k) && o.callees[k].invoked[m.state] == i {
			calls = append(calls, k)
		}
	}
	return calls
}

// invoked returns the calls that run in m, in the order of the spec.
func (o *oracle) invoked(m Config) (calls []int) {
	for k := range m.calls {
		if m.runs(k) {
			calls = append(calls, k)
		}
	}
	return calls
}

// compareCalls says how the calls that a machine lists, and what it says of each, differ from those of a configuration.
func (h *harness) compareCalls(m Config, got any) error {
	v := reflect.ValueOf(got)
	list, want := v.MethodByName("Calls").Call(nil)[0], h.invoked(m)
	equal := list.Len() == len(want)
	for i := 0; equal && i < len(want); i++ {
		equal = list.Index(i).Interface() == h.Calls[want[i]].Value
	}
	if !equal {
		var names []string
		for _, k := range want {
			names = append(names, h.Calls[k].Name)
		}
		return fmt.Errorf("method Calls() is %v, want %v", list, names)
	}
	list.Clear() // which is the caller's
	for k, c := range h.Calls {
		if m.runs(k) && !h.invocable(k, m) {
			continue // the machine is about to stop it
		}
		out := v.MethodByName(c.Read).Call(nil)
		said := Call{c.Read}
		for _, value := range out {
			said = append(said, value.Interface())
		}
		wanted := Call{c.Read}
		if m.runs(k) {
			wanted = append(append(append(wanted, m.number(k)), h.arguments(m, k)...), true)
		} else {
			for _, value := range out {
				wanted = append(wanted, reflect.Zero(value.Type()).Interface())
			}
		}
		if !said.same(wanted) {
			return fmt.Errorf("method %v, want %v", said, wanted)
		}
	}
	return nil
}

// refusedCall says what is wrong with the error of a result for a call that does not run with a number.
func (h *harness) refusedCall(err error, at Config, call, number int) error {
	stale := errorLike(err, h.Errors.StaleCall)
	switch {
	case stale == nil:
		return fmt.Errorf("error is %v, want %T", err, h.Errors.StaleCall)
	case !fieldsAre(stale, "State", h.States[at.state].Value, "Call", h.Calls[call].Value, "Number", number):
		return fmt.Errorf("error is about %v", stale)
	}
	return nil
}
