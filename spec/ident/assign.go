package ident

import (
	"go/doc"
	"strings"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// Names are the Go identifiers of one machine. Slices run parallel to those
// of the core machine.
type Names struct {
	// Machine, Params, State, Event and Outcome are type names.
	Machine, Params, State, Event, Outcome string
	// Illegal, Rejected and Payload are the names of the error types.
	Illegal, Rejected, Payload string
	// New and Defaults are functions.
	New, Defaults string
	// StateList and EventList are the functions that list the states and the
	// events.
	StateList, EventList string
	// Running is the constant for "no outcome yet".
	Running string
	// Fields are the fields of the parameter struct.
	Fields   []string
	Enums    []Enum
	Vars     []Var
	Events   []Event
	States   []string
	Outcomes []string
}

// Enum names a declared enumeration and its constants.
type Enum struct {
	Type   string
	Values []string
}

// Var names the field of a variable and the method that reads it. Data of
// several states with one name and type share both.
type Var struct {
	Field, Getter string
}

// Event names an event's constant, its method and the method's parameters.
type Event struct {
	Const, Method string
	Args          []string
}

// Assign names everything in m. The prefix goes before each package-level
// name, so that several machines can share a package; it may be empty. The
// diagnostics are collisions, each with both places.
func Assign(m *core.Machine, prefix string) (*Names, diag.List) {
	a := &allocator{machine: m, pkg: scope{}, methods: scope{}, fields: scope{}}
	n := &Names{
		Machine: a.own("Machine", prefix), Params: a.own("Params", prefix), State: a.own("State", prefix),
		Event: a.own("Event", prefix), Outcome: a.own("Outcome", prefix),
		Illegal: a.own("IllegalTransitionError", prefix), Rejected: a.own("GuardRejectedError", prefix), Payload: a.own("InvalidPayloadError", prefix),
		New: a.own("New"+prefix, ""), Defaults: a.own("Default"+prefix+"Params", ""), Running: a.own("OutcomeNone", prefix),
		StateList: a.own("States", prefix), EventList: a.own("Events", prefix),
	}
	for _, method := range reservedMethods {
		a.methods[method] = use{what: "method " + method + " of the generated machine"}
	}
	params := scope{"Validate": {what: "method Validate"}, "MaxTransitions": {what: "method MaxTransitions"}}
	for _, p := range m.Params {
		n.Fields = append(n.Fields, a.take(params, Export(p.Name), "parameter `"+p.Name+"`", p.Span))
	}
	for _, e := range m.Enums {
		n.Enums = append(n.Enums, a.enum(e.Name, e.Values, prefix))
	}
	for _, s := range m.States {
		n.States = append(n.States, a.take(a.pkg, prefix+"State"+Export(s.Name), "state `"+s.Name+"`", s.Span))
	}
	for _, o := range m.Outcomes {
		n.Outcomes = append(n.Outcomes, a.take(a.pkg, prefix+"Outcome"+Export(o.Name), "outcome `"+o.Name+"`", o.Span))
	}
	for _, e := range m.Events {
		n.Events = append(n.Events, a.event(e, prefix))
	}
	for i := range m.Vars {
		n.Vars = append(n.Vars, a.variable(i, n.Vars))
	}
	return n, a.diags
}

// reservedMethods are the methods that every generated machine has.
var reservedMethods = []string{"State", "Params", "Outcome", "Progress", "Can", "String"}

// scope maps the identifiers of one Go scope to what took them.
type scope map[string]use

type use struct {
	what string
	span diag.Span
}

type allocator struct {
	machine              *core.Machine
	pkg, methods, fields scope
	diags                diag.List
}

// own takes a package-level name that the generated code needs for itself.
func (a *allocator) own(name, prefix string) string {
	name = prefix + name
	a.pkg[name] = use{what: "the generated " + name}
	return name
}

func (a *allocator) take(s scope, name, what string, span diag.Span) string {
	first, taken := s[name]
	if !taken {
		s[name] = use{what, span}
		return name
	}
	d := a.diags.Errorf(diag.CodeCollision, span, "%s is `%s` in Go, and so is %s", what, name, first.what)
	if first.span.Start.IsValid() {
		d.Note(first.span, "the first is declared here")
	}
	d.Helpf("rename one of them")
	return name
}

func (a *allocator) enum(name string, values []string, prefix string) Enum {
	e := Enum{Type: a.take(a.pkg, prefix+Export(name), "enum `"+name+"`", a.machine.Span)}
	for _, v := range values {
		e.Values = append(e.Values, a.take(a.pkg, e.Type+Export(v), "value `"+v+"` of enum `"+name+"`", a.machine.Span))
	}
	return e
}

func (a *allocator) event(e core.Event, prefix string) Event {
	what := "event `" + e.Name + "`"
	out := Event{
		Const:  a.take(a.pkg, prefix+"Event"+Export(e.Name), what, e.Span),
		Method: a.take(a.methods, Export(e.Name), what, e.Span),
	}
	args := scope{}
	for _, f := range e.Fields {
		name := a.take(args, Unexport(f.Name), "field `"+f.Name+"`", f.Span)
		out.Args = append(out.Args, a.argument(name))
	}
	return out
}

// argument makes a parameter name that hides nothing its method needs: the
// receiver, predeclared names, and the packages and types that the spec names.
func (a *allocator) argument(name string) string {
	hides := name == "m" || doc.IsPredeclared(name)
	look := func(t expr.Type) {
		if t.Go == nil {
			return
		}
		for _, p := range t.Go.Parts {
			hides = hides || p.Path != "" && name == lastElem(p.Path) || p.Path == "" && name == p.Name
		}
	}
	for _, v := range a.machine.Vars {
		look(v.Type)
	}
	for _, e := range a.machine.Events {
		for _, f := range e.Fields {
			look(f.Type)
		}
	}
	if hides {
		return name + "_"
	}
	return name
}

// lastElem is the usual name of a package: the end of its path, without the
// major version ("math/rand/v2" is rand).
func lastElem(path string) string {
	dir, last := "", path
	if i := strings.LastIndexByte(path, '/'); i >= 0 {
		dir, last = path[:i], path[i+1:]
	}
	if dir != "" && last[0] == 'v' && last != "v" && strings.Trim(last[1:], "0123456789") == "" {
		return lastElem(dir)
	}
	return last
}

func (a *allocator) variable(i int, before []Var) Var {
	v := a.machine.Vars[i]
	for j, w := range a.machine.Vars[:i] {
		if v.State >= 0 && w.State >= 0 && v.Name == w.Name && v.Type.Same(w.Type) {
			return before[j]
		}
	}
	what := "variable `" + v.Name + "`"
	if v.State >= 0 {
		what = "datum `" + v.Name + "` of state `" + a.machine.States[v.State].Name + "`"
	}
	field := Unexport(v.Name)
	if field == "state" || field == "params" {
		field += "_"
	}
	return Var{
		Field:  a.take(a.fields, field, what, v.Span),
		Getter: a.take(a.methods, Export(v.Name), what, v.Span),
	}
}
