package ident

import (
	"maps"
	"slices"

	"github.com/fsmgen/fsmgen/internal/source"
	"github.com/fsmgen/fsmgen/spec/core"
)

// Call names what belongs to a call of the program or a child machine.
type Call struct {
	// Const is the constant, Start the method of the host that starts the call, and Running the
	// method of the machine that returns the start that runs.
	Const, Start, Running string
	// Args are the parameters of Start after the number of the start.
	Args []string
	// Run is the method of the host of Run that makes the call. It is "" without that face.
	Run string
	// Result is the interface of what that method returns for a child machine, and Results are the
	// types that implement it, parallel to those of the core. They are empty for a call of the
	// program.
	Result  string
	Results []Payload
}

// number is the parameter with the number of a start, unless that hides something.
const number = "call"

// called allocates the names that a machine with calls needs. In other machines, specs can use
// these names.
func (a *allocator) called(n *Names, prefix string) {
	if len(a.machine.Calls) == 0 {
		return
	}
	n.CallSet, n.Call, n.StaleCall = a.scopes.own("Calls", prefix), a.scopes.own("Call", prefix), a.scopes.own("StaleCallError", prefix)
	n.Number = a.argument(number)
	a.scopes.reserve("Calls")
	for _, private := range []string{"calls", "startCall", "stopCall"} {
		a.private[private] = true
	}
	if a.machine.Faces.Run || a.machine.Faces.Values {
		a.private["recall"] = true
	}
	if a.machine.Faces.Restores() {
		a.private["invokes"] = true
	}
}

// calls names the calls. The methods are those of the host before them.
func (a *allocator) calls(n *Names, prefix string, methods scope) {
	runHost := maps.Clone(methods)
	if n.CallSet != "" {
		methods["StopCall"] = use{what: "method StopCall of the generated " + n.CallSet}
	}
	seen := map[string]bool{}
	for i := range a.machine.Calls {
		c := &a.machine.Calls[i]
		name, what := export(c.Name, c.Go), described(c)
		out := Call{Const: a.scopes.take(a.scopes.pkg, prefix+"Call"+name, what, c.Span), Start: "Start" + name, Running: name + "Call", Args: a.numbered(c.Args)}
		if a.machine.Faces.Run {
			out.Run = name
		}
		if !seen[name] { // reported for the constant
			a.scopes.take(methods, out.Start, what, c.Span)
			a.scopes.take(a.scopes.methods, out.Running, what, c.Span)
			if out.Run != "" {
				a.scopes.take(runHost, out.Run, what, c.Span)
			}
		}
		if out.Run != "" && c.Child != nil {
			a.childResults(&out, c, prefix, seen[name])
		}
		seen[name] = true
		n.Calls = append(n.Calls, out)
	}
}

// embeddedInCalls reports a call with the same method of the host of Run as the interface that is
// embedded for it.
func (a *allocator) embeddedInCalls(host string) {
	taken := scope{host: {what: "the generated " + host}}
	for i := range a.machine.Calls {
		c := &a.machine.Calls[i]
		if name := export(c.Name, c.Go); name == host {
			a.scopes.take(taken, name, described(c), c.Span)
		}
	}
}

// childResults names the types of the results of a child machine.
func (a *allocator) childResults(out *Call, c *core.Call, prefix string, again bool) {
	name, what := prefix+export(c.Name, c.Go), "of "+described(c)
	out.Result = a.around(name+"Result", "the generated type for the results "+what, again, c.Span)
	for i, result := range c.ResultNames() {
		p := Payload{Type: a.around(name+Export(result), "the generated type for the result `"+result+"` "+what, again, c.Span)}
		for _, f := range a.machine.Events[c.Results[i]].Fields {
			p.Fields = append(p.Fields, Export(f.Name))
		}
		out.Results = append(out.Results, p)
	}
}

// numbered returns the names of the parameters of a method that takes fields after the number of a
// start of a call. No field can have the name of that number, also because messages have both.
func (a *allocator) numbered(fields []core.Field) []string {
	return a.arguments(fields, scope{number: use{what: "the number of the call"}})
}

// resultOf returns the Go name of a result, and what it is in messages.
func (a *allocator) resultOf(event int) (name, what string) {
	c := &a.machine.Calls[a.machine.Caller(event)]
	result := source.ResultName(a.machine, event)
	return export(c.Name, c.Go) + Export(result), "the result `" + result + "` of " + described(c)
}

// described names a call in messages.
func described(c *core.Call) string {
	if c.Child != nil {
		return "child machine `" + c.Name + "`"
	}
	return "call `" + c.Name + "`"
}

// attended reports whether a handler has something to do in a state: the machine waits there, but not
// only for results of calls, for timers, and for the end of the context.
func attended(m *core.Machine, state int) bool {
	if !waits(m, state) {
		return false
	}
	if len(m.Running(state)) == 0 {
		return true
	}
	timed := func(e int) bool {
		return slices.ContainsFunc(m.Timers, func(t core.Timer) bool { return t.Event == e && slices.Contains(t.States, state) })
	}
	for i := range m.Events {
		if e := &m.Events[i]; m.Accepts(state, i) && !e.Result && !e.Cancellation && !timed(i) {
			return true
		}
	}
	return false
}
