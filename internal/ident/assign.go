package ident

import (
	"slices"

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
	// Host is the interface that the program implements, and GuardSet, OutputSet,
	// TimerSet, and CallSet are the interfaces that it embeds. Each is "" if the machine
	// does not need it.
	Host, GuardSet, OutputSet, TimerSet, CallSet string
	// Context is the parameter with the context of the call that makes a step, and NilContext the error type for an event without
	// one. They are "" if no method of the host takes a context.
	Context, NilContext string
	// Reentrant is the error type for events that arrive during a step.
	Reentrant string
	// Send is the method that takes an event as a value. It is "" for a machine
	// that has an event with a payload, results of calls, which have a number, no event that is not
	// internal, or another method of this name.
	Send string
	// Allows says that the machine has the method of this name, which tries an event. Silent is the host that it uses, which is not
	// exported; "" if the machine has no host, a recorder that takes its place, or not this method.
	Allows bool
	Silent string
	// Refusals is the variable with the errors of illegal events, and Table the one
	// with the target states of events. They are not exported.
	Refusals, Table string
	// Timer is the type of the timers' constants, and StaleTimer the error type for
	// timers that fire too late. They are "" if TimerSet is.
	Timer, StaleTimer string
	// Call is the type of the calls' constants, StaleCall the error type for results that come too
	// late, and Number the parameter with the number of a start. They are "" if CallSet is.
	Call, StaleCall, Number string
	// New and Defaults are functions.
	New, Defaults string
	// Start is the function that makes a machine which is not at rest yet. It is not exported, and
	// "" for a machine without transitions without an event.
	Start string
	// StateList and EventList are the functions that list the states and the
	// events.
	StateList, EventList string
	// Texts are the variables with the texts of constants, by the type of the constants. They are not exported.
	Texts map[string]string
	// Running is the constant for the outcome of a running machine.
	Running string
	// Fields are the fields of the parameter struct.
	Fields   []string
	Enums    []Enum
	Vars     []Var
	Guards   []Guard
	Events   []Event
	Outputs  []Output
	Delays   []Delay
	States   []string
	Outcomes []string
	// Timers are the constants of the timers.
	Timers  []string
	Calls   []Call
	Record  Record
	Values  Values
	Columns Columns
	Worst   Worst
	Within  Within
	Typed   Typed
	Run     Run
}

// Enum names a declared enumeration and its constants.
type Enum struct {
	Type   string
	Values []string
}

// Var names the field of a variable and the method that reads it. Data of different
// states with the same name and type share both.
type Var struct {
	Field, Getter string
}

// Event names an event's constant, its method and the method's parameters. The method of an
// internal event is not exported. That of a result has the parameter [Names.Number] before Args.
type Event struct {
	Const, Method string
	// Handle is the unexported method of the step of the event alone, if transitions without an event
	// may follow. It is "" otherwise, as for the pseudo-event of these: then Method makes the step.
	Handle string
	Args   []string
}

// Guard names the method that answers an external guard, its parameters, and the
// method of the machine that calls it. All are empty for a guard with a condition.
type Guard struct {
	Method, Ask string
	Args        []string
}

// Output names the method that receives an output, and its parameters.
type Output struct {
	Method string
	Args   []string
}

// Delay names the method that computes an external delay and its parameters, or the
// constant of a constant delay. The other name is "".
type Delay struct {
	Method, Const string
	Args          []string
}

