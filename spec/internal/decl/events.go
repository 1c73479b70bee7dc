package decl

import (
	"github.com/fsmgen/fsmgen/internal/syntax"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/internal/walk"
)

// declareEvents declares the events, those of the spec first.
func (l *Declarations) declareEvents() {
	seen := map[string]diag.Span{}
	var cancellation syntax.Text
	all, old := map[string]diag.Span{}, map[string]diag.Span{}
	for _, e := range l.file.Events {
		all[e.Name.Value] = e.Name.Span
	}
	for _, e := range l.file.Events {
		l.names.Check(e.Name, "event")
		if !l.names.Unique(seen, e.Name, "event") {
			continue
		}
		event := core.Event{Name: e.Name.Value, Doc: e.Doc.Value, Environment: e.Environment, Go: l.names.GoName(e.Go), Span: e.Name.Span}
		event.Fields = l.values.payload(e.Fields)
		event.Was = l.names.Was("event", e.Was, all, old)
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
func (l *Declarations) checkCancellation(e *core.Event, at, before syntax.Text) {
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

// eventlessName is the name of the pseudo-event of the transitions under `always`.
const eventlessName = "always"

// declareEventless adds the pseudo-event of transitions without an event, if there are any.
func (l *Declarations) declareEventless() {
	at, ok := walk.FirstAlways(l.file.On, l.file.States)
	if !ok {
		at, ok = walk.FirstRaise(l.file)
	}
	walk.EachState(l.file.States, func(s *syntax.State) {
		if !ok && len(walk.Shared(s)) > 0 {
			at, ok = s.Parallel, true
		}
	})
	if !ok {
		return
	}
	if i, taken := l.events[eventlessName]; taken {
		l.diags.Errorf(diag.CodeEventless, l.machine.Events[i].Span, "event `%s` has the name of the steps without an event", eventlessName).
			Note(at.Span, "these steps are here").Helpf("choose another name for the event")
	}
	l.machine.Events = append(l.machine.Events, core.Event{Name: eventlessName, Internal: true, Eventless: true, Span: at.Span})
}

// checkInternal reports an internal event that somebody else must send.
func (l *Declarations) checkInternal(e *core.Event, at syntax.Text) {
	if len(e.Fields) > 0 {
		l.diags.Errorf(diag.CodeInternal, at.Span, "the internal event `%s` has a payload, for which nothing that raises it has values", e.Name).
			Note(e.Span, "declared here").Helpf("remove the fields, or remove `internal: true`")
	}
	if e.Cancellation {
		l.diags.Errorf(diag.CodeInternal, at.Span, "event `%s` cannot be both internal and the cancellation event, which Run sends", e.Name).
			Note(e.Span, "declared here").Helpf("declare two events, which can have the same transitions")
	}
}
