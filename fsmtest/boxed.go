package fsmtest

import (
	"reflect"
	"time"

	"github.com/fsmgen/fsmgen/fsmtest/internal/oracle"
	"github.com/fsmgen/fsmgen/fsmtest/internal/run"
	"github.com/fsmgen/fsmgen/fsmtest/internal/subject"
)

// The package works with configurations, payloads, machines and steps in boxes: it is compiled
// once, and not for each machine. This file puts them there.

// bind binds a machine to its spec. It panics if the two do not fit.
func bind[M any, S any, C, E any](spec *Spec[C, E], m *Machine[M, S, C]) *run.Bench {
	o := oracle.New(boxedSpec(spec), reflect.TypeFor[C](), reflect.TypeFor[E]())
	return run.NewBench(o, subject.New(o, boxedMachine(m), reflect.TypeFor[M](), reflect.TypeFor[S]()))
}

// boxedSpec returns a spec whose functions take and return boxes.
func boxedSpec[C, E any](s *Spec[C, E]) *oracle.Spec {
	b := &oracle.Spec{
		Name: s.Name, Package: s.Package, Was: s.Was, Removed: s.Removed, Initial: s.Initial, Rank: s.Rank, Settles: s.Settles, Together: s.Together,
		Init: boxedInit(s.Init), Start: boxedCalls(s.Start), Bound: boxedOf(s.Bound), Size: boxedOf(s.Size), StartCost: boxedOf(s.StartCost),
	}
	for _, v := range s.Outcomes {
		b.Outcomes = append(b.Outcomes, oracle.Value(v))
	}
	for _, v := range s.Places {
		b.Places = append(b.Places, oracle.Value(v))
	}
	for _, e := range s.Enums {
		b.Enums = append(b.Enums, oracle.Enum(e))
	}
	for _, t := range s.States {
		b.States = append(b.States, oracle.State{Value: t.Value, Name: t.Name, Outcome: t.Outcome, Doc: t.Doc, Progress: boxedOf(t.Progress), Was: t.Was, Removed: t.Removed, Around: t.Around, Text: t.Text})
	}
	for _, e := range s.Events {
		event := oracle.Event{Value: e.Value, Name: e.Name, Method: e.Method, Doc: e.Doc, Was: e.Was, Environment: e.Environment, Cancellation: e.Cancellation, Deaf: e.Deaf, Internal: e.Internal, Eventless: e.Eventless}
		for _, f := range e.Fields {
			event.Fields = append(event.Fields, oracle.Field{Name: f.Name, Go: f.Go, Use: oracle.Use(f.Use), Range: boxedRange(f.Range), Edges: boxed(f.Edges)})
		}
		b.Events = append(b.Events, event)
	}
	boxTimersAndCalls(b, s)
	for _, p := range s.Params {
		b.Params = append(b.Params, oracle.Param{Name: p.Name, Range: boxedRange(p.Range), Default: boxedOf(p.Default), Texts: p.Texts, Unbounded: p.Unbounded, Overflows: p.Overflows, Was: p.Was})
	}
	for _, v := range s.Vars {
		b.Vars = append(b.Vars, oracle.Var{Name: v.Name, Go: v.Go, Field: v.Field, In: v.In, Range: boxedRange(v.Range), Was: v.Was, Pending: v.Pending, Active: v.Active})
	}
	for _, i := range s.Invariants {
		b.Invariants = append(b.Invariants, oracle.Invariant{In: i.In, Text: i.Text, Holds: boxedOf(i.Holds)})
	}
	for _, q := range s.Questions {
		ask := boxed(q.Call)
		b.Questions = append(b.Questions, oracle.Question{Text: q.Text, Call: func(m, e any) oracle.Call { return oracle.Call(ask(m, e)) }})
	}
	for _, r := range s.Rows {
		b.Rows = append(b.Rows, oracle.Row{From: r.From, On: r.On, When: r.When, To: r.To, Doc: r.Doc, Effect: oracle.Effect(r.Effect), Guard: boxed(r.Guard), Regional: r.Regional, Where: boxedWhere(r.Where), Asks: r.Asks, Set: boxedSet(r.Set), Emits: boxedEmits(r.Emits), Starts: r.Starts, Invokes: r.Invokes, Cost: boxed(r.Cost), Leaves: r.Leaves})
	}
	for _, l := range s.Limits {
		b.Limits = append(b.Limits, boxedLimit(l))
	}
	for _, r := range s.Runs {
		runs := oracle.Runs{Params: r.Params}
		for _, step := range r.Steps {
			runs.Steps = append(runs.Steps, oracle.RunStep{After: step.After, Row: step.Row, Event: step.Event})
		}
		b.Runs = append(b.Runs, runs)
	}
	return b
}

