package golang_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// words are the strings that walks use; the interpreter knows them by number.
var words = []string{"", "EUR", "100%\u2028\"", "a", "none", "new", "busy", "free", "retries", "answered", "failed", "ticked"}

// config is a configuration of the core machine, as defined by package core.
// Values of Go types are 0 for Go's zero value and 1 for any other.
type config struct {
	State int
	Vars  []int64
}

// oracle steps the core machine by its definition. It shares only the core and package expr
// with the generator.
type oracle struct {
	t      *testing.T
	m      *core.Machine
	params []int64
	config
	// salt changes what the host answers from step to step.
	salt int64
	// told is what the host was told last: 1 with a timer that stops and its number, 2 with an
	// output and its values, 3 with a timer that starts, its number, and how long it takes, 4 with a
	// call that starts, its number, and its arguments, 5 with a call that stops and its number.
	told []int64
	// runs has the numbers of the calls that run, and started how often each call has been started.
	runs    map[int]int64
	started []int64
	// begun is how often each timer has been started.
	begun map[int]int64
	// made are the steps that the last event made: the states before and after, the event, and the
	// progress after it, if the machine has one.
	made [][]int64
}

func (o *oracle) eval(e expr.Expr, fields []int64) int64 {
	if ref, ok := e.(*expr.Ref); ok && ref.Symbol.Scope == expr.Field {
		return fields[ref.Symbol.Index]
	}
	env := &expr.Env{Params: o.params, Vars: o.Vars, Fields: fields, Externals: make([]int64, len(o.m.Asks)), Intern: func(s string) int64 {
		return int64(slices.Index(words, s))
	}}
	expr.Walk(e, func(e expr.Expr) {
		if ref, ok := e.(*expr.Ref); ok && ref.Symbol.Scope == expr.External {
			ask := o.m.Asks[ref.Symbol.Index]
			sum := o.salt + int64(ask.Guard)
			for i, a := range ask.Args {
				sum += int64(i+2) * o.eval(a, fields)
			}
			env.Externals[ref.Symbol.Index] = truth(sum%3 != 0)
		}
	})
	v, err := expr.Eval(e, env)
	if err != nil {
		o.t.Fatal(err)
	}
	return v
}

// newOracle draws parameters in their ranges and starts the machine.
func newOracle(t *testing.T, m *core.Machine, r *rand.Rand) *oracle {
	o := &oracle{t: t, m: m, runs: map[int]int64{}, begun: map[int]int64{}, started: make([]int64, len(m.Calls))}
	for _, p := range m.Params {
		v := draw(r, p.Type)
		if p.Type.Kind == expr.Int {
			low, high := int64(-3), int64(5)
			if p.Min != nil {
				low = o.eval(p.Min, nil)
				high = low + 4
			}
			if p.Max != nil {
				high = max(low, min(high, o.eval(p.Max, nil)))
			}
			v = low + r.Int64N(high-low+1)
		}
		o.params = append(o.params, v)
	}
	o.State = m.Initial
	for _, v := range m.Vars {
		first := int64(0)
		if v.Init != nil {
			first = o.eval(v.Init, nil)
		}
		o.Vars = append(o.Vars, first)
	}
	for _, e := range m.Start {
		o.output(e, nil)
	}
	for i, timer := range m.Timers {
		if slices.Contains(timer.States, m.Initial) {
			o.startTimer(i)
		}
	}
	for i, inv := range m.Invocations {
		if slices.Contains(inv.States, m.Initial) {
			o.startCall(i)
		}
	}
	o.settle()
	return o
}

// output tells the host an output over the present values.
func (o *oracle) output(e core.Emission, fields []int64) {
	o.told = append(o.told, 2, int64(e.Output))
	for _, v := range e.Values {
		o.told = append(o.told, o.eval(v, fields))
	}
}

func (o *oracle) startTimer(i int) {
	timer := o.m.Timers[i]
	length := int64(timer.Constant)
	if timer.Constant == 0 {
		length = 1000 + int64(timer.Delay)
		for j, a := range timer.Args {
			length += int64(j+1) * o.eval(a, nil)
		}
	}
	o.begun[i]++
	o.told = append(o.told, 3, int64(i), o.begun[i], length)
}

// startCall tells the host that a call starts.
func (o *oracle) startCall(i int) {
	inv := o.m.Invocations[i]
	o.started[inv.Call]++
	o.runs[inv.Call] = o.started[inv.Call]
	o.told = append(o.told, 4, int64(inv.Call), o.runs[inv.Call])
	for _, a := range inv.Args {
		o.told = append(o.told, o.eval(a, nil))
	}
}

// stopCall tells the host that a call stops, if it runs.
func (o *oracle) stopCall(call int) {
	if n, runs := o.runs[call]; runs {
		o.told = append(o.told, 5, int64(call), n)
		delete(o.runs, call)
	}
}

// result handles a result of a start of a call. The result is that of step, or "late".
func (o *oracle) result(event int, number int64, fields []int64) string {
	call := o.m.Caller(event)
	o.told, o.made = nil, nil
	if n, runs := o.runs[call]; !runs || n != number {
		return "late"
	}
	return o.step(event, fields)
}

// draw returns a value of a type, of which few are outside an enum.
func draw(r *rand.Rand, t expr.Type) int64 {
	switch t.Kind {
	case expr.Int:
		return r.Int64N(12) - 2
	case expr.String:
		return r.Int64N(int64(len(words)))
	case expr.Enumerated:
		return r.Int64N(int64(len(t.Enum.Values)))
	}
	return r.Int64N(2)
}

