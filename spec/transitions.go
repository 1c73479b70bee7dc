package spec

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/spec/syntax"
)

// transitions gives each plain state its alternatives: its own first, then
// those of the composite states around it, from the inside out, and last those
// of the machine. An outer list is reached only when the inner ones leave
// something open: inner wins.
func (l *lowerer) transitions() {
	l.checkHandlers(l.file.On, "the machine")
	l.checkIgnored(l.file.Ignore, l.file.On, "the machine")
	for _, name := range l.stateNames() {
		if n := l.nodes[name]; n != nil {
			l.checkHandlers(n.decl.On, "state `"+diag.Clip(name)+"`")
			l.checkIgnored(n.decl.Ignore, n.decl.On, "state `"+diag.Clip(name)+"`")
			l.checkTerminal(n)
		}
	}
	for _, n := range l.plain {
		if l.machine.Terminal(n.index) {
			continue
		}
		for e := range l.machine.Events {
			l.handle(n, e)
		}
	}
}

// checkHandlers reports unknown and repeated events of one `on:`.
func (l *lowerer) checkHandlers(on []syntax.Handler, where string) {
	for _, h := range on {
		if l.event(h.Event.Value) < 0 {
			l.unknown(h.Event, "event", l.eventNames())
		}
		for i, a := range h.Alternatives {
			if !a.If.Given() && !a.Wrong && i < len(h.Alternatives)-1 {
				l.diags.Errorf(diag.CodeUnguarded, h.Alternatives[i+1].Span, "this alternative of `%s` in %s is never taken", diag.Clip(h.Event.Value), where).
					Note(a.Span, "this one has no condition and is always taken first").
					Helpf("give the earlier one an `if:`, or put it last")
				break
			}
		}
	}
}

// checkIgnored reports unknown events of an `ignore:`, and those that the `on:`
// beside it handles.
func (l *lowerer) checkIgnored(ignored []syntax.Text, on []syntax.Handler, where string) {
	for _, e := range ignored {
		if l.event(e.Value) < 0 {
			l.unknown(e, "event", l.eventNames())
		}
		for _, h := range on {
			if h.Event.Value == e.Value {
				l.diags.Errorf(diag.CodeDuplicate, e.Span, "%s both ignores and handles event `%s`", where, diag.Clip(e.Value)).
					Note(h.Event.Span, "handled here").
					Helpf("end the list of alternatives with {otherwise: ignore}")
			}
		}
	}
}

func (l *lowerer) eventNames() []string {
	var known []string
	for _, e := range l.machine.Events {
		known = append(known, e.Name)
	}
	return known
}

// checkUnlisted reports, for `unlisted: error`, the events that a state says
// nothing about.
func (l *lowerer) checkUnlisted() {
	if l.file.Unlisted.Value != "error" || l.unsureOfTransitions {
		return
	}
	for _, n := range l.plain {
		if l.machine.Terminal(n.index) {
			continue
		}
		for e, event := range l.machine.Events {
			decided := slices.ContainsFunc(l.machine.Transitions, func(t core.Transition) bool { return t.From == n.index && t.Event == e })
			if !decided {
				l.diags.Errorf(diag.CodeUnlisted, n.decl.Name.Span, "state `%s` says nothing about event `%s`", n.decl.Name.Value, event.Name).
					Note(l.file.Unlisted.Span, "each event must be decided").
					Helpf("handle it under `on:`, list it under `ignore:`, or refuse it: %s: {otherwise: reject}", event.Name)
			}
		}
	}
}

func (l *lowerer) checkTerminal(n *node) {
	if n.index >= 0 && l.machine.Terminal(n.index) && len(n.decl.On)+len(n.decl.Ignore) > 0 {
		var span diag.Span
		if len(n.decl.On) > 0 {
			span = n.decl.On[0].Event.Span
		} else {
			span = n.decl.Ignore[0].Span
		}
		l.diags.Errorf(diag.CodeTerminalExit, span, "the terminal state `%s` has a way out", diag.Clip(n.decl.Name.Value)).
			Helpf("remove its `on:` and `ignore:`, or take `%s` out of `terminal:`", n.decl.Name.Value)
	}
}

func (l *lowerer) event(name string) int {
	return slices.IndexFunc(l.machine.Events, func(e core.Event) bool { return e.Name == name })
}

// handle adds the alternatives for one plain state and event.
func (l *lowerer) handle(n *node, event int) {
	name := l.machine.Events[event].Name
	for at := n; ; at = at.parent {
		on, ignored, composite := l.file.On, l.file.Ignore, "the machine"
		if at != nil {
			on, ignored, composite = at.decl.On, at.decl.Ignore, at.decl.Name.Value
		}
		if at == n {
			composite = ""
		}
		for _, h := range on {
			if h.Event.Value != name {
				continue
			}
			for _, a := range h.Alternatives {
				l.alternative(n, event, a, composite)
				if !a.If.Given() {
					return
				}
			}
		}
		for _, e := range ignored {
			if e.Value == name {
				l.alternative(n, event, syntax.Alternative{Span: e.Span, Otherwise: syntax.Text{Value: "ignore", Span: e.Span}}, composite)
				return
			}
		}
		if at == nil {
			return
		}
	}
}

