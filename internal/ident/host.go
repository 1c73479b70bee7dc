package ident

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
)

// hosted allocates the names that a machine with external guards, outputs, timers, or calls
// needs. In other machines, specs can use these names.
func (a *allocator) hosted(n *Names, prefix string) {
	m := a.machine
	if slices.ContainsFunc(m.Guards, func(g core.Guard) bool { return g.External }) {
		n.GuardSet = a.scopes.own("Guards", prefix)
		a.private["rest"] = true
	}
	if len(m.Outputs) > 0 {
		n.OutputSet = a.scopes.own("Outputs", prefix)
	}
	if len(m.Timers) > 0 {
		n.TimerSet, n.Timer = a.scopes.own("Timers", prefix), a.scopes.own("Timer", prefix)
		n.StaleTimer = a.scopes.own("StaleTimerError", prefix)
		a.scopes.reserve("Fire")
		a.scopes.reserve("TimerStart")
		a.scopes.reserve("Due")
		a.scopes.reserve("Timers")
		for _, private := range []string{"starts", "due", "over", "firing", "runs", "startTimer", "beginTimer", "stopTimer", "expire"} {
			a.private[private] = true
		}
	}
	a.called(n, prefix)
	if n.GuardSet+n.OutputSet+n.TimerSet+n.CallSet != "" {
		n.Host = a.scopes.own("Host", prefix)
		a.private["host"], a.private["busy"] = true, true
	}
}

// host names the methods of the host, which share one scope, the calls, and the timers.
func (a *allocator) host(n *Names, prefix string) {
	m, methods := a.machine, scope{}
	if n.TimerSet != "" {
		for _, method := range []string{"Now", "StartTimer", "StopTimer"} {
			methods[method] = use{what: "method " + method + " of the generated " + n.TimerSet}
		}
	}
	for _, g := range m.Guards {
		name := Guard{}
		if g.External {
			name.Method = a.scopes.take(methods, export(g.Name, g.Go), "guard `"+g.Name+"`", g.Span)
			name.Ask = "ask" + name.Method
			name.Args = a.arguments(g.Args, scope{})
			a.private[name.Ask] = true
		}
		n.Guards = append(n.Guards, name)
	}
	for _, o := range m.Outputs {
		method := a.scopes.take(methods, export(o.Name, o.Go), "output `"+o.Name+"`", o.Span)
		n.Outputs = append(n.Outputs, Output{Method: method, Args: a.arguments(o.Fields, scope{})})
	}
	for _, d := range m.Delays {
		name := Delay{}
		switch what := "delay `" + d.Name + "`"; {
		case d.Constant > 0:
			name.Const = a.scopes.take(a.scopes.pkg, prefix+"Delay"+export(d.Name, d.Go), what, d.Span)
		case n.TimerSet != "":
			name.Method = a.scopes.take(methods, export(d.Name, d.Go), what, d.Span)
			name.Args = a.arguments(d.Args, scope{})
		}
		n.Delays = append(n.Delays, name)
	}
	a.calls(n, prefix, methods)
	for _, t := range m.Timers {
		event := m.Events[t.Event]
		name := prefix + "Timer" + a.owner(t.Owner) + export(event.Name, event.Go)
		what := "the timer of state `" + t.Owner + "` that raises event `" + event.Name + "`"
		n.Timers = append(n.Timers, a.scopes.take(a.scopes.pkg, name, what, t.Span))
	}
}

// owner returns the part of a timer's name that identifies its state.
func (a *allocator) owner(name string) string {
	if s, ok := a.states[name]; ok {
		return export(s.Name, s.Go)
	}
	return Export(name)
}

// allows decides whether the machine has a method that tries events. With the face values, a recorder is the host for that.
func (a *allocator) allows(n *Names, prefix string) {
	sent := func(e core.Event) bool { return !e.Internal }
	if _, taken := a.scopes.methods["Allows"]; taken || !slices.ContainsFunc(a.machine.Events, sent) {
		return
	}
	silent := n.Host != "" && n.Values.Recorder == ""
	if silent && n.hosts(n.Host) { // which is the name of what the silent host embeds
		return
	}
	if n.Allows = true; silent {
		n.Silent = a.scopes.ownPrivate("SilentHost", prefix)
	}
}

// hosts reports whether a guard, an output, or a delay has a method of this name.
func (n *Names) hosts(method string) bool {
	return slices.ContainsFunc(n.Guards, func(g Guard) bool { return g.Method == method }) ||
		slices.ContainsFunc(n.Outputs, func(o Output) bool { return o.Method == method }) ||
		slices.ContainsFunc(n.Delays, func(d Delay) bool { return d.Method == method })
}