// fire handles a start of a timer that has expired. The result is that of step, or "stale".
func (o *oracle) fire(timer int, number int64) string {
	o.told, o.made = nil, nil
	if t := o.m.Timers[timer]; slices.Contains(t.States, o.State) && o.begun[timer] == number {
		return o.step(t.Event, nil)
	}
	return "stale"
}

// step handles an event and returns the result: "", "illegal", "rejected", or the name of
// the invalid field.
func (o *oracle) step(event int, fields []int64) string {
	o.told, o.made = nil, nil
	for i, f := range o.m.Events[event].Fields {
		if f.Type.Kind == expr.Enumerated && int(fields[i]) >= len(f.Type.Enum.Values) && o.reads(event, i) {
			return f.Name
		}
	}
	for _, t := range o.m.On(o.State, event) {
		if t.Guard != nil && o.eval(t.Guard, fields) == 0 {
			continue
		}
		switch t.Effect {
		case core.Reject:
			return "rejected"
		case core.Ignore:
			delete(o.runs, o.m.Caller(event))
			return ""
		}
		o.take(t, fields)
		o.settle()
		return ""
	}
	return "illegal"
}

// take makes one step.
func (o *oracle) take(t core.Transition, fields []int64) {
	delete(o.runs, o.m.Caller(t.Event))
	for _, timer := range o.m.Stops(&t) {
		o.told = append(o.told, 1, int64(timer), o.begun[timer])
	}
	for call := range o.m.Calls {
		from := o.invocation(call, t.From)
		if to := o.invocation(call, t.To); from >= 0 && (from != to || slices.Contains(t.Invokes, from)) {
			o.stopCall(call)
		}
	}
	for _, e := range t.Emits {
		o.output(e, fields)
	}
	next := config{State: t.To, Vars: slices.Clone(o.Vars)}
	for i, v := range o.m.Vars {
		if v.State >= 0 && v.State != t.To {
			next.Vars[i] = 0
		}
	}
	for _, u := range t.Updates {
		next.Vars[u.Var] = o.eval(u.Value, fields)
	}
	o.config = next
	made := []int64{int64(t.From), int64(t.Event), int64(t.To)}
	if o.m.Rank == 1 {
		made = append(made, o.eval(o.m.States[o.State].Progress[0], nil))
	}
	o.made = append(o.made, made)
	for _, timer := range t.Starts {
		o.startTimer(timer)
	}
	for _, i := range t.Invokes {
		o.startCall(i)
	}
}

// invocation returns the invocation of a call that runs in a state, or -1.
func (o *oracle) invocation(call, state int) int {
	return slices.IndexFunc(o.m.Invocations, func(inv core.Invocation) bool { return inv.Call == call && slices.Contains(inv.States, state) })
}

// settle takes the first alternative without an event whose guard holds, until there is none.
func (o *oracle) settle() {
	for range 1000 {
		i := slices.IndexFunc(o.m.Transitions, func(t core.Transition) bool {
			return t.From == o.State && o.m.Events[t.Event].Eventless && (t.Guard == nil || o.eval(t.Guard, nil) != 0)
		})
		if i < 0 {
			return
		}
		o.take(o.m.Transitions[i], nil)
	}
	o.t.Fatalf("%s never comes to rest", o.m.Name)
}

func (o *oracle) reads(event, field int) bool {
	is := func(s *expr.Symbol) bool { return s.Scope == expr.Field && s.Index == field }
	reads := func(e expr.Expr) bool { return expr.Uses(e, is) }
	inGuard := func(s *expr.Symbol) bool {
		return is(s) || s.Scope == expr.External && slices.ContainsFunc(o.m.Asks[s.Index].Args, reads)
	}
	return slices.ContainsFunc(o.m.Transitions, func(t core.Transition) bool {
		return t.Event == event && (expr.Uses(t.Guard, inGuard) ||
			slices.ContainsFunc(t.Updates, func(u core.Update) bool { return reads(u.Value) }) ||
			slices.ContainsFunc(t.Emits, func(e core.Emission) bool { return slices.ContainsFunc(e.Values, reads) }))
	})
}

// observe lists the observable properties of a machine: its state, its outcome, the events
// that it accepts, its progress, each variable with whether it exists, and each call that runs.
func (o *oracle) observe() []int64 {
	out := []int64{int64(o.State), int64(o.m.States[o.State].Outcome + 1)}
	for e := range o.m.Events {
		_, runs := o.runs[o.m.Caller(e)]
		out = append(out, truth(possible(o.m, o.State, e) || runs && o.m.Events[e].Result))
	}
	for _, p := range o.m.States[o.State].Progress {
		out = append(out, o.eval(p, nil))
	}
	for i := range o.m.Vars {
		// Data with one name share a getter: it returns that of the state.
		seen, exists := o.Vars[i], o.m.Exists(i, o.State)
		for j, w := range o.m.Vars {
			if o.m.Vars[i].State >= 0 && w.State == o.State && w.Name == o.m.Vars[i].Name {
				seen, exists = o.Vars[j], true
			}
		}
		out = append(out, seen, truth(exists))
	}
	for call, c := range o.m.Calls {
		n, runs := o.runs[call]
		out = append(out, n)
		for i := range c.Args {
			value := int64(0)
			if runs {
				value = o.eval(o.m.Invocations[o.invocation(call, o.State)].Args[i], nil)
			}
			out = append(out, value)
		}
		out = append(out, truth(runs))
	}
	return out
}

func truth(b bool) int64 {
	if b {
		return 1
	}
	return 0
}
