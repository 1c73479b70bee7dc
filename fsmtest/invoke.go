package fsmtest

import (
	"fmt"
	"reflect"
	"slices"
)

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
		o.invocations, o.within = append(o.invocations, call), append(o.within, in.In)
		for _, name := range in.States {
			o.callees[call].invoked[o.stateNamed(name)] = i
		}
	}
}

func (o *oracle) callNamed(name string) int {
	return known(name, slices.IndexFunc(o.Calls, func(c Callee) bool { return c.Name == name }))
}

// foreign reports whether an event comes from outside of the handlers: only timers raise it, or it is a result of
// a call. Typed states have no methods for these events.
func (o *oracle) foreign(event int) bool { return o.Events[event].Internal || o.isResult(event) }

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
