package picturetest

import (
	"fmt"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// builder makes a machine in code. It panics on a mistake in that code.
type builder struct {
	m     core.Machine
	names map[string]expr.Expr
	// visits are the outputs of entering and leaving, in order.
	visits []core.Emission
}

func newBuilder(name, doc, file string) *builder {
	return &builder{m: core.Machine{Name: name, Doc: doc, File: file}, names: make(map[string]expr.Expr)}
}

// Lookup implements [expr.Names].
func (b *builder) Lookup(name string) expr.Expr { return b.names[name] }

// All implements [expr.Names].
func (b *builder) All() []string { return nil }

func (b *builder) parse(text string, want expr.Type) expr.Expr {
	if text == "" {
		return nil
	}
	var diags diag.List
	e := expr.Parse(text, diag.Span{}, want, b, &diags)
	if len(diags) > 0 {
		panic(fmt.Sprintf("expression %q: %v", text, diags))
	}
	return e
}

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
		panic(err)
	}
	return expr.Type{Kind: expr.Opaque, Go: g}
}

func (b *builder) enum(name, doc string, values ...string) {
	e := &expr.Enum{Name: name, Doc: doc, Values: values}
	b.m.Enums = append(b.m.Enums, e)
	for i, v := range values {
		b.names[v] = &expr.Lit{T: expr.Type{Kind: expr.Enumerated, Enum: e}, Value: int64(i)}
	}
}

func (b *builder) param(name, typ, low, high, def, doc string) {
	t := b.typ(typ)
	s := &expr.Symbol{Scope: expr.Param, Index: len(b.m.Params), Name: name, Type: t}
	b.m.Params = append(b.m.Params, core.Param{
		Name: name, Doc: doc, Type: t, Min: b.parse(low, t), Max: b.parse(high, t), Default: b.parse(def, t), Symbol: s,
	})
	b.names[name] = &expr.Ref{Symbol: s}
}

// variable adds a variable, or with a state's index a datum of it.
func (b *builder) variable(state int, name, typ, low, high, first, doc string) {
	t := b.typ(typ)
	s := &expr.Symbol{Scope: expr.Var, Index: len(b.m.Vars), Name: name, Type: t}
	b.m.Vars = append(b.m.Vars, core.Var{
		Name: name, Doc: doc, Type: t, Min: b.parse(low, t), Max: b.parse(high, t), Init: b.parse(first, t), State: state, Symbol: s,
	})
	b.names[name] = &expr.Ref{Symbol: s}
}

// event adds an event; fields are names and types in turn.
func (b *builder) event(name, doc string, fields ...string) {
	e := core.Event{Name: name, Doc: doc}
	for i := 0; i < len(fields); i += 2 {
		t := b.typ(fields[i+1])
		s := &expr.Symbol{Scope: expr.Field, Index: i / 2, Name: fields[i], Type: t}
		e.Fields = append(e.Fields, core.Field{Name: fields[i], Type: t, Symbol: s})
		b.names["event."+fields[i]] = &expr.Ref{Symbol: s}
	}
	b.m.Events = append(b.m.Events, e)
}

// state adds a state; outcome is an index, or -1.
func (b *builder) state(name, doc string, outcome int, composites ...string) {
	if outcome >= 0 {
		o := &b.m.Outcomes[outcome]
		o.States = append(o.States, len(b.m.States))
	}
	b.m.States = append(b.m.States, core.State{Name: name, Doc: doc, Outcome: outcome, Composites: composites})
}

func (b *builder) progress(state string, value string) {
	b.m.Rank = 1
	b.m.States[b.stateIndex(state)].Progress = []expr.Expr{b.parse(value, b.typ("int"))}
}

// finish gives terminal states their progress and orders the transitions.
func (b *builder) finish() *core.Machine {
	if b.m.Rank > 0 {
		for i := range b.m.States {
			if b.m.Terminal(i) {
				b.m.States[i].Progress = []expr.Expr{expr.Number(0)}
			}
		}
	}
	b.visitAll()
	b.m.Sort()
	return &b.m
}

// on adds a transition; set is variables and expressions in turn. Without a
// target it is internal.
func (b *builder) on(composite, from, event, guard, to string, set ...string) {
	t := core.Transition{
		From: b.stateIndex(from), Composite: composite, Guard: b.parse(guard, b.typ("bool")),
	}
	for i := range b.m.Events {
		if b.m.Events[i].Name == event {
			t.Event = i
		}
	}
	t.Written = t.Guard
	t.To, t.Internal = t.From, to == ""
	if to != "" {
		t.To = b.stateIndex(to)
	}
	for i := 0; i < len(set); i += 2 {
		for v := range b.m.Vars {
			if b.m.Vars[v].Name == set[i] {
				t.Updates = append(t.Updates, core.Update{Var: v, Value: b.parse(set[i+1], b.m.Vars[v].Type)})
			}
		}
	}
	b.m.Transitions = append(b.m.Transitions, t)
}

func (b *builder) stateIndex(name string) int {
	for i := range b.m.States {
		if b.m.States[i].Name == name {
			return i
		}
	}
	panic("no state " + name)
}
