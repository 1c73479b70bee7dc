package spec

import (
	"slices"

	"github.com/fsmgen/fsmgen/internal/syntax"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// doneIn returns the transitions of a composite state that apply in a final state directly inside it,
// before those that the composite state has under `always`.
func doneIn(final, at *node) []syntax.Handler {
	if at == nil || final.parent != at || !final.decl.Final.Given() || len(at.decl.Done.Alternatives) == 0 {
		return nil
	}
	return []syntax.Handler{at.decl.Done}
}

// checkFinals reports what is wrong with final states and `done:`.
func (l *handling) checkFinals() {
	for _, name := range l.stateNames() {
		if n := l.nodes[name]; n != nil {
			l.checkFinal(n)
			l.checkAlternatives([]syntax.Handler{n.decl.Done}, "state `"+diag.Clip(name)+"`")
		}
	}
}

// checkFinal reports final states that cannot be final, and `done:` that never applies.
func (l *handling) checkFinal(n *node) {
	d := n.decl
	switch {
	case d.Final.Given() && n.parent == nil:
		l.diags.Errorf(diag.CodeFinal, d.Final.Span, "state `%s` is final, but no composite state is around it", d.Name.Value).
			Helpf("to end the machine there, list the state under `terminal:`")
	case d.Final.Given() && n.parent.regions != nil:
		l.diags.Errorf(diag.CodeFinal, d.Final.Span, "region `%s` cannot be final", d.Name.Value).
			Helpf("mark states inside it: `%s` is done when each of its regions is in one", n.parent.decl.Name.Value)
	case d.Final.Given() && n.composite():
		l.diags.Errorf(diag.CodeFinal, d.Final.Span, "the composite state `%s` cannot be final", d.Name.Value).
			Helpf("mark states inside it, and name a final state under its `done:`")
	case d.Final.Given() && n.region != nil && n.regions != nil:
		l.diags.Errorf(diag.CodeFinal, d.Final.Span, "state `%s` has regions and cannot be final", d.Name.Value).
			Helpf("go to a final state when it is done, with `done:`")
	case d.Final.Given() && n.index >= 0 && l.machine.Terminal(n.index):
		l.diags.Errorf(diag.CodeFinal, d.Final.Span, "the terminal state `%s` cannot be final, because the machine ends there", d.Name.Value).
			Helpf("remove `final: true`, or remove the state from `terminal:`")
	case d.Final.Given() && len(d.On)+len(d.After)+len(d.Invoke) > 0:
		l.diags.Errorf(diag.CodeFinal, d.Final.Span, "the final state `%s` cannot have `on:`, `always:`, `after:`, or `invoke:`", d.Name.Value).
			Helpf("put the transitions under the `on:` or `done:` of `%s`, or remove `final: true`", n.parent.decl.Name.Value)
	case len(d.Done.Alternatives) > 0 && n.regions != nil:
		for _, r := range d.States {
			if !hasFinal(r) {
				l.diags.Errorf(diag.CodeFinal, d.Done.Event.Span, "state `%s` is never done: no state directly inside its region `%s` is final", d.Name.Value, r.Name.Value).
					Helpf("mark one with `final: true`")
			}
		}
	case len(d.Done.Alternatives) > 0 && !n.composite():
		l.diags.Errorf(diag.CodeFinal, d.Done.Event.Span, "state `%s` has a `done:` but no states inside it", d.Name.Value).
			Helpf("use `always:` for a transition without an event")
	case len(d.Done.Alternatives) > 0 && !hasFinal(d):
		l.diags.Errorf(diag.CodeFinal, d.Done.Event.Span, "state `%s` is never done: no state directly inside it is final", d.Name.Value).
			Helpf("mark one with `final: true`")
	}
}

func hasFinal(d *syntax.State) bool {
	for _, s := range d.States {
		if s.Final.Given() {
			return true
		}
	}
	return false
}

// allDone returns the transitions of a state whose regions are all in final states.
func (l *regional) allDone(p *node) []core.Transition {
	if len(p.decl.Done.Alternatives) == 0 {
		return nil
	}
	var when expr.Expr
	if p.region != nil {
		when = p.region.in([]*node{p})
	}
	for _, r := range p.regions {
		final := slices.DeleteFunc(slices.Clone(r.leaves), func(leaf *node) bool { return !leaf.decl.Final.Given() || leaf.parent != r.root })
		when = expr.Both(when, r.in(final))
	}
	list := l.collect(func() {
		for _, a := range p.decl.Done.Alternatives {
			l.alternatives(p, l.machine.Eventless(), listed{alternative: a}, when)
		}
	})
	for i := range list {
		list[i].Done = true
	}
	return list
}
