package check

import (
	"cmp"
	"fmt"
	"reflect"
	"testing"

	"github.com/fsmgen/fsmgen/fsmtest/internal/draw"
	"github.com/fsmgen/fsmgen/fsmtest/internal/host"
	"github.com/fsmgen/fsmgen/fsmtest/internal/oracle"
	"github.com/fsmgen/fsmgen/fsmtest/internal/run"
	"github.com/fsmgen/fsmgen/fsmtest/internal/subject"
)

// Typed sends the runs to all that small machines can do to typed states, of
// a machine without observers and of one that is observed.
func Typed(t *testing.T, env *Env) {
	testTypes(t, env)
	testBegin(t, env)
	near := newClosely()
	for _, c := range some(env.typedCases(t)) {
		if !near.chooses(env.ending(c)) {
			testTypedRun(t, env, c, false, 1)
			continue
		}
		for _, observed := range []bool{false, true} {
			if observed && env.Subject.Machine.Observe == nil {
				continue
			}
			testTypedRun(t, env, c, observed, len(env.Spec.Events))
		}
	}
	near.log(t, "without an observer, and with one event to each typed state that is left; the first ones that leave a state are made in full")
}

// ending returns what the last event of a run does, but for the state that it leads to: the kind of run for [closely].
func (env *Env) ending(c run.Case) string {
	n := len(c.Events)
	if n == 0 {
		return "no event"
	}
	from := env.after(run.Case{Params: c.Params, Events: c.Events[:n-1]})
	return fmt.Sprintf("%d %t %t %t", from.State, c.Row >= 0, c.Row >= 0 && env.Oracle.Takes(c.Row), env.Oracle.Foreign(c.Events[n-1].Event))
}

// typedCases returns the runs of cover, except for those that end with an event which a typed state has no method for: nobody can
// send it there.
func (env *Env) typedCases(t testing.TB) (cases []run.Case) {
	t.Helper()
	for _, c := range env.cover(t) {
		if last := len(c.Events) - 1; c.Row < 0 && last >= 0 {
			event := c.Events[last].Event
			if !env.Oracle.Foreign(event) && env.Subject.Typed.States[env.after(c).State].Events[event] < 0 {
				continue
			}
		}
		cases = append(cases, c)
	}
	return cases
}

// testTypedRun sends a run to typed states, and compares what an observer is told. Each typed state that is left gets so many events.
func testTypedRun(t *testing.T, env *Env, c run.Case, observed bool, events int) {
	t.Helper()
	r := env.bench.Begin(c.Params)
	if r.Fault != nil {
		t.Fatal(r.Fault)
	}
	var told, want []any
	var seen, refused []any // by the observer
	var fault error
	left := env.Subject.Machine.In(r.Machine)
	if observed {
		env.Subject.Machine.Observe(r.Machine, nil, func(s any) {
			told, seen = append(told, s), append(seen, env.Subject.Machine.In(r.Machine))
			fault = cmp.Or(fault, withinTyped(r, append([]any{left}, seen[max(0, len(seen)-latest):]...)))
		})
		env.Subject.Observers.Refusals(r.Machine, nil, func(s any) { refused = append(refused, s) })
	}
	for i, e := range c.Events {
		from := r.Now
		of := env.Oracle.Course(r.Now, e)
		left = env.Subject.Machine.In(r.Machine)
		err := oracle.Caught(func() error { return takeTyped(r, e, events) })
		if want = nil; observed {
			want = env.Subject.Observers.Told(of)
		}
		if err == nil && !subject.SameTold(told, want) {
			err = fmt.Errorf("the observer got %v, want %v", told, want)
		}
		told = nil
		if err = cmp.Or(err, fault); err == nil {
			err = oracle.Caught(func() error { return seenTyped(r, seen) })
		}
		if observed && err == nil && env.Oracle.Takes(of.Row) {
			err = staleRefusals(r, left, from, &refused)
		}
		if err != nil {
			t.Fatalf("%s in the typed state of %s: %v\nafter %s\nwith %s", env.Oracle.Texts.Input(e), env.Spec.States[from.State].Name, err, env.Oracle.Texts.Inputs(c.Events[:i]), env.Oracle.Texts.Params(c.Params))
		}
	}
}

// latest is how many of the typed states of a run are looked at during a step, and how many events a random run sends to one that is left.
const latest = 20