// boxedLimit returns a limit whose functions take boxes.
func boxedLimit[C any](l Limit[C]) oracle.Limit {
	b := oracle.Limit{Name: l.Name, Unit: l.Unit, Most: boxedOf(l.Most), Transitions: l.Transitions, Timers: l.Timers}
	for _, left := range l.Left {
		b.Left = append(b.Left, boxedOf(left))
	}
	for _, w := range l.Weights {
		weight := oracle.Weight{Call: w.Call, Output: w.Output}
		if w.Value != nil {
			weight.Value = func(m any, with []any) float64 { return w.Value(m.(C), with) }
		}
		b.Weights = append(b.Weights, weight)
	}
	return b
}

// boxTimersAndCalls adds timers, and what states invoke.
func boxTimersAndCalls[C, E any](b *oracle.Spec, s *Spec[C, E]) {
	for _, t := range s.Timers {
		timer := oracle.Timer{Value: t.Value, Name: t.Name, States: t.States, Event: t.Event, In: boxedOf(t.In), Length: t.Length, LengthOf: boxedOf(t.LengthOf), Delay: nil, Deaf: t.Deaf, Was: t.Was}
		if delay := boxedOf(t.Delay); delay != nil {
			timer.Delay = func(m any) oracle.Call { return oracle.Call(delay(m)) }
		}
		b.Timers = append(b.Timers, timer)
	}
	for _, c := range s.Calls {
		b.Calls = append(b.Calls, oracle.Callee(c))
	}
	for _, in := range s.Invocations {
		b.Invocations = append(b.Invocations, oracle.Invocation{Call: in.Call, States: in.States, In: boxedOf(in.In), Args: boxedOf(in.Args)})
	}
}

// boxedMachine returns a machine whose functions take and return boxes.
func boxedMachine[M any, S any, C any](m *Machine[M, S, C]) *subject.Machine {
	b := &subject.Machine{
		New: m.New, State: boxedOf(m.State), Outcome: boxedOf(m.Outcome), Progress: boxedOf(m.Progress),
		Can: func(of any, event int) bool { return m.Can(of.(M), event) }, Has: boxedOf(m.Has), Configuration: boxedOf(m.Configuration), MaxTransitions: boxedOf(m.MaxTransitions),
		WorstCase: boxedOf(m.WorstCase), Left: boxedOf(m.Left),
		Read:      func(of any) any { return m.Read(of.(M)) },
		StateList: m.StateList, EventList: m.EventList, TransitionList: m.TransitionList, DefaultParams: m.DefaultParams, Send: m.Send, Errors: subject.Errors(m.Errors),
		Restore: m.Restore, FromValues: m.FromValues, ReadInput: m.ReadInput, ReadOutput: m.ReadOutput, Inputs: m.Inputs, In: boxedOf(m.In), Typed: m.Typed, Begin: m.Begin, Run: m.Run, Resume: m.Resume,
		Continue: m.Continue, WithObserver: m.WithObserver, WithCheckpoint: m.WithCheckpoint, WithInbox: m.WithInbox,
		Host: boxedHost(m.Host), Kind: boxedHost(m.Kind), RunHost: boxedHost(m.RunHost), Handler: boxedHandler(m.Handler),
		Observer: func(f func(step any)) any { return func(s S) { f(s) } },
	}
	for _, p := range m.Parts {
		b.Parts = append(b.Parts, subject.Part(p))
	}
	if m.Within != nil {
		b.Within = func(of any, place any) bool { return m.Within(of.(M), place) }
	}
	if m.Restart != nil {
		b.Restart = func(of any) { m.Restart(of.(M)) }
	}
	if m.Observe != nil {
		b.Observe = func(of any, clock func() time.Time, observer func(any)) {
			m.Observe(of.(M), clock, func(s S) { observer(s) })
		}
		b.ObserveRefusals = m.ObserveRefusals
		b.Observer = func(f func(step any)) any { return func(s S) { f(s) } }
	}
	return b
}