func (l *lowerer) alternative(n *node, event int, a syntax.Alternative, composite string) {
	scope := stateScope{l, n.index, event, len(l.file.Guards)}
	t := core.Transition{From: n.index, Event: event, To: n.index, Internal: !a.To.Given(), Composite: composite, Doc: a.Doc.Value, Span: a.Span}
	if t.Written = l.parse(a.If, expr.Type{Kind: expr.Bool}, scope); t.Written != nil {
		t.Guard = l.expand(t.Written, a.If.Span, scope)
	}
	if a.Wrong {
		l.unsureOfTransitions = true
		return
	}
	for _, r := range a.Requirements {
		t.Requirements = append(t.Requirements, r.Value)
	}
	if a.Otherwise.Given() {
		t.Effect = map[string]core.Effect{"ignore": core.Ignore, "reject": core.Reject}[a.Otherwise.Value]
		l.machine.Transitions = append(l.machine.Transitions, t)
		return
	}
	if a.To.Given() {
		if t.To = l.target(a.To); t.To < 0 {
			return
		}
	} else if len(a.Set) == 0 && len(a.Clear) == 0 && l.stall == nil {
		l.diags.Errorf(diag.CodeMissing, a.Span, "this alternative of `%s` leads nowhere and changes nothing", l.machine.Events[event].Name).
			Helpf("give it a `to:` or a `set:`, or bound such turns with a `stall:` rule")
	}
	l.updates(&t, a, scope)
	l.checkDataSet(&t, a)
	l.machine.Transitions = append(l.machine.Transitions, l.countStalls(t)...)
}

// updates resolves `set:` and `clear:`.
func (l *lowerer) updates(t *core.Transition, a syntax.Alternative, scope stateScope) {
	seen := map[string]diag.Span{}
	for _, s := range a.Set {
		v := l.assignable(t, s.Name)
		if v < 0 || !l.unique(seen, s.Name, "update of") {
			continue
		}
		value := l.parse(s.Value, l.machine.Vars[v].Type, scope)
		t.Updates = append(t.Updates, core.Update{Var: v, Value: value, Span: s.Name.Span})
	}
	for _, c := range a.Clear {
		v := l.assignable(t, c)
		if v < 0 || !l.unique(seen, c, "update of") {
			continue
		}
		decl := l.machine.Vars[v]
		if decl.Init == nil {
			l.diags.Errorf(diag.CodeType, c.Span, "`%s` has no initial value to return to", diag.Clip(c.Value)).Helpf("use `set:`")
			continue
		}
		t.Updates = append(t.Updates, core.Update{Var: v, Value: decl.Init, Span: c.Span})
	}
}

// assignable finds the variable, or the datum of the target state, that an
// update names.
func (l *lowerer) assignable(t *core.Transition, name syntax.Text) int {
	m := l.machine
	var known []string
	for i, v := range m.Vars {
		if v.State >= 0 && v.State != t.To {
			continue
		}
		if v.Name == name.Value && !l.counts(i) {
			return i
		}
		if l.counts(i) {
			if v.Name == name.Value {
				l.diags.Errorf(diag.CodeType, name.Span, "`%s` is counted by a rule and cannot be set", name.Value).Note(v.Span, "the rule is here")
				return -1
			}
			continue
		}
		known = append(known, v.Name)
	}
	if n, ok := l.names[name.Value]; ok {
		l.diags.Errorf(diag.CodeType, name.Span, "`%s` is %s and cannot be set", diag.Clip(name.Value), n.what).Note(n.span, "declared here")
		return -1
	}
	l.unknown(name, "variable", known)
	for _, v := range m.Vars {
		if v.Name == name.Value {
			l.diags[len(l.diags)-1].Note(v.Span, "state `%s` has such a datum, but this transition leads to `%s`", m.States[v.State].Name, m.States[t.To].Name)
		}
	}
	return -1
}

// checkDataSet reports data of the target state that the transition leaves
// without a value. An internal transition keeps the values that are there.
func (l *lowerer) checkDataSet(t *core.Transition, a syntax.Alternative) {
	m := l.machine
	if t.Internal {
		return
	}
	for i, v := range m.Vars {
		if v.State != t.To || slices.ContainsFunc(t.Updates, func(u core.Update) bool { return u.Var == i }) {
			continue
		}
		l.diags.Errorf(diag.CodeUnset, a.To.Span, "this way into state `%s` does not set its datum `%s`", m.States[t.To].Name, v.Name).
			Note(v.Span, "declared here").
			Helpf("add set: {%s: ...}", v.Name)
	}
}