// Assign assigns all Go identifiers of m. The prefix, which may be "", is put before
// each package-level name, so that several machines can share a package. The
// diagnostics report collisions, each with both positions.
func Assign(m *core.Machine, prefix string) (*Names, diag.List) {
	a := &allocator{
		machine: m, scopes: &scopes{pkg: scope{}, methods: scope{}}, fields: scope{},
		private: map[string]bool{"state": true, "params": true},
		data:    map[datum]Var{}, states: map[string]core.State{},
	}
	a.checks = &checker{m, a.scopes}
	for _, s := range m.States {
		a.states[s.Name] = s
	}
	a.foreign = foreign(m)
	a.takeContext()
	n := &Names{
		Context: a.context,
		Machine: a.scopes.own("Machine", prefix), Params: a.scopes.own("Params", prefix), State: a.scopes.own("State", prefix),
		Event: a.scopes.own("Event", prefix), Outcome: a.scopes.own("Outcome", prefix),
		Illegal: a.scopes.own("IllegalTransitionError", prefix), Rejected: a.scopes.own("GuardRejectedError", prefix), Payload: a.scopes.own("InvalidPayloadError", prefix),
		New: a.scopes.own("New"+prefix, ""), Defaults: a.scopes.own("Default"+prefix+"Params", ""), Running: a.scopes.own("OutcomeNone", prefix),
		StateList: a.scopes.own("States", prefix), EventList: a.scopes.own("Events", prefix),
	}
	for _, method := range reservedMethods {
		a.scopes.reserve(method)
	}
	if m.Parallel() {
		a.scopes.reserve("Configuration")
	}
	n.Refusals, n.Table = a.scopes.ownPrivate("IllegalTransition", prefix), a.scopes.ownPrivate("TransitionTable", prefix)
	a.variables = map[string]bool{n.Refusals: true, n.Table: true}
	if m.Eventless() >= 0 {
		a.private["settle"], a.private["onward"] = true, true
		if m.Parallel() {
			a.private["turn"] = true
		}
	}
	if m.GoesOn(nil) {
		n.Start = a.scopes.ownPrivate("StartMachine", prefix)
	}
	if n.Context != "" {
		n.NilContext = a.scopes.own("NilContextError", prefix)
	}
	a.hosted(n, prefix)
	a.recorded(n, prefix)
	a.columns(n, prefix)
	a.worst(n, prefix)
	a.typed(n, prefix)
	a.values(n, prefix)
	a.within(n, prefix)
	params := scope{"Validate": {what: "method Validate"}, "MaxTransitions": {what: "method MaxTransitions"}}
	if n.Worst.Type != "" {
		params["WorstCase"] = use{what: "method WorstCase"}
	}
	for _, p := range m.Params {
		n.Fields = append(n.Fields, a.scopes.take(params, export(p.Name, p.Go), "parameter `"+p.Name+"`", p.Span))
	}
	for _, e := range m.Enums {
		n.Enums = append(n.Enums, a.enum(e, prefix))
	}
	for _, s := range m.States {
		n.States = append(n.States, a.scopes.take(a.scopes.pkg, prefix+"State"+export(s.Name, s.Go), "state `"+s.Name+"`", s.Span))
	}
	for _, o := range m.Outcomes {
		n.Outcomes = append(n.Outcomes, a.scopes.take(a.scopes.pkg, prefix+"Outcome"+Export(o.Name), "outcome `"+o.Name+"`", o.Span))
	}
	for i := range m.Events {
		n.Events = append(n.Events, a.event(i, prefix))
	}
	a.host(n, prefix)
	a.texts(n)
	a.payloads(n, prefix)
	for i := range m.Vars {
		n.Vars = append(n.Vars, a.variable(i))
	}
	a.valueFields(n)
	n.Send = a.send()
	a.allows(n, prefix)
	a.checks.opaque(n)
	if len(a.scopes.diags) == 0 {
		a.checks.vetted(n)
	}
	return n, a.scopes.diags
}

// texts allocates the variables with the texts of constants.
func (a *allocator) texts(n *Names) {
	n.Texts = map[string]string{}
	types := []string{n.State, n.Event, n.Outcome, n.Timer, n.Call, n.Within.Composite}
	for _, e := range n.Enums {
		types = append(types, e.Type)
	}
	for _, t := range types {
		if t != "" {
			n.Texts[t] = a.scopes.own("textsOf"+t, "")
		}
	}
}