// staleRefusals sends all events to a typed state that the machine has left. Its observer is told that each
// is refused.
func staleRefusals(r *run.Run, left any, from oracle.Config, refused *[]any) error {
	for event := range r.Spec.Events {
		*refused = nil
		e := r.Draws.Fill(event, from, draw.First)
		_, listed, stale := r.Subject.Typed.Send(left, e)
		if !listed {
			continue
		}
		if want := r.Subject.Observers.Refusal(r.Now, e, stale); !subject.SameTold(*refused, []any{want}) {
			return fmt.Errorf("the observer got the refusals %v, want %v", *refused, want)
		}
	}
	return nil
}

// testTypes checks what the compiler accepts: a typed state has methods for the events that the
// spec lists, no typed state converts to another, and events and
// handlers lead to no state that the table does not have.
func testTypes(t *testing.T, env *Env) {
	t.Helper()
	if len(env.Subject.Typed.States) != len(env.Spec.States) {
		t.Fatalf("there are %d typed states, want %d", len(env.Subject.Typed.States), len(env.Spec.States))
	}
	for from := range env.Subject.Typed.States {
		typ := env.Subject.Typed.States[from].Type
		if state := env.Subject.Typed.State(env.Subject.Machine.Typed[from]); state != from {
			t.Errorf("%v belongs to state %s, want %s", typ, env.Oracle.Texts.State(state), env.Spec.States[from].Name)
		}
		for _, other := range env.Subject.Typed.States {
			if typ != other.Type && typ.ConvertibleTo(other.Type) {
				t.Errorf("%v is convertible to %v", typ, other.Type)
			}
		}
		for event, method := range env.Subject.Typed.States[from].Events {
			name := env.Spec.Events[event].Name
			if listed := env.Oracle.Accepts(oracle.Config{State: from}, event); listed != (method >= 0) {
				t.Errorf("%v has a method for %s: %t", typ, name, !listed)
			} else if listed {
				testLeads(t, env, name, from, typ.Method(method).Type.Out(0), func(e int) bool { return e == event })
			}
		}
		if env.Subject.Machine.Handler == nil {
			continue
		}
		handler := env.Subject.Typed.HandlerType()
		for i := range handler.NumMethod() {
			if method := handler.Method(i).Type; method.In(1) == typ {
				testLeads(t, env, "the handler", from, method.Out(0), func(int) bool { return true })
			}
		}
	}
}

// testLeads checks that what follows a state can only be a state that the rows of some
// events lead to.
func testLeads(t *testing.T, env *Env, what string, from int, out reflect.Type, about func(event int) bool) {
	t.Helper()
	to := make([]bool, len(env.Spec.States))
	for i, row := range env.Oracle.Moves {
		if row.From == from && about(row.On) {
			if !env.Oracle.Takes(i) {
				to[from] = true
				continue
			}
			for _, state := range env.Oracle.Rests(row.To) {
				to[state] = true
			}
		}
	}
	for state := range env.Subject.Typed.States {
		if typ := env.Subject.Typed.States[state].Type; typ.AssignableTo(out) && !to[state] {
			t.Errorf("%s in %s can lead to %v", what, env.Spec.States[from].Name, typ)
		}
	}
}

// testBegin makes machines as typed states, with parameters in range and out of range.
func testBegin(t *testing.T, env *Env) {
	t.Helper()
	for _, e := range env.draws.Edges() {
		if e.Ok {
			continue
		}
		var to *host.Host
		if env.Subject.Machine.Host != nil {
			to = env.bench.NewHost()
		}
		if s, err := env.Subject.Contexts.Makes(env.Subject.Machine.Begin, env.Subject.WithHost(to.AsFace(), env.Oracle.Layout.ParamsOf(e.Params).Interface())...); err == nil {
			t.Errorf("%s: Begin returned %v", e.Name, s)
		}
	}
	for _, c := range env.small(t) {
		testBegun(t, env, c)
	}
}

// testBegun makes a machine with the parameters of c as a typed state.
func testBegun(t *testing.T, env *Env, c any) {
	t.Helper()
	start, params := env.Oracle.Start(c), env.Oracle.Layout.ParamsOf(c).Interface()
	var to *host.Host
	if env.Subject.Machine.Host != nil {
		if s, err := env.Subject.Contexts.Makes(env.Subject.Machine.Begin, params, nil); err == nil {
			t.Errorf("without a host, Begin returned %v", s)
		}
		to = env.bench.NewHost()
		to.Want = env.Oracle.Teller.Start(c)
	}
	s, err := env.Subject.Contexts.Makes(env.Subject.Machine.Begin, env.Subject.WithHost(to.AsFace(), params)...)
	if err == nil {
		err = env.Subject.Compare(start, subject.MachineOf(s))
	}
	if to != nil {
		err = to.End(err)
	}
	if err != nil || env.Subject.Machine.In(subject.MachineOf(s)) != s {
		t.Errorf("Begin returned %v, %v", s, err)
	}
}
