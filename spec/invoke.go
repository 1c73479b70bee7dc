package spec

import (
	"slices"

	"github.com/fsmgen/fsmgen/internal/syntax"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
)

// invoking are the calls and the child machines that run in the states.
type invoking struct {
	*handling
	// started lists the invocations that each state starts when it is entered.
	started map[*node][]int
	// doubled are the invocations that have been reported to run beside another one.
	doubled map[diag.Span]bool
}

// resultNames lists the results of a call as `on` names them, in the order of its events.
func resultNames(c *core.Call) []string {
	if c.Child == nil {
		return []string{"done", "error"}
	}
	var out []string
	for _, o := range c.Child.Outcomes {
		out = append(out, o.Name)
	}
	return out
}

// invocations declares the invocations of all states and composite states. One of a composite
// state runs in all states inside it that are not terminal.
func (l *invoking) invocations() {
	m := l.machine
	for _, name := range l.stateNames() {
		n := l.nodes[name]
		if n == nil || n.index >= 0 && m.Terminal(n.index) {
			continue
		}
		for _, decl := range n.decl.Invoke {
			l.invoke(n, decl)
		}
	}
	for _, s := range l.plain {
		l.checkOnce(s)
	}
	for i := range m.Calls {
		if !slices.ContainsFunc(m.Invocations, func(inv core.Invocation) bool { return inv.Call == i }) && !l.diags.HasErrors() {
			l.diags.Warnf(diag.CodeUnused, m.Calls[i].Span, "no state invokes `%s`", m.Calls[i].Name).
				Helpf("remove the declaration, or invoke it in a state")
		}
	}
}

// invoke declares one invocation.
func (l *invoking) invoke(n *node, decl syntax.Invocation) {
	m := l.machine
	name, kind := decl.Call, "call"
	if decl.Machine.Given() {
		name, kind = decl.Machine, "child machine"
	}
	if !name.Given() || decl.Call.Given() && decl.Machine.Given() {
		l.unsureOfTransitions = true
		return // reported
	}
	call := slices.IndexFunc(m.Calls, func(c core.Call) bool { return c.Name == name.Value && (c.Child != nil) == decl.Machine.Given() })
	if call < 0 {
		l.unsureOfTransitions = true
		l.unknownCall(name, kind)
		return
	}
	inv := core.Invocation{Owner: n.decl.Name.Value, Call: call, Within: n.within(), Span: name.Span}
	if inv.Within != nil {
		inv.States = []int{n.place().index}
	}
	for _, p := range l.plain {
		if p.inside(n) && !m.Terminal(p.index) {
			inv.States = append(inv.States, p.index)
		}
	}
	l.arguments(&inv, n, decl)
	l.answers(n, &m.Calls[call], decl)
	l.started[n] = append(l.started[n], len(m.Invocations))
	m.Invocations = append(m.Invocations, inv)
}

// unknownCall reports the name of an invocation that is not declared, or that belongs under the
// other key.
func (l *invoking) unknownCall(name syntax.Text, kind string) {
	child := kind == "child machine"
	var known []string
	for _, c := range l.machine.Calls {
		switch {
		case (c.Child != nil) == child:
			known = append(known, c.Name)
		case c.Name == name.Value && child:
			l.diags.Errorf(diag.CodeInvoke, name.Span, "`%s` is a call, not a child machine", c.Name).Note(c.Span, "declared here").Helpf("write call: %s", c.Name)
			return
		case c.Name == name.Value:
			l.diags.Errorf(diag.CodeInvoke, name.Span, "`%s` is a child machine, not a call", c.Name).Note(c.Span, "declared here").Helpf("write machine: %s", c.Name)
			return
		}
	}
	if _, declared := l.calls[name.Value]; !declared || !l.unsureOfCalls {
		l.unknown(name, kind, known)
	} // otherwise it is a child machine that has been reported
}

// answers resolves the transitions for the results of an invocation.
func (l *invoking) answers(n *node, c *core.Call, decl syntax.Invocation) {
	names := resultNames(c)
	given := map[string]bool{}
	var on []syntax.Handler
	for _, h := range decl.On {
		at := slices.Index(names, h.Event.Value)
		if at < 0 {
			l.unknown(h.Event, "result of `"+c.Name+"`", names)
			l.unsureOfTransitions = true
			continue
		}
		given[names[at]] = true
		h.Event.Value = l.machine.Events[c.Results[at]].Name
		on = append(on, h)
	}
	l.results[n] = append(l.results[n], on...)
	l.checkAlternatives(on, "state `"+diag.Clip(n.decl.Name.Value)+"`")
	for _, name := range names {
		if !given[name] && len(on) > 0 {
			l.diags.Errorf(diag.CodeInvoke, decl.Span, "state `%s` does not handle the result `%s` of `%s`", n.decl.Name.Value, name, c.Name).
				Note(c.Span, "declared here").
				Helpf("add it under the `on` of the invocation, as in on: {%s: STATE}, or %s: {otherwise: ignore} to wait for something else", name, name)
			l.unsureOfTransitions = true
		}
	}
}

