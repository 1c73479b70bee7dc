package ident

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
)

// Typed names the typed states of a machine. Slices run parallel to its states.
// All names are "" without that face.
type Typed struct {
	// Any is the interface of all typed states, and Ended that of the terminal
	// ones. Ended is "" for a machine without terminal states.
	Any, Ended string
	// Base is the type that the typed states embed. It is not exported.
	Base string
	// Send is the function that sends an event as a value from a typed state. It is not exported, and "" without the face values.
	Send string
	// Begin is the function that returns the first typed state, and Stale the error
	// type for typed states that the machine has left.
	Begin, Stale string
	// Begun is the interface of the states in which a machine may first come to rest. It is "" if
	// there is one.
	Begun string
	// In are the types of the states, and Embedded the unexported names under which
	// they embed Base. After are the interfaces of the successors of a state, ""
	// for states in which the machine never waits for an event.
	In, Embedded, After []string
	// Results has, by state and event, the interface of the targets of the event in
	// the state, if there are at least two.
	Results map[[2]int]string
}

// Run has the names of what drives a machine to its end. All names are "" without
// that face.
type Run struct {
	// Run, Resume, and Continue are functions, and Handler is the interface that they
	// call in each state. Methods are its methods, "" for states in which the machine never
	// waits for an event, or only for results of calls, timers, and the end of the context. Resume
	// is "" for a machine without snapshots.
	Run, Resume, Continue, Handler string
	Methods                        []string
	// Waiting is a type with these methods, which only wait. It is "" if there are none.
	Waiting string
	// Option is the type of the options of these functions, and WithObserver, WithCheckpoint, and WithInbox
	// are functions that return one. WithObserver is "" for a machine without observers. Inbox is the type of
	// what WithInbox takes.
	Option, WithObserver, WithCheckpoint, WithInbox, Inbox string
	// Host is the part of the host that Run needs, or "" if it needs none. It is
	// [Names.Host] except for machines with timers or calls: Run implements timers, and makes calls
	// by itself.
	Host string
	// Error and NoEvent are error types.
	Error, NoEvent string
	// Fired is the error type for a timer that fires. It is "" without timers.
	Fired string
	// Ended is the error type for a call that ends. It is "" without calls.
	Ended string
	// Own is the unexported type that implements timers, and makes calls. It is "" without both.
	Own string
	// Parts are those of states with regions, in the order of [source.Parts] of each state.
	Parts Parts
}

// typed allocates the names of typed states and of what runs them, for the faces that
// the machine has.
func (a *allocator) typed(n *Names, prefix string) {
	states := len(a.machine.States)
	n.Typed = Typed{In: make([]string, states), Embedded: make([]string, states), After: make([]string, states), Results: map[[2]int]string{}}
	n.Run.Methods = make([]string, states)
	if a.machine.Faces.Typed {
		a.typedBase(&n.Typed, prefix)
	}
	if a.machine.Faces.Run {
		a.run(n, prefix)
	}
	if a.machine.Faces.Typed {
		a.typedStates(n, prefix)
	}
}

// typedBase allocates the names that typed states have in common.
func (a *allocator) typedBase(n *Typed, prefix string) {
	a.scopes.reserve("In")
	a.scopes.reserve("Machine")
	for _, name := range []string{"steps", "enter", "typed", "here"} {
		a.private[name] = true
	}
	n.Any, n.Base = a.scopes.own("AnyState", prefix), a.scopes.ownPrivate("TypedState", prefix)
	if a.machine.Faces.Values {
		n.Send = a.scopes.ownPrivate("SendFrom", prefix)
	}
	n.Begin, n.Stale = a.scopes.own("Begin", prefix), a.scopes.own("StaleStateError", prefix)
	if len(a.machine.Rests(a.machine.Initial)) > 1 {
		n.Begun = a.scopes.own("Begun", prefix)
	}
	if len(a.machine.Outcomes) > 0 {
		n.Ended = a.scopes.own("Ended", prefix)
	}
}

// typedStates allocates the names of each typed state.
func (a *allocator) typedStates(names *Names, prefix string) {
	m, n := a.machine, &names.Typed
	seen := map[string]bool{}
	for i, s := range m.States {
		name, what := export(s.Name, s.Go), "state `"+s.Name+"`"
		if seen[name] { // reported for the constant
			what = ""
		}
		seen[name] = true
		several := a.results(n, i, prefix, name, what)
		if several || names.Run.Methods[i] != "" { // which returns it
			n.After[i] = a.around(prefix+"After"+name, "the generated type for the successors of "+what, what == "", s.Span)
		}
		n.In[i] = a.around(prefix+"In"+name, "the generated type for "+what, what == "", s.Span)
		n.Embedded[i] = a.scopes.own(Unexport(prefix+"In")+name, "")
	}
}

