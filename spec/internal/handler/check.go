package handler

import (
	"slices"

	"github.com/fsmgen/fsmgen/internal/syntax"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/internal/decl"
	"github.com/fsmgen/fsmgen/spec/internal/tree"
)

// Check reports what is wrong with the lists of the machine and of its states. It returns false if an alternative is wrong: what
// then seems to be missing need not be.
func (l *Table) Check() (sure bool) {
	sure = l.checkHandlers(l.file.On, "the machine")
	sure = l.checkIgnored(l.file.Ignore, l.file.On, "the machine") && sure
	for _, name := range l.tree.StateNames() {
		if n := l.tree.Nodes[name]; n != nil {
			sure = l.checkHandlers(n.Decl.On, "state `"+diag.Clip(name)+"`") && sure
			sure = l.checkIgnored(n.Decl.Ignore, n.Decl.On, "state `"+diag.Clip(name)+"`") && sure
			l.checkTerminal(n)
		}
	}
	return sure
}

// checkHandlers reports unknown events of an `on:`, results, and alternatives after an
// unconditional one. It returns false if there are results.
func (l *Table) checkHandlers(on []syntax.Handler, where string) (sure bool) {
	sure = true
	for _, h := range on {
		if e := l.Handled(h); e < 0 {
			l.names.Unknown(h.Event, "event", l.decls.EventNames())
		} else {
			sure = CheckNoResult(l.machine, l.diags, e, h.Event) && sure
		}
	}
	CheckAlternatives(l.diags, on, where)
	return sure
}

// checkIgnored reports unknown events of an `ignore:`, results, and events that the `on:` of
// the same state handles. It returns false if there are results.
func (l *Table) checkIgnored(ignored []syntax.Text, on []syntax.Handler, where string) (sure bool) {
	sure = true
	for _, e := range ignored {
		if i := l.decls.Event(e.Value); i < 0 {
			l.names.Unknown(e, "event", l.decls.EventNames())
		} else {
			sure = CheckNoResult(l.machine, l.diags, i, e) && sure
		}
		for _, h := range on {
			if h.Event.Value == e.Value {
				l.diags.Errorf(diag.CodeDuplicate, e.Span, "%s both ignores and handles event `%s`", where, diag.Clip(e.Value)).
					Note(h.Event.Span, "handled here").
					Helpf("to ignore the event when no alternative applies, end the list with {otherwise: ignore}")
			}
		}
	}
	return sure
}

// checkTerminal reports what a terminal state cannot have.
func (l *Table) checkTerminal(n *tree.Node) {
	if n.Index < 0 || !l.machine.Terminal(n.Index) {
		return
	}
	var span diag.Span
	switch d := n.Decl; {
	case len(d.On) > 0:
		span = d.On[0].Event.Span
	case len(d.Ignore) > 0:
		span = d.Ignore[0].Span
	case len(d.After) > 0:
		span = d.After[0].Delay.Span
	case len(d.Invoke) > 0:
		span = d.Invoke[0].Span
	case len(d.Exit) > 0:
		span = d.Exit[0].Output.Span
	default:
		return
	}
	l.diags.Errorf(diag.CodeTerminalExit, span, "the terminal state `%s` cannot have `on:`, `ignore:`, `after:`, `invoke:`, or `exit:`", diag.Clip(n.Decl.Name.Value)).
		Helpf("remove these keys, or remove `%s` from `terminal:`", n.Decl.Name.Value)
}

// CheckAlternatives reports alternatives after one without a condition.
func CheckAlternatives(diags *diag.List, on []syntax.Handler, where string) {
	for _, h := range on {
		for i, a := range h.Alternatives {
			if !a.If.Given() && !a.Wrong && i < len(h.Alternatives)-1 {
				diags.Errorf(diag.CodeUnguarded, h.Alternatives[i+1].Span, "this alternative %s in %s is never tried", h.Where(), where).
					Note(a.Span, "this earlier alternative has no condition and is always taken").
					Helpf("add an `if:` to the earlier alternative, or move it to the end")
				break
			}
		}
	}
}

// CheckNoResult reports a place that names the result of an invocation as if it were any other event. It returns false then.
func CheckNoResult(m *core.Machine, diags *diag.List, event int, at syntax.Text) bool {
	if !m.Events[event].OfCall() {
		return true
	}
	c, result := &m.Calls[decl.Caller(m, event)], "timeout"
	if i := slices.Index(c.Results, event); i >= 0 {
		result = decl.ResultNames(c)[i]
	}
	diags.Errorf(diag.CodeInvoke, at.Span, "event `%s` is the result `%s` of `%s`, which only its invocation handles", at.Value, result, c.Name).
		Helpf("put the transitions under `invoke:`, as in on: {%s: ...}", result)
	return false
}
