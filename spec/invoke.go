package spec

import (
	"slices"

	"github.com/fsmgen/fsmgen/internal/syntax"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// declareCalls declares the calls of the program, each with the events `done` and `error`.
func (l *declarations) declareCalls() {
	l.calls = map[string]diag.Span{}
	for _, c := range l.file.Calls {
		l.checkName(c.Name, "call")
		if !l.callable(c.Name) {
			continue
		}
		at := len(l.machine.Calls)
		l.machine.Calls = append(l.machine.Calls, core.Call{
			Name: c.Name.Value, Doc: c.Doc.Value, Args: l.fields(c.With, "argument"), Go: l.goName(c.Go), Span: c.Name.Span,
		})
		failure := l.typeOf(syntax.Text{Value: "error", Span: c.Name.Span})
		l.result(at, "done", "Done", l.fields(c.Done, "field"))
		l.result(at, "error", "Error", []core.Field{{
			Name: "err", Type: failure, Symbol: &expr.Symbol{Scope: expr.Field, Name: "err", Type: failure}, Span: c.Name.Span,
		}})
	}
}

// callable reports whether a name is still free for a call or a child machine, and takes it.
func (l *declarations) callable(name syntax.Text) bool {
	return l.unique(l.calls, name, "call or child machine")
}

// result declares the event that is a result of a call.
func (l *declarations) result(call int, result, suffix string, fields []core.Field) {
	m := l.machine
	c := &m.Calls[call]
	name := c.Name + suffix
	switch i, taken := l.events[name]; {
	case taken && m.Events[i].Result:
		l.diags.Errorf(diag.CodeDuplicate, c.Span, "the result `%s` of `%s` is named `%s`, like a result of `%s`", result, c.Name, name, m.Calls[m.Caller(i)].Name).
			Note(m.Events[i].Span, "declared here").Helpf("choose another name for one of them")
	case taken:
		l.diags.Errorf(diag.CodeDuplicate, m.Events[i].Span, "event `%s` has the name of the result `%s` of `%s`", name, result, c.Name).
			Note(c.Span, "declared here").Helpf("choose another name for the event")
	}
	c.Results = append(c.Results, len(m.Events))
	l.events[name] = len(m.Events)
	m.Events = append(m.Events, core.Event{Name: name, Fields: fields, Result: true, Span: c.Span})
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

// checkNoResult reports an `on:` or `ignore:` that lists a result, which belongs to an invocation.
func (l *flow) checkNoResult(event int, at syntax.Text) {
	m := l.machine
	if !m.Events[event].Result {
		return
	}
	c := &m.Calls[m.Caller(event)]
	result := resultNames(c)[slices.Index(c.Results, event)]
	l.diags.Errorf(diag.CodeInvoke, at.Span, "event `%s` is the result `%s` of `%s`, which only its invocation handles", at.Value, result, c.Name).
		Helpf("put the transitions under `invoke:`, as in on: {%s: ...}", result)
	l.unsureOfTransitions = true
}

// invocations declares the invocations of all states and composite states. One of a composite
// state runs in all states inside it that are not terminal.
func (l *flow) invocations() {
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
func (l *flow) invoke(n *node, decl syntax.Invocation) {
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
	inv := core.Invocation{Owner: n.decl.Name.Value, Call: call, Span: name.Span}
	for _, p := range l.plain {
		if p.inside(n) && !m.Terminal(p.index) {
			inv.States = append(inv.States, p.index)
		}
	}
	l.arguments(&inv, n, decl)
	l.answers(n, &m.Calls[call], decl)
	l.callsOf[n] = append(l.callsOf[n], len(m.Invocations))
	m.Invocations = append(m.Invocations, inv)
}

// unknownCall reports the name of an invocation that is not declared, or that belongs under the
// other key.
func (l *flow) unknownCall(name syntax.Text, kind string) {
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
func (l *flow) answers(n *node, c *core.Call, decl syntax.Invocation) {
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
func (l *flow) checkOnce(s *node) {
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
func (l *flow) checkResults() {
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
		switch {
		case t.Effect == core.Reject:
			seen[t.Span] = true
			l.diags.Errorf(diag.CodeInvoke, t.Span, "a result cannot be rejected: nobody sends it again").
				Helpf("write {otherwise: ignore} to drop it, or name a target state")
		case t.Effect == core.Take && slices.Contains(inv.States, t.To) && !slices.Contains(t.Invokes, at):
			seen[t.Span] = true
			l.diags.Errorf(diag.CodeInvoke, t.Span, "this transition for a result of `%s` does not leave state `%s`, in which the call has run", m.Calls[call].Name, inv.Owner).
				Note(inv.Span, "invoked here").
				Helpf("name a state outside `%s`, or `%s` itself to start the call again", inv.Owner, inv.Owner)
		}
	}
	for i := range m.Invocations {
		inv := &m.Invocations[i]
		if !slices.ContainsFunc(inv.States, func(s int) bool { return !m.Transient(s) }) {
			l.diags.Errorf(diag.CodeInvoke, inv.Span, "state `%s` never waits, so its call of `%s` would never end", inv.Owner, m.Calls[inv.Call].Name).
				Helpf("add an `if:` to the last alternative under `always`, or remove the invocation")
		}
	}
}

// arguments resolves the arguments of an invocation, and what a child machine requires of them.
func (l *flow) arguments(inv *core.Invocation, n *node, decl syntax.Invocation) {
	c := &l.machine.Calls[inv.Call]
	scope := stateScope{l: l.hierarchy, state: n.index, event: -1}
	given := map[string]expr.Expr{}
	seen := map[string]diag.Span{}
	var known []string
	for _, a := range c.Args {
		known = append(known, a.Name)
	}
	what, missing := "argument", false
	if c.Child != nil {
		what = "parameter"
	}
	for _, w := range decl.With {
		i := slices.Index(known, w.Name.Value)
		switch {
		case i < 0:
			l.unknown(w.Name, what+" of `"+c.Name+"`", known)
		case l.unique(seen, w.Name, what):
			given[w.Name.Value] = l.value(l.parse(w.Value, c.Args[i].Type, scope), w.Value.Span, scope)
			l.checkDivision(given[w.Name.Value], w.Value.Span)
		}
	}
	for i, a := range c.Args {
		value := given[a.Name]
		if _, ok := seen[a.Name]; !ok {
			if c.Child == nil || c.Child.Params[i].Default == nil {
				missing = true
				l.diags.Errorf(diag.CodeInvoke, inv.Span, "the invocation of `%s` has no value for its %s `%s`", c.Name, what, a.Name).
					Note(a.Span, "declared here").Helpf("add it, as in with: {%s: ...}", a.Name)
				continue
			}
			value = fallback(c.Child.Params[i].Default, a.Type, inv)
		}
		if value == nil {
			missing = true
		}
		inv.Args = append(inv.Args, value)
	}
	if c.Child == nil || missing {
		return
	}
	l.contract(inv, c.Child)
}

// fallback returns the default of a parameter of a child machine as an expression of this one. The
// invocation has the arguments before it.
func fallback(value expr.Expr, t expr.Type, inv *core.Invocation) expr.Expr {
	if lit, ok := value.(*expr.Lit); ok {
		return &expr.Lit{T: t, Value: lit.Value}
	}
	return expr.Simplify(expr.Substitute(value, inv.Passed))
}

// contract adds what a child machine requires of its parameters, and what it costs.
func (l *flow) contract(inv *core.Invocation, child *core.Machine) {
	for i, p := range child.Params {
		if p.Min != nil {
			inv.Requires = append(inv.Requires, &expr.Binary{Op: expr.Ge, X: inv.Args[i], Y: expr.Substitute(p.Min, inv.Passed)})
		}
		if p.Max != nil {
			inv.Requires = append(inv.Requires, &expr.Binary{Op: expr.Le, X: inv.Args[i], Y: expr.Substitute(p.Max, inv.Passed)})
		}
	}
	inv.Cost = expr.Simplify(expr.Substitute(child.Bound, inv.Passed))
}

// costs adds to each transition what the child machines that it starts can cost. The updates of all
// transitions must be complete.
func (l *flow) costs() {
	m := l.machine
	sum := func(invocations []int, after func(*expr.Symbol) expr.Expr) expr.Expr {
		if cost := m.ChildCost(invocations); cost != nil {
			return expr.Simplify(expr.Substitute(cost, after))
		}
		return nil
	}
	for i := range m.Transitions {
		t := &m.Transitions[i]
		t.Cost = sum(t.Invokes, t.Updated)
	}
	if len(m.States) > 0 {
		m.StartCost = sum(m.Invoked(), func(s *expr.Symbol) expr.Expr {
			if s.Scope != expr.Var {
				return nil
			}
			return m.Vars[s.Index].Init
		})
	}
}

// checkDivision reports an argument that divides by something that is not a constant: a restarted
// program computes the arguments again, after the divisor may have changed.
func (l *flow) checkDivision(value expr.Expr, at diag.Span) {
	divides := false
	if value != nil {
		expr.Walk(value, func(e expr.Expr) {
			if b, ok := e.(*expr.Binary); ok && (b.Op == expr.Quo || b.Op == expr.Rem) {
				lit, constant := b.Y.(*expr.Lit)
				divides = divides || !constant || lit.Value == 0
			}
		})
	}
	if divides {
		l.diags.Errorf(diag.CodeInvoke, at, "an argument can divide only by a constant, because it is computed again when the program restarts").
			Helpf("store the quotient in a variable when the state is entered")
	}
}
