package spec

import (
	"github.com/fsmgen/fsmgen/internal/gotype"
	"github.com/fsmgen/fsmgen/internal/syntax"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// declarations are what a spec declares besides its states, and the names that
// expressions can use. The parts come in an order in which each refers only to
// earlier ones.
type declarations struct {
	// family reads child machines.
	family  *family
	file    *syntax.File
	machine *core.Machine
	diags   diag.List
	// names are the names that expressions can use in every state, and order is
	// the order in which they are declared.
	names map[string]named
	order []string
	// events finds the events by name.
	events map[string]int
	// calls are the places of the calls and child machines, by name. unsureOfCalls is set when a
	// child machine could not be used.
	calls         map[string]diag.Span
	unsureOfCalls bool
	// used holds the places of the guards, delays, and outputs that something
	// uses.
	used map[diag.Span]bool
	// goTypes are the Go types that have been checked, each with its fault or nil.
	goTypes map[string]*gotype.Fault
	// limit and stall are the rules that end a machine, or nil.
	limit, stall *counter
}

// named is a name of an expression and its place.
type named struct {
	value expr.Expr
	what  string
	span  diag.Span
}

func (l *declarations) declare() {
	m, f := l.machine, l.file
	m.Span = f.Span
	if f.Machine.Given() {
		l.checkName(f.Machine, "machine")
		m.Name, m.Span = f.Machine.Value, f.Machine.Span
		m.Was = l.was("machine", f.Was, names(f.Machine), map[string]diag.Span{})
	}
	m.Doc = f.Doc.Value
	l.goSection()
	l.tests()
	l.faces()
	l.enums()
	l.params()
	l.vars()
	l.rules()
	l.oldNames()
	l.guards()
	l.declareEvents()
	l.outputs()
	l.delays()
	if f.Bound.Given() {
		m.Bound = l.parse(f.Bound, expr.Type{Kind: expr.Int}, paramScope{l})
		m.BoundSpan = f.Bound.Span
	}
}

// enums declares enumerations. A value can always be written as Enum.Value, and
// by its own name if no other enum has a value of that name.
func (l *declarations) enums() {
	seen := map[string]diag.Span{}
	count := map[string]int{}
	for _, e := range l.file.Enums {
		for _, v := range e.Values {
			count[v.Value]++
		}
	}
	for _, e := range l.file.Enums {
		l.checkName(e.Name, "enum")
		if kind(e.Name.Value) != expr.Opaque {
			l.diags.Errorf(diag.CodeName, e.Name.Span, "`%s` is a built-in type and cannot be the name of an enum", e.Name.Value).
				Helpf("choose another name")
		}
		if !l.unique(seen, e.Name, "enum") {
			continue
		}
		enum := &expr.Enum{Name: e.Name.Value, Doc: e.Doc.Value, Go: l.goName(e.Go), Span: e.Name.Span}
		if len(e.Values) == 0 {
			l.diags.Errorf(diag.CodeMissing, e.Name.Span, "enum `%s` has no values", diag.Clip(enum.Name)).Helpf("for example, %s: [Low, High]", enum.Name)
			continue
		}
		values := map[string]diag.Span{}
		if len(e.Values) > 256 {
			l.diags.Errorf(diag.CodeTooBig, e.Name.Span, "enum `%s` has %d values; the limit is 256", diag.Clip(enum.Name), len(e.Values)).
				Helpf("use an int with a range, or a string")
			continue
		}
		for i, v := range e.Values {
			l.checkName(v, "value")
			if !l.unique(values, v, "value") {
				continue
			}
			lit := &expr.Lit{T: expr.Type{Kind: expr.Enumerated, Enum: enum}, Value: int64(i)}
			l.names[enum.Name+"."+v.Value] = named{value: lit}
			l.order = append(l.order, enum.Name+"."+v.Value)
			if count[v.Value] == 1 {
				l.name(v, "value of enum "+enum.Name, lit)
			}
			enum.Values = append(enum.Values, v.Value)
		}
		l.oldValues(enum, e)
		l.machine.Enums = append(l.machine.Enums, enum)
	}
}

func (l *declarations) params() {
	for i, p := range l.file.Params {
		l.checkName(p.Name, "parameter")
		t := l.typeOf(p.Type)
		if t.Kind == expr.Opaque {
			l.diags.Errorf(diag.CodeType, p.Type.Span, "parameter `%s` cannot have type %s", diag.Clip(p.Name.Value), diag.Clip(t.String())).
				Helpf("the type of a parameter is int, bool, string, or an enum; pass other values in event payloads")
			t = expr.Type{}
		}
		s := &expr.Symbol{Scope: expr.Param, Index: i, Name: p.Name.Value, Type: t}
		param := core.Param{Name: p.Name.Value, Doc: p.Doc.Value, Type: t, Symbol: s, Go: l.goName(p.Go), Span: p.Name.Span}
		// The scope contains only the parameters before this one, so ranges cannot
		// refer to each other in a cycle.
		param.Min, param.Max = l.limits(p, t)
		param.Default = l.parse(p.Init, t, paramScope{l})
		l.machine.Params = append(l.machine.Params, param)
		l.checkRange(param, p.Init.Span)
		l.name(p.Name, "parameter", &expr.Ref{Symbol: s})
	}
}

func (l *declarations) limits(d syntax.Decl, t expr.Type) (lo, hi expr.Expr) {
	for _, limit := range []syntax.Text{d.Min, d.Max} {
		if limit.Given() && t.Kind != expr.Int && t.Kind != expr.Invalid {
			l.diags.Errorf(diag.CodeType, limit.Span, "only an int can have a range, but `%s` has type %s", diag.Clip(d.Name.Value), diag.Clip(t.String())).
				Helpf("remove `min` and `max`, or make the type int")
			return nil, nil
		}
	}
	number := expr.Type{Kind: expr.Int}
	return l.parse(d.Min, number, paramScope{l}), l.parse(d.Max, number, paramScope{l})
}

func (l *declarations) vars() {
	for _, v := range l.file.Vars {
		l.checkName(v.Name, "variable")
		decl := l.variable(v, -1)
		if decl.Type.Scalar() {
			decl.Init = l.initial(v, decl.Type)
		} else if v.Init.Given() {
			l.diags.Errorf(diag.CodeType, v.Init.Span, "a variable of Go type %s cannot have an initial value: it starts with Go's zero value", diag.Clip(decl.Type.String())).
				Helpf("remove `init`, and set the variable in a transition")
		}
		l.machine.Vars = append(l.machine.Vars, decl)
	}
	for _, v := range l.machine.Vars {
		l.name(syntax.Text{Value: v.Name, Span: v.Span}, "variable", &expr.Ref{Symbol: v.Symbol})
	}
}

// initial returns the declared initial value, or the zero value of the type.
func (l *declarations) initial(v syntax.Decl, t expr.Type) expr.Expr {
	if v.Init.Given() {
		return l.parse(v.Init, t, paramScope{l})
	}
	if t.Kind == expr.String {
		return &expr.Text{}
	}
	return &expr.Lit{T: t}
}

func (l *declarations) variable(d syntax.Decl, state int) core.Var {
	t := l.typeOf(d.Type)
	s := &expr.Symbol{Scope: expr.Var, Index: len(l.machine.Vars), Name: d.Name.Value, Type: t}
	v := core.Var{Name: d.Name.Value, Doc: d.Doc.Value, Type: t, State: state, Symbol: s, Go: l.goName(d.Go), Span: d.Name.Span}
	v.Min, v.Max = l.limits(d, t)
	return v
}

func (l *declarations) declareEvents() {
	l.events = map[string]int{}
	seen := map[string]diag.Span{}
	var cancellation syntax.Text
	all, old := map[string]diag.Span{}, map[string]diag.Span{}
	for _, e := range l.file.Events {
		all[e.Name.Value] = e.Name.Span
	}
	for _, e := range l.file.Events {
		l.checkName(e.Name, "event")
		if !l.unique(seen, e.Name, "event") {
			continue
		}
		event := core.Event{Name: e.Name.Value, Doc: e.Doc.Value, Environment: e.Environment, Go: l.goName(e.Go), Span: e.Name.Span}
		event.Fields = l.fields(e.Fields, "field")
		event.Was = l.was("event", e.Was, all, old)
		if c := e.Cancellation; c.Given() {
			event.Cancellation = true
			l.checkCancellation(&event, c, cancellation)
			cancellation = c
		}
		if e.Internal.Given() {
			event.Internal = true
			l.checkInternal(&event, e.Internal)
		}
		l.events[event.Name] = len(l.machine.Events)
		l.machine.Events = append(l.machine.Events, event)
	}
	l.declareCalls()
	l.declareChildren()
	l.declareEventless()
}

// checkCancellation reports a cancellation event with an unsuitable payload, and a
// second cancellation event.
func (l *declarations) checkCancellation(e *core.Event, at, before syntax.Text) {
	if before.Given() {
		l.diags.Errorf(diag.CodeDuplicate, at.Span, "event `%s` is a second cancellation event", e.Name).Note(before.Span, "the first one is marked here").
			Helpf("mark only one event: a canceled context raises one event")
	}
	fits := len(e.Fields) == 0 || len(e.Fields) == 1 && e.Fields[0].Type.String() == "error"
	if !fits {
		l.diags.Errorf(diag.CodeType, at.Span, "a canceled context cannot raise event `%s`, because it has no values for the payload", e.Name).
			Helpf("a cancellation event has no payload, or a single field of type error")
	}
}

// fields declares the payload of an event, the fields of an output, or the
// arguments of an external guard or delay.
func (l *declarations) fields(list []syntax.Field, what string) []core.Field {
	var out []core.Field
	seen := map[string]diag.Span{}
	for _, f := range list {
		l.checkName(f.Name, what)
		if !l.unique(seen, f.Name, what) {
			continue
		}
		t := l.typeOf(f.Type)
		s := &expr.Symbol{Scope: expr.Field, Index: len(out), Name: f.Name.Value, Type: t}
		out = append(out, core.Field{Name: f.Name.Value, Type: t, Symbol: s, Span: f.Name.Span})
	}
	return out
}

// event returns the index of an event, or -1 if there is none of this name.
func (l *declarations) event(name string) int {
	if e, ok := l.events[name]; ok {
		return e
	}
	return -1
}

// eventNames lists the events that states can name.
func (l *declarations) eventNames() []string {
	var known []string
	for _, e := range l.machine.Events {
		if !e.Eventless && !e.Result {
			known = append(known, e.Name)
		}
	}
	return known
}
