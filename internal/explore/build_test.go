package explore

import (
	"slices"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// builder makes machines for tests. Types, ranges and expressions are text, as
// in a spec; states and events come to be when they are first named.
type builder struct {
	t     testing.TB
	m     *core.Machine
	names map[string]expr.Expr
	// outputs are ints that the next transition emits.
	outputs []string
}

func build(t testing.TB, name string) *builder {
	return &builder{t, &core.Machine{Name: name}, map[string]expr.Expr{}, nil}
}

func (b *builder) Lookup(name string) expr.Expr { return b.names[name] }
func (b *builder) All() []string                { return nil }

func (b *builder) typ(name string) expr.Type {
	switch name {
	case "int":
		return expr.Type{Kind: expr.Int}
	case "bool":
		return expr.Type{Kind: expr.Bool}
	case "string":
		return expr.Type{Kind: expr.String}
	}
	for _, e := range b.m.Enums {
		if e.Name == name {
			return expr.Type{Kind: expr.Enumerated, Enum: e}
		}
	}
	g, err := expr.ParseGoType(name)
	if err != nil {
		b.t.Fatal(err)
	}
	return expr.Type{Kind: expr.Opaque, Go: g}
}

func (b *builder) parse(text string, want expr.Type) expr.Expr {
	b.t.Helper()
	if text == "" {
		return nil
	}
	var diags diag.List
	e := expr.Parse(text, diag.Span{}, want, b, &diags)
	if e == nil {
		b.t.Fatalf("parse %q: %v", text, diags)
	}
	return e
}

func (b *builder) enum(name string, values ...string) {
	e := &expr.Enum{Name: name, Values: values}
	b.m.Enums = append(b.m.Enums, e)
	for i, v := range values {
		b.names[v] = &expr.Lit{T: expr.Type{Kind: expr.Enumerated, Enum: e}, Value: int64(i)}
	}
}

func (b *builder) param(name, typ string) {
	s := &expr.Symbol{Scope: expr.Param, Index: len(b.m.Params), Name: name, Type: b.typ(typ)}
	b.m.Params = append(b.m.Params, core.Param{Name: name, Type: s.Type, Symbol: s})
	b.names[name] = &expr.Ref{Symbol: s}
}

func (b *builder) external(name string) {
	s := &expr.Symbol{Scope: expr.External, Index: len(b.m.Asks), Name: name, Type: b.typ("bool")}
	b.m.Asks = append(b.m.Asks, core.Ask{Symbol: s})
	b.names[name] = &expr.Ref{Symbol: s}
}

// variable declares a variable; rng is "", "MIN..MAX" with either left out.
func (b *builder) variable(name, typ, rng, init string) {
	b.t.Helper()
	b.add(name, typ, rng, init, -1)
}

// datum declares a datum of a state.
func (b *builder) datum(state, name, typ, rng string) {
	b.t.Helper()
	b.add(name, typ, rng, "", b.state(state))
}

func (b *builder) add(name, typ, rng, init string, state int) {
	b.t.Helper()
	s := &expr.Symbol{Scope: expr.Var, Index: len(b.m.Vars), Name: name, Type: b.typ(typ)}
	lo, hi, _ := strings.Cut(rng, "..")
	b.m.Vars = append(b.m.Vars, core.Var{
		Name: name, Type: s.Type, Min: b.parse(lo, s.Type), Max: b.parse(hi, s.Type), Init: b.parse(init, s.Type),
		State: state, Symbol: s,
	})
	b.names[name] = &expr.Ref{Symbol: s}
}

// event declares an event with fields such as "class FailureClass".
func (b *builder) event(name string, fields ...string) {
	e := core.Event{Name: name}
	for i, f := range fields {
		field, typ, _ := strings.Cut(f, " ")
		s := &expr.Symbol{Scope: expr.Field, Index: i, Name: field, Type: b.typ(typ)}
		e.Fields = append(e.Fields, core.Field{Name: field, Type: s.Type, Symbol: s})
	}
	b.m.Events = append(b.m.Events, e)
}

func (b *builder) state(name string) int {
	i := slices.IndexFunc(b.m.States, func(s core.State) bool { return s.Name == name })
	if i < 0 {
		i = len(b.m.States)
		b.m.States = append(b.m.States, core.State{Name: name, Outcome: -1})
	}
	return i
}

func (b *builder) terminal(names ...string) {
	o := core.Outcome{Name: "done"}
	for _, n := range names {
		s := b.state(n)
		b.m.States[s].Outcome = 0
		o.States = append(o.States, s)
	}
	b.m.Outcomes = append(b.m.Outcomes, o)
}

// on adds an alternative. An empty to makes it internal. sets are such as
// "retries: retries + 1".
func (b *builder) on(from, event, guard, to string, sets ...string) {
	b.t.Helper()
	e := slices.IndexFunc(b.m.Events, func(e core.Event) bool { return e.Name == event })
	if e < 0 {
		e = len(b.m.Events)
		b.event(event)
	}
	for _, f := range b.m.Events[e].Fields {
		b.names["event."+f.Name] = &expr.Ref{Symbol: f.Symbol}
	}
	t := core.Transition{From: b.state(from), Event: e, Guard: b.parse(guard, b.typ("bool"))}
	if to == "" {
		t.To, t.Internal = t.From, true
	} else {
		t.To = b.state(to)
	}
	for _, s := range sets {
		name, value, _ := strings.Cut(s, ":")
		v := slices.IndexFunc(b.m.Vars, func(v core.Var) bool { return v.Name == name })
		t.Updates = append(t.Updates, core.Update{Var: v, Value: b.parse(strings.TrimSpace(value), b.m.Vars[v].Type)})
	}
	t.Emits = b.emissions()
	for _, f := range b.m.Events[e].Fields {
		delete(b.names, "event."+f.Name)
	}
	b.m.Transitions = append(b.m.Transitions, t)
}

// emissions makes an output of each int that is waiting for one.
func (b *builder) emissions() (list []core.Emission) {
	for _, value := range b.outputs {
		if b.m.Outputs == nil {
			b.m.Outputs = []core.Output{{Name: "Out", Fields: []core.Field{{Name: "x", Type: b.typ("int")}}}}
		}
		list = append(list, core.Emission{Values: []expr.Expr{b.parse(value, b.typ("int"))}})
	}
	b.outputs = nil
	return list
}

func (b *builder) machine() *core.Machine {
	b.m.Sort()
	return b.m
}
