package spec

import (
	"github.com/fsmgen/fsmgen/internal/gotype"
	"github.com/fsmgen/fsmgen/internal/syntax"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// declarations are what a spec declares besides its states. The parts come in an
// order in which each refers only to earlier ones.
type declarations struct {
	*typing
	// family reads child machines.
	family *family
	// events finds the events by name.
	events map[string]int
	// calls are the places of the calls and child machines, by name. unsureOfCalls is set when a
	// child machine could not be used.
	calls         map[string]diag.Span
	unsureOfCalls bool
	// used holds the places of the guards, delays, and outputs that something
	// uses.
	used map[diag.Span]bool
}

// newDeclarations returns the declarations of a spec in the named file, before [declarations.declare].
func newDeclarations(fam *family, name string, f *syntax.File) *declarations {
	return &declarations{
		typing: &typing{
			naming:  &naming{names: map[string]named{}},
			file:    f,
			machine: &core.Machine{File: name},
			goTypes: map[string]*gotype.Fault{},
		},
		family: fam,
		used:   map[diag.Span]bool{},
	}
}

// declare adds to the machine what the spec declares besides its states.
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
		m.Bound = l.parse(f.Bound, expr.Type{Kind: expr.Int}, paramScope{l.naming})
		m.BoundSpan = f.Bound.Span
	}
}

// declareEvents declares the events, those of the spec first.
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
	l.oldCalls()
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
