package proptest

import (
	"strings"
)

// faces says which faces the generated code has. A machine without events has no
// use for those that take events.
type faces struct{ snapshot, values, observe, typed, run bool }

// faces tells that by their names.
func (sub *subject) faces() faces {
	n, events := sub.names, len(sub.m.Events) > 0
	return faces{
		snapshot: n.Record.Restore != "",
		values:   events && n.Values.Kind != "",
		observe:  n.Record.Step != "",
		typed:    events && n.Typed.Any != "",
		run:      events && n.Run.Run != "",
	}
}

// step is the type of what observers are told.
func (p *printer) step() string {
	if !p.subject.faces().observe {
		return "struct{}"
	}
	return p.subject.names.Record.Step
}

// reach writes how the tests reach the faces of the machine.
func (p *printer) reach() string {
	n, has, out := p.subject.names, p.subject.faces(), ""
	if has.snapshot {
		out += p.snapshots()
	}
	if has.values {
		out += "ReadInput: " + n.Values.ReadInput + ", ReadOutput: " + n.Values.ReadOutput + ",\n"
		if n.Values.Questions == "" {
			out += "Kind: func(*fsmtest.Host) any { return " + n.Values.Kind + "{} },\n"
		} else {
			out += "Kind: func(h *fsmtest.Host) any { return " + n.Values.Kind + "{" + p.subject.id("Host") + "{h}} },\n"
		}
	}
	if has.values && has.observe {
		out += "Inputs: []any{" + p.inputs() + "},\n"
	}
	if n.Columns.FromValues != "" {
		out += "FromValues: " + n.Columns.FromValues + ",\n"
	}
	if has.observe {
		out += "Observe: (*" + n.Machine + ").Observe,\nObserveRefusals: (*" + n.Machine + ").ObserveRefusals,\n"
	}
	if has.typed {
		out += "In: func(m *" + n.Machine + ") any { return m.In() },\n" +
			"Typed: []any{" + strings.Join(n.Typed.In, "{}, ") + "{}},\n" +
			"Begin: " + n.Typed.Begin + ",\n"
	}
	if has.run {
		out += "Run: " + n.Run.Run + ",\n"
		if n.CallSet != "" {
			out += "RunHost: func(h *fsmtest.Host) any { return " + p.subject.id("RunHost") + "{" + p.subject.id("Host") + "{h}} },\n"
		}
		if n.Run.Resume != "" {
			out += "Resume: " + n.Run.Resume + ",\n"
		}
		out += "Continue: " + n.Run.Continue + ",\n"
		if n.Run.WithObserver != "" {
			out += "WithObserver: " + n.Run.WithObserver + ",\n"
		}
		out += "WithCheckpoint: " + n.Run.WithCheckpoint + ", WithInbox: " + n.Run.WithInbox + ",\n"
		out += p.parts()
		out += "Handler: func(h *fsmtest.Handler) any { return " + p.subject.id("Handler") + "{h} },\n"
	}
	return out
}

// inputs writes the zero values of events as values, and nil for internal events.
func (p *printer) inputs() string {
	var all []string
	for e, event := range p.subject.m.Events {
		if event.Internal {
			all = append(all, "nil")
			continue
		}
		all = append(all, p.subject.names.Values.Inputs[e].Type+"{}")
	}
	return strings.Join(all, ", ")
}

// faceErrors lists the error types of the faces, by field and name.
func (p *printer) faceErrors() (all [][2]string) {
	n, has := p.subject.names, p.subject.faces()
	if has.typed {
		all = append(all, [2]string{"StaleState", n.Typed.Stale})
	}
	if has.run {
		all = append(all, [2]string{"Run", n.Run.Error}, [2]string{"NoEvent", n.Run.NoEvent}, [2]string{"Fired", n.Run.Fired}, [2]string{"Ended", n.Run.Ended}, [2]string{"StateLeft", n.Run.Parts.Left})
	}
	return all
}

// snapshots writes how the tests save and restore machines.
func (p *printer) snapshots() string {
	n := p.subject.names
	out := "Restore: " + n.Record.Restore + ",\n"
	if n.TimerSet != "" && n.Run.Resume != "" {
		out += "Restart: (*" + n.Machine + ").restart,\n"
	}
	return out
}

// handler prints an implementation of the machine's interface of handlers.
func (p *printer) handler() {
	if !p.subject.faces().run {
		return
	}
	p.comment(p.subject.id("Handler") + " hands the calls of a run to a handler of fsmtest.")
	p.file.Add(statement("type " + p.subject.id("Handler") + " struct{ handler *fsmtest.Handler }"))
	for i := range p.subject.m.States {
		for _, part := range p.subject.names.Run.Parts.Of[i] {
			reply := part.Reply
			p.file.Line().Add(statement("func (h " + p.subject.id("Handler") + ") " + part.Method + "(ctx context.Context, s " + part.Type + ") (" + reply + ", error) { " +
				"return fsmtest.NextPart[" + reply + "](ctx, h.handler, s) }"))
		}
		method := p.subject.names.Run.Methods[i]
		if method == "" {
			continue
		}
		after := p.subject.names.Typed.After[i]
		p.file.Line().Add(statement("func (h " + p.subject.id("Handler") + ") " + method + "(ctx context.Context, s " + p.subject.names.Typed.In[i] + ") (" + after + ", error) { " +
			"return fsmtest.Next[" + after + "](ctx, h.handler, s) }"))
	}
}

// deafStates writes the states in which an event that they list does nothing.
func (sub *subject) deafStates(event int) string {
	var deaf []int
	for s := range sub.m.States {
		if sub.deaf(s, event) {
			deaf = append(deaf, s)
		}
	}
	if deaf == nil {
		return ""
	}
	return "Deaf: []string{" + quoted(sub.states(deaf)) + "}, "
}