// results allocates the names of the results of events that may lead a state to several others, and reports whether there are any.
func (a *allocator) results(n *Typed, state int, prefix, name, what string) (several bool) {
	m := a.machine
	if !waits(m, state) {
		return false
	}
	for from := m.From(state); len(from) > 0; {
		e := from[0].Event
		event, on := m.Events[e], m.On(state, e)
		from = from[len(on):]
		if !event.Internal && !event.Result && severalTargets(m, on) {
			n.Results[[2]int{state, e}] = a.around(prefix+"After"+export(event.Name, event.Go)+"In"+name,
				"the generated type for the targets of event `"+event.Name+"` in "+what, what == "", m.States[state].Span)
			several = true
		}
	}
	return several
}

// run allocates the names of what drives a machine.
func (a *allocator) run(n *Names, prefix string) {
	m, r := a.machine, &n.Run
	for _, name := range []string{"run", "restart", "handle"} {
		a.private[name] = true
	}
	r.Run, r.Continue, r.Handler = a.scopes.own("Run", prefix), a.scopes.own("Continue", prefix), a.scopes.own("Handler", prefix)
	r.Option, r.WithCheckpoint = a.scopes.own("RunOption", prefix), a.scopes.own("WithCheckpoint", prefix)
	r.WithInbox, r.Inbox = a.scopes.own("WithInbox", prefix), a.scopes.own("Inbox", prefix)
	if m.Faces.Observe {
		r.WithObserver = a.scopes.own("WithObserver", prefix)
	}
	if m.Faces.Snapshot {
		r.Resume = a.scopes.own("Resume", prefix)
	}
	r.Error, r.NoEvent, r.Host = a.scopes.own("RunError", prefix), a.scopes.own("NoEventError", prefix), n.Host
	if n.TimerSet != "" {
		r.Fired, r.Own, r.Host = a.scopes.own("TimerFiredError", prefix), a.scopes.ownPrivate("RunTimers", prefix), ""
	}
	if n.CallSet != "" {
		r.Ended, r.Own = a.scopes.own("CallEndedError", prefix), a.scopes.ownPrivate("RunCalls", prefix)
	}
	if n.CallSet != "" || n.TimerSet != "" && (n.GuardSet+n.OutputSet != "" || len(computed(m)) > 0) {
		r.Host = a.scopes.own("RunHost", prefix)
		a.embedded(r.Host)
		a.embeddedInCalls(r.Host)
	}
	for i, s := range m.States {
		if attended(m, i) && len(s.Regions) == 0 {
			r.Methods[i] = export(s.Name, s.Go)
		}
	}
	a.parts(r, prefix)
	if r.Parts.Call != "" || slices.ContainsFunc(r.Methods, func(name string) bool { return name != "" }) {
		r.Waiting = a.scopes.own("WaitingHandler", prefix)
	}
}

// around allocates a package-level name for a state, unless another state has the
// same name.
func (a *allocator) around(name, what string, again bool, span diag.Span) string {
	if again {
		return name
	}
	return a.scopes.take(a.scopes.pkg, name, what, span)
}

// ownPrivate allocates a package-level name that is not exported.
func (sc *scopes) ownPrivate(name, prefix string) string {
	return sc.own(Unexport(prefix+name), "")
}

// computed returns the external delays, which the program computes.
func computed(m *core.Machine) []core.Delay {
	var out []core.Delay
	for _, d := range m.Delays {
		if d.Constant == 0 {
			out = append(out, d)
		}
	}
	return out
}

// embedded reports a method of the host with the same name as the interface that is
// embedded for it.
func (a *allocator) embedded(host string) {
	a.answers(scope{host: {what: "the generated " + host}})
}

// answers reports methods of the host whose names are taken.
func (a *allocator) answers(taken scope) {
	check := func(method, what string, span diag.Span) {
		if _, is := taken[method]; is {
			a.scopes.take(taken, method, what, span)
		}
	}
	for _, g := range a.machine.Guards {
		if g.External {
			check(export(g.Name, g.Go), "guard `"+g.Name+"`", g.Span)
		}
	}
	for _, o := range a.machine.Outputs {
		check(export(o.Name, o.Go), "output `"+o.Name+"`", o.Span)
	}
	for _, d := range computed(a.machine) {
		check(export(d.Name, d.Go), "delay `"+d.Name+"`", d.Span)
	}
}

// waits reports whether a machine can wait for an event in a state.
func waits(m *core.Machine, state int) bool { return !m.Terminal(state) && !m.Transient(state) }

// severalTargets reports whether alternatives lead to more than one state in which the machine
// may be at rest.
func severalTargets(m *core.Machine, ts []core.Transition) bool {
	targets := map[int]bool{}
	for i, t := range ts {
		switch t.Effect {
		case core.Take:
			for _, s := range m.RestsAfter(&ts[i]) {
				targets[s] = true
			}
		case core.Ignore:
			targets[t.To] = true
		}
	}
	return len(targets) > 1
}
