package fsmtest

import "time"

// The package works with configurations, payloads, machines and steps in boxes: it is compiled
// once, and not for each machine. This file puts them there.

// boxedSpec returns a spec whose functions take and return boxes.
func boxedSpec[C, E any](s *Spec[C, E]) *Spec[any, any] {
	b := &Spec[any, any]{
		Name: s.Name, Package: s.Package, Was: s.Was, Removed: s.Removed, Initial: s.Initial, Outcomes: s.Outcomes, Enums: s.Enums, Places: s.Places, Calls: s.Calls, Rank: s.Rank, Settles: s.Settles, Together: s.Together,
		Init: boxedInit(s.Init), Start: boxedOf(s.Start), Bound: boxedOf(s.Bound), Size: boxedOf(s.Size), StartCost: boxedOf(s.StartCost),
	}
	for _, t := range s.States {
		b.States = append(b.States, State[any]{t.Value, t.Name, t.Outcome, t.Doc, boxedOf(t.Progress), t.Was, t.Removed, t.Around, t.Text})
	}
	for _, e := range s.Events {
		event := Event[any, any]{Value: e.Value, Name: e.Name, Method: e.Method, Doc: e.Doc, Was: e.Was, Environment: e.Environment, Cancellation: e.Cancellation, Deaf: e.Deaf, Internal: e.Internal, Eventless: e.Eventless}
		for _, f := range e.Fields {
			event.Fields = append(event.Fields, Field[any, any]{f.Name, f.Go, f.Use, boxed(f.Edges)})
		}
		b.Events = append(b.Events, event)
	}
	for _, t := range s.Timers {
		b.Timers = append(b.Timers, Timer[any]{t.Value, t.Name, t.States, t.Event, boxedOf(t.In), t.Length, boxedOf(t.Delay), t.Deaf, t.Was})
	}
	for _, in := range s.Invocations {
		b.Invocations = append(b.Invocations, Invocation[any]{in.Call, in.States, boxedOf(in.In), boxedOf(in.Args)})
	}
	for _, p := range s.Params {
		b.Params = append(b.Params, Param[any]{p.Name, boxedRange(p.Range), boxedOf(p.Default), p.Texts, p.Unbounded, p.Overflows, p.Was})
	}
	for _, v := range s.Vars {
		b.Vars = append(b.Vars, Var[any]{v.Name, v.Go, v.Field, v.In, boxedRange(v.Range), v.Was, v.Pending, v.Active})
	}
	for _, i := range s.Invariants {
		b.Invariants = append(b.Invariants, Invariant[any]{i.In, i.Text, boxedOf(i.Holds)})
	}
	for _, q := range s.Questions {
		b.Questions = append(b.Questions, Question[any, any]{q.Text, boxed(q.Call)})
	}
	for _, r := range s.Rows {
		b.Rows = append(b.Rows, Row[any, any]{r.From, r.On, r.When, r.To, r.Doc, r.Effect, boxed(r.Guard), r.Regional, boxedWhere(r.Where), r.Asks, boxedSet(r.Set), boxed(r.Emits), r.Starts, r.Invokes, boxed(r.Cost), r.Leaves})
	}
	for _, r := range s.Runs {
		runs := Runs[any, any]{Params: r.Params}
		for _, step := range r.Steps {
			runs.Steps = append(runs.Steps, RunStep[any]{step.After, step.Row, step.Event})
		}
		b.Runs = append(b.Runs, runs)
	}
	return b
}

// boxedMachine returns a machine whose functions take and return boxes.
func boxedMachine[M any, S any, C any](m *Machine[M, S, C]) *Machine[any, any, any] {
	b := &Machine[any, any, any]{
		New: m.New, Host: m.Host, State: boxedOf(m.State), Outcome: boxedOf(m.Outcome), Progress: boxedOf(m.Progress),
		Can: func(of any, event int) bool { return m.Can(of.(M), event) }, Has: boxedOf(m.Has), Configuration: boxedOf(m.Configuration), MaxTransitions: boxedOf(m.MaxTransitions),
		Read:      func(of any) any { return m.Read(of.(M)) },
		StateList: m.StateList, EventList: m.EventList, TransitionList: m.TransitionList, DefaultParams: m.DefaultParams, Send: m.Send, Errors: m.Errors,
		Restore: m.Restore, FromValues: m.FromValues, ReadInput: m.ReadInput, ReadOutput: m.ReadOutput, Kind: m.Kind, Inputs: m.Inputs, In: boxedOf(m.In), Typed: m.Typed, Begin: m.Begin, Run: m.Run, Resume: m.Resume,
		Continue: m.Continue, WithObserver: m.WithObserver, WithCheckpoint: m.WithCheckpoint, WithInbox: m.WithInbox, Handler: m.Handler, Parts: m.Parts, RunHost: m.RunHost,
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
	}
	return b
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
