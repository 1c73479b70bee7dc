package oracle

import (
	"slices"
)

// lookupCalls looks up the names of calls, and which call each event is a result of; -1: none.
func (o *Oracle) lookupCalls() {
	o.Calls.Caller = make([]int, len(o.Spec.Events))
	for i := range o.Calls.Caller {
		o.Calls.Caller[i] = -1
	}
	for k, c := range o.Spec.Calls {
		known := Called{invoked: make([]int, len(o.Spec.States))}
		for s := range known.invoked {
			known.invoked[s] = -1
		}
		for _, name := range c.Results {
			event := o.eventNamed(name)
			known.Results, o.Calls.Caller[event] = append(known.Results, event), k
		}
		o.Calls.Callees = append(o.Calls.Callees, known)
	}
	for i, in := range o.Spec.Invocations {
		call := o.CallNamed(in.Call)
		o.Calls.invocations, o.Calls.within = append(o.Calls.invocations, call), append(o.Calls.within, in.In)
		for _, name := range in.States {
			o.Calls.Callees[call].invoked[o.stateNamed(name)] = i
		}
	}
}

// CallNamed returns the index of a call, which must exist.
func (o *Oracle) CallNamed(name string) int {
	return known(name, slices.IndexFunc(o.Spec.Calls, func(c Callee) bool { return c.Name == name }))
}

// Foreign reports whether an event comes from outside of the handlers: only timers raise it, or it is a result of
// a call. Typed states have no methods for these events.
func (o *Oracle) Foreign(event int) bool {
	return o.Spec.Events[event].Internal || o.Calls.IsResult(event)
}

// Arguments returns those of a call that runs in m.
func (o *Oracle) Arguments(m Config, call int) []any {
	if args := o.Spec.Invocations[o.Calls.Callees[call].invoked[m.State]].Args; args != nil {
		return args(m.Vars)
	}
	return nil
}

// invoke appends the calls of the host that start calls. Before them, the machine is in the first configuration, in
// which none of these calls has started yet.
func (t *Telling) invoke(o *Oracle, m, to Config, calls []int, done int) {
	for _, k := range calls {
		m = m.WithCall(k, to.Calls[k])
		t.emit([]Call{append(Call{o.Spec.Calls[k].Start, m.Number(k)}, o.Arguments(m, k)...)}, m, done)
	}
}

// cancel appends the calls of the host that stop calls, and returns the configuration after that, in which no call
// has started yet. Before them, the machine is in the first configuration.
func (t *Telling) cancel(o *Oracle, m Config, s Taken, done int) Config {
	for _, k := range o.Calls.Cancels(s) {
		m = m.WithCall(k, -m.Number(k))
		t.emit([]Call{{"StopCall", o.Spec.Calls[k].Value, m.Number(k)}}, m, done)
	}
	return m
}