// reservedMethods are the methods that every generated machine has.
var reservedMethods = []string{"State", "Params", "Outcome", "Progress", "Can", "String"}

// scope maps the identifiers of one Go scope to their uses.
type scope map[string]use

type use struct {
	what string
	span diag.Span
}

type allocator struct {
	machine *core.Machine
	// fields are those of the generated machine.
	fields scope
	scopes *scopes
	checks *checker
	// private are the unexported fields and methods of the generated machine.
	private map[string]bool
	// variables are the variables of the generated package.
	variables map[string]bool
	// context is the parameter with the context of a call, or "".
	context string
	// foreign are the packages and the types of their own that types of the spec name.
	foreign map[string]bool
	// data are the names of the data so far.
	data map[datum]Var
	// states are the states of the machine, by name.
	states map[string]core.State
}

// datum identifies the data of different states that share a field.
type datum struct {
	name, goName string
	kind         expr.Kind
	enum         *expr.Enum
	text         string // of a Go type
}

// export returns the exported form of a name, or the Go name that the spec chooses.
func export(name, given string) string {
	if given != "" {
		return given
	}
	return Export(name)
}

// send returns the name of the method that takes an event as a value, or "".
func (a *allocator) send() string {
	const name = "Send"
	payload := func(e core.Event) bool { return len(e.Fields) > 0 || e.Result }
	sent := func(e core.Event) bool { return !e.Internal }
	if _, taken := a.scopes.methods[name]; taken || !slices.ContainsFunc(a.machine.Events, sent) || slices.ContainsFunc(a.machine.Events, payload) {
		return ""
	}
	return name
}

func (a *allocator) enum(e *expr.Enum, prefix string) Enum {
	out := Enum{Type: a.scopes.take(a.scopes.pkg, prefix+export(e.Name, e.Go), "enum `"+e.Name+"`", e.Span)}
	for _, v := range e.Values {
		out.Values = append(out.Values, a.scopes.take(a.scopes.pkg, out.Type+Export(v), "value `"+v+"` of enum `"+e.Name+"`", e.Span))
	}
	return out
}

func (a *allocator) event(i int, prefix string) Event {
	e := &a.machine.Events[i]
	what, name := "event `"+e.Name+"`", export(e.Name, e.Go)
	switch {
	case e.Eventless:
		what = "`" + e.Name + "`"
	case e.Result:
		name, what = a.resultOf(i)
	}
	out := Event{Const: a.scopes.take(a.scopes.pkg, prefix+"Event"+name, what, e.Span)}
	if stepsAlone(a.machine, i) {
		out.Handle = "handle" + name
		a.private[out.Handle] = true
	}
	if e.Internal {
		out.Method = "raise" + name
		a.private[out.Method] = true
		return out
	}
	out.Method = a.scopes.take(a.scopes.methods, name, what, e.Span)
	if e.Result {
		out.Args = a.numbered(e.Fields)
	} else {
		out.Args = a.arguments(e.Fields, scope{})
	}
	return out
}

func (a *allocator) variable(i int) Var {
	v := a.machine.Vars[i]
	what, key := "variable `"+v.Name+"`", datum{name: v.Name, goName: v.Go, kind: v.Type.Kind, enum: v.Type.Enum}
	if v.Type.Go != nil {
		key.text = v.Type.Go.Text
	}
	if v.State >= 0 {
		if shared, ok := a.data[key]; ok {
			return shared
		}
		what = "datum `" + v.Name + "` of state `" + a.machine.States[v.State].Name + "`"
	}
	field := Unexport(export(v.Name, v.Go))
	if a.private[field] {
		field += "_"
	}
	out := Var{
		Field:  a.scopes.take(a.fields, field, what, v.Span),
		Getter: a.scopes.take(a.scopes.methods, export(v.Name, v.Go), what, v.Span),
	}
	if v.State >= 0 {
		a.data[key] = out
	}
	return out
}
