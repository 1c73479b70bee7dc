package invoke

import (
	"slices"

	"github.com/fsmgen/fsmgen/internal/syntax"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/spec/internal/decl"
	"github.com/fsmgen/fsmgen/spec/internal/handler"
	"github.com/fsmgen/fsmgen/spec/internal/pass"
	"github.com/fsmgen/fsmgen/spec/internal/scope"
	"github.com/fsmgen/fsmgen/spec/internal/tree"
)

// Declare adds to the machine the invocations of all states and composite states.
func Declare(in pass.Input, decls *decl.Declarations, states *tree.Tree, env *scope.Env) *Invocations {
	l := &Invocations{
		machine: in.Machine, names: in.Names, diags: in.Diags, decls: decls, tree: states, env: env,
		doubled: map[diag.Span]bool{}, Started: map[*tree.Node][]int{}, Results: map[*tree.Node][]syntax.Handler{},
	}
	l.declare()
	return l
}

// declare adds the invocations. One of a composite
// state runs in all states inside it that are not terminal.
func (l *Invocations) declare() {
	m := l.machine
	for _, name := range l.tree.StateNames() {
		n := l.tree.Nodes[name]
		if n == nil || n.Index >= 0 && m.Terminal(n.Index) {
			continue
		}
		for _, written := range n.Decl.Invoke {
			l.invoke(n, written)
		}
	}
	for _, s := range l.tree.Plain {
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
func (l *Invocations) invoke(n *tree.Node, written syntax.Invocation) {
	m := l.machine
	name, kind := written.Call, "call"
	if written.Machine.Given() {
		name, kind = written.Machine, "child machine"
	}
	if !name.Given() || written.Call.Given() && written.Machine.Given() {
		l.Unsure = true
		return // reported
	}
	call := slices.IndexFunc(m.Calls, func(c core.Call) bool { return c.Name == name.Value && (c.Child != nil) == written.Machine.Given() })
	if call < 0 {
		l.Unsure = true
		l.unknownCall(name, kind)
		return
	}
	inv := core.Invocation{Owner: n.Decl.Name.Value, Call: call, Within: n.Within(), Span: name.Span}
	if inv.Within != nil {
		inv.States = []int{n.Place().Index}
	}
	for _, p := range l.tree.Plain {
		if p.Inside(n) && !m.Terminal(p.Index) {
			inv.States = append(inv.States, p.Index)
		}
	}
	l.arguments(&inv, n, written)
	l.answers(n, &m.Calls[call], written)
	l.Started[n] = append(l.Started[n], len(m.Invocations))
	m.Invocations = append(m.Invocations, inv)
}

// unknownCall reports the name of an invocation that is not declared, or that belongs under the
// other key.
func (l *Invocations) unknownCall(name syntax.Text, kind string) {
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
	if !l.decls.Unsure(name.Value) {
		l.names.Unknown(name, kind, known)
	} // otherwise it is a child machine that has been reported
}

// answers resolves the transitions for the results of an invocation.
func (l *Invocations) answers(n *tree.Node, c *core.Call, written syntax.Invocation) {
	names, events := decl.ResultNames(c), slices.Clone(c.Results)
	given := map[string]bool{}
	if written.Timeout.Given() {
		names, events = append(names, "timeout"), append(events, c.Timeout)
		if c.Child == nil {
			written.On, given["timeout"] = l.failing(c, written)
		}
	}
	var on []syntax.Handler
	for _, h := range written.On {
		at := slices.Index(names, h.Event.Value)
		if at < 0 {
			if l.Unsure = true; h.Event.Value == "timeout" {
				l.diags.Errorf(diag.CodeInvoke, h.Event.Span, "the invocation of `%s` has no timeout", c.Name).
					Helpf("add how long it may run, as in timeout: 30s")
				continue
			}
			l.names.Unknown(h.Event, "result of `"+c.Name+"`", names)
			continue
		}
		given[names[at]] = true
		h.Event.Value = l.machine.Events[events[at]].Name
		on = append(on, h)
	}
	l.Results[n] = append(l.Results[n], on...)
	handler.CheckAlternatives(l.diags, on, "state `"+diag.Clip(n.Decl.Name.Value)+"`")
	for _, name := range names {
		if !given[name] && len(on) > 0 {
			help := "add it under the `on` of the invocation, as in on: {" + name + ": STATE}"
			if !written.Timeout.Given() {
				help += ", or " + name + ": {otherwise: ignore} to wait for something else"
			}
			l.diags.Errorf(diag.CodeInvoke, written.Span, "state `%s` does not handle the result `%s` of `%s`", n.Decl.Name.Value, name, c.Name).
				Note(c.Span, "declared here").Helpf("%s", help)
			l.Unsure = true
		}
	}
}

// failing returns the transitions for the results of a call with a timeout: those for `error` are also those for `timeout`, unless that
// has its own. Given is set if those for `error` cannot be, which it reports.
func (l *Invocations) failing(c *core.Call, written syntax.Invocation) (on []syntax.Handler, given bool) {
	on = written.On
	listed := func(result string) int {
		return slices.IndexFunc(on, func(h syntax.Handler) bool { return h.Event.Value == result })
	}
	at := listed("error")
	if at < 0 || listed("timeout") >= 0 {
		return on, false
	}
	h := on[at]
	for _, a := range h.Alternatives {
		if text := payload(&a); text.Value != "" {
			l.diags.Errorf(diag.CodeInvoke, text.Span, "the transitions for `error` are also those for `timeout`, which has no `%s`", text.Value).
				Note(written.Timeout.Span, "the timeout of `%s`", c.Name).
				Helpf("list the result under the `on` of the invocation, as in on: {timeout: STATE}")
			l.Unsure = true
			return on, true
		}
	}
	h.Event.Value, h.Alternatives = "timeout", slices.Clone(h.Alternatives)
	return append(slices.Clone(on), h), false
}

// payload returns the first field of the payload that an alternative reads, such as event.err, or "".
func payload(a *syntax.Alternative) (first syntax.Text) {
	look := func(t syntax.Text) {
		for _, f := range expr.Payload(t.Value, t.Span) {
			if first.Value == "" {
				first = syntax.Text{Value: "event." + f.Name, Span: f.Span}
			}
		}
	}
	look(a.If)
	for _, s := range a.Set {
		look(s.Value)
	}
	for _, e := range a.Emit {
		for _, v := range e.Values {
			look(v.Value)
		}
	}
	return first
}

// checkOnce reports two invocations of the same call that run in one state: their results could
// not be told apart.
func (l *Invocations) checkOnce(s *tree.Node) {
	m := l.machine
	seen := map[int]diag.Span{}
	for _, i := range m.Running(s.Index) {
		inv := &m.Invocations[i]
		first, twice := seen[inv.Call]
		seen[inv.Call] = inv.Span
		if !twice || l.doubled[inv.Span] {
			continue
		}
		l.doubled[inv.Span] = true
		name := m.Calls[inv.Call].Name
		l.diags.Errorf(diag.CodeInvoke, inv.Span, "two invocations of `%s` run in state `%s`", name, s.Decl.Name.Value).
			Note(first, "the other one is here").Helpf("declare `%s` under a second name, so that the results differ", name)
	}
}