// checkOnce reports two invocations of the same call that run in one state: their results could
// not be told apart.
func (l *invoking) checkOnce(s *node) {
	m := l.machine
	seen := map[int]diag.Span{}
	for _, i := range m.Running(s.index) {
		inv := &m.Invocations[i]
		first, twice := seen[inv.Call]
		seen[inv.Call] = inv.Span
		if !twice || l.doubled[inv.Span] {
			continue
		}
		l.doubled[inv.Span] = true
		name := m.Calls[inv.Call].Name
		l.diags.Errorf(diag.CodeInvoke, inv.Span, "two invocations of `%s` run in state `%s`", name, s.decl.Name.Value).
			Note(first, "the other one is here").Helpf("declare `%s` under a second name, so that the results differ", name)
	}
}

// checkResults reports transitions for a result that stay in the state that has invoked it: the
// call has ended, so nothing would run there. It also reports calls in states that do not wait.
func (l *invoking) checkResults() {
	m := l.machine
	if l.unsureOfTransitions {
		return
	}
	seen := map[diag.Span]bool{}
	for i := range m.Transitions {
		t := &m.Transitions[i]
		if !m.Events[t.Event].Result || seen[t.Span] || t.Rule != "" {
			continue
		}
		call := m.Caller(t.Event)
		at := slices.IndexFunc(m.Invocations, func(inv core.Invocation) bool { return inv.Call == call && slices.Contains(inv.States, t.From) })
		inv := &m.Invocations[at]
		goesOn := slices.Contains(inv.States, t.To) && !slices.Contains(m.Cancels(t), at)
		switch {
		case t.Effect == core.Reject:
			seen[t.Span] = true
			l.diags.Errorf(diag.CodeInvoke, t.Span, "a result cannot be rejected: nobody sends it again").
				Helpf("write {otherwise: ignore} to drop it, or name a target state")
		case t.Effect == core.Take && goesOn:
			seen[t.Span] = true
			l.diags.Errorf(diag.CodeInvoke, t.Span, "this transition for a result of `%s` does not leave state `%s`, in which the call has run", m.Calls[call].Name, inv.Owner).
				Note(inv.Span, "invoked here").
				Helpf("name a state outside `%s`, or `%s` itself to start the call again", inv.Owner, inv.Owner)
		}
	}
	l.checkOutlasting()
	for i := range m.Invocations {
		inv := &m.Invocations[i]
		if !slices.ContainsFunc(inv.States, func(s int) bool { return !m.Transient(s) }) {
			l.diags.Errorf(diag.CodeInvoke, inv.Span, "state `%s` never waits, so its call of `%s` would never end", inv.Owner, m.Calls[inv.Call].Name).
				Helpf("add an `if:` to the last alternative under `always`, or remove the invocation")
		}
	}
}

// checkOutlasting reports transitions of environment events during which a child machine goes on: the
// count of transitions starts again there, and would leave out what the child still does.
func (l *invoking) checkOutlasting() {
	m := l.machine
	seen := map[diag.Span]bool{}
	for i := range m.Transitions {
		t := &m.Transitions[i]
		if !m.Events[t.Event].Environment || t.Effect != core.Take || seen[t.Span] {
			continue
		}
		for _, i := range m.Running(t.From) {
			inv := &m.Invocations[i]
			if inv.Cost == nil || !slices.Contains(inv.States, t.To) || slices.Contains(t.Invokes, i) {
				continue
			}
			seen[t.Span] = true
			l.diags.Errorf(diag.CodeInvoke, t.Span, "machine `%s` would go on during this transition for the environment event `%s`, so the bound between two such events would not count all that it does", m.Calls[inv.Call].Name, m.Events[t.Event].Name).
				Note(inv.Span, "invoked here").
				Helpf("ignore the event in state `%s`, leave the state, or remove `environment: true`", inv.Owner)
		}
	}
}