// boxedHost returns f for what a Host forwards to, which may be nil.
func boxedHost(f func(*Host) any) func(subject.Hosting) any {
	if f == nil {
		return nil
	}
	return func(calls subject.Hosting) any {
		if calls == nil {
			return f(nil)
		}
		return f(&Host{calls})
	}
}

// boxedHandler returns f for what a Handler forwards to.
func boxedHandler(f func(*Handler) any) func(subject.Handling) any {
	if f == nil {
		return nil
	}
	return func(calls subject.Handling) any { return f(&Handler{calls}) }
}

// asCalls returns calls as the oracle has them.
func asCalls(calls []Call) []oracle.Call {
	if calls == nil {
		return nil
	}
	all := make([]oracle.Call, len(calls))
	for i, c := range calls {
		all[i] = oracle.Call(c)
	}
	return all
}

// boxedCalls returns f for a box.
func boxedCalls[C any](f func(C) []Call) func(any) []oracle.Call {
	if f == nil {
		return nil
	}
	return func(m any) []oracle.Call { return asCalls(f(m.(C))) }
}

// boxedEmits returns f for two boxes.
func boxedEmits[C, E any](f func(C, E) []Call) func(any, any) []oracle.Call {
	if f == nil {
		return nil
	}
	calls := boxed(f)
	return func(m, e any) []oracle.Call { return asCalls(calls(m, e)) }
}

// boxedOf returns f for a box.
func boxedOf[C, R any](f func(C) R) func(any) R {
	if f == nil {
		return nil
	}
	return func(m any) R { return f(m.(C)) }
}

// boxed returns f for two boxes.
func boxed[C, E, R any](f func(C, E) R) func(any, any) R {
	if f == nil {
		return nil
	}
	return func(m, e any) R {
		payload, _ := e.(E) // which is nil where nothing is carried
		return f(m.(C), payload)
	}
}

// boxedWhere returns f for a box.
func boxedWhere[C any](f func(C, bool) bool) func(any, bool) bool {
	if f == nil {
		return nil
	}
	return func(m any, rest bool) bool { return f(m.(C), rest) }
}

// boxedRange returns f for a box.
func boxedRange[C any](f func(C) (int, int)) func(any) (int, int) {
	if f == nil {
		return nil
	}
	return func(m any) (int, int) { return f(m.(C)) }
}

// boxedInit returns f for a box, which it replaces.
func boxedInit[C any](f func(*C)) func(*any) {
	if f == nil {
		return nil
	}
	return func(m *any) {
		c := (*m).(C)
		f(&c)
		*m = c
	}
}

// boxedSet returns f for boxes, of which it replaces the last.
func boxedSet[C, E any](f func(C, E, *C)) func(any, any, *any) {
	if f == nil {
		return nil
	}
	return func(m, e any, next *any) {
		c, payload := (*next).(C), *new(E)
		if e != nil {
			payload = e.(E)
		}
		f(m.(C), payload, &c)
		*next = c
	}
}
