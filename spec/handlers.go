package spec

import (
	"slices"

	"github.com/fsmgen/fsmgen/internal/syntax"
	"github.com/fsmgen/fsmgen/spec/diag"
)

// handling is what states say of events, under `on:`, `always:`, `done:` and `ignore:`: the alternatives
// that a state finds in itself and around it, and what is wrong with the lists.
type handling struct {
	*hierarchy
	// results are the transitions of the invocations of each state: see [invoking].
	results map[*node][]syntax.Handler
}

// listed is an alternative that a state finds in itself or around it.
type listed struct {
	alternative syntax.Alternative
	composite   string
}

// found are the alternatives that a state finds, by event, in order. wrong are the events of which
// the alternative that decides was reported as wrong.
type found struct {
	lists          map[int][]listed
	decided, wrong map[int]bool
}

// find lists the alternatives that n finds in itself and in the states around it, up to and
// including the given one; if that is nil, up to the machine.
func (l *handling) find(n, last *node) found {
	out := found{map[int][]listed{}, map[int]bool{}, map[int]bool{}}
	for at := n; ; at = at.parent {
		on, ignored, composite := l.file.On, l.file.Ignore, "the machine"
		if at != nil {
			on, ignored, composite = slices.Concat(doneIn(n, at), at.decl.On, l.results[at]), at.decl.Ignore, at.decl.Name.Value
		}
		if at == n {
			composite = ""
		}
		for _, h := range on {
			e := l.handled(h)
			for _, a := range h.Alternatives {
				if !out.decided[e] {
					out.lists[e] = append(out.lists[e], listed{a, composite})
					out.decided[e] = !a.If.Given()
					out.wrong[e] = a.Wrong
				}
			}
		}
		for _, name := range ignored {
			if e := l.event(name.Value); !out.decided[e] {
				out.lists[e] = append(out.lists[e], listed{syntax.Alternative{Span: name.Span, Otherwise: syntax.Text{Value: "ignore", Span: name.Span}}, composite})
				out.decided[e] = true
			}
		}
		if at == last {
			break
		}
	}
	if last == nil && n.regions == nil && l.file.Unlisted.Value == "ignore" {
		l.ignoreUnlisted(out)
	}
	delete(out.lists, -1)
	return out
}

// ignoreUnlisted adds the events that a state does not list, unless the machine never waits there. A result of a call comes
// only where its state handles it.
func (l *handling) ignoreUnlisted(f found) {
	if eventless := l.machine.Eventless(); eventless >= 0 && f.decided[eventless] {
		return
	}
	at := l.file.Unlisted.Span
	for e := range l.machine.Events {
		if event := &l.machine.Events[e]; len(f.lists[e]) == 0 && !event.Eventless && !event.Result {
			f.lists[e] = []listed{{syntax.Alternative{Span: at, Otherwise: syntax.Text{Value: "ignore", Span: at}}, "the machine"}}
			f.decided[e] = true
		}
	}
}

// handled returns the event of a handler, or -1 if there is no such event.
func (l *handling) handled(h syntax.Handler) int {
	if h.Eventless {
		return l.machine.Eventless()
	}
	return l.event(h.Event.Value)
}

// check reports what is wrong with the lists of the machine and of its states.
func (l *handling) check() {
	l.checkHandlers(l.file.On, "the machine")
	l.checkIgnored(l.file.Ignore, l.file.On, "the machine")
	for _, name := range l.stateNames() {
		if n := l.nodes[name]; n != nil {
			l.checkHandlers(n.decl.On, "state `"+diag.Clip(name)+"`")
			l.checkIgnored(n.decl.Ignore, n.decl.On, "state `"+diag.Clip(name)+"`")
			l.checkTerminal(n)
		}
	}
}

// checkHandlers reports unknown events of an `on:`, results, and alternatives after an
// unconditional one.
func (l *handling) checkHandlers(on []syntax.Handler, where string) {
	for _, h := range on {
		if e := l.handled(h); e < 0 {
			l.unknown(h.Event, "event", l.eventNames())
		} else {
			l.checkNoResult(e, h.Event)
		}
	}
	l.checkAlternatives(on, where)
}

// checkAlternatives reports alternatives after one without a condition.
func (l *handling) checkAlternatives(on []syntax.Handler, where string) {
	for _, h := range on {
		for i, a := range h.Alternatives {
			if !a.If.Given() && !a.Wrong && i < len(h.Alternatives)-1 {
				l.diags.Errorf(diag.CodeUnguarded, h.Alternatives[i+1].Span, "this alternative %s in %s is never tried", h.Where(), where).
					Note(a.Span, "this earlier alternative has no condition and is always taken").
					Helpf("add an `if:` to the earlier alternative, or move it to the end")
				break
			}
		}
	}
}

// checkIgnored reports unknown events of an `ignore:`, and those that the `on:` of
// the same state handles.
func (l *handling) checkIgnored(ignored []syntax.Text, on []syntax.Handler, where string) {
	for _, e := range ignored {
		if i := l.event(e.Value); i < 0 {
			l.unknown(e, "event", l.eventNames())
		} else {
			l.checkNoResult(i, e)
		}
		for _, h := range on {
			if h.Event.Value == e.Value {
				l.diags.Errorf(diag.CodeDuplicate, e.Span, "%s both ignores and handles event `%s`", where, diag.Clip(e.Value)).
					Note(h.Event.Span, "handled here").
					Helpf("to ignore the event when no alternative applies, end the list with {otherwise: ignore}")
			}
		}
	}
}

// checkTerminal reports what a terminal state cannot have.
func (l *handling) checkTerminal(n *node) {
	if n.index < 0 || !l.machine.Terminal(n.index) {
		return
	}
	var span diag.Span
	switch d := n.decl; {
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
	l.diags.Errorf(diag.CodeTerminalExit, span, "the terminal state `%s` cannot have `on:`, `ignore:`, `after:`, `invoke:`, or `exit:`", diag.Clip(n.decl.Name.Value)).
		Helpf("remove these keys, or remove `%s` from `terminal:`", n.decl.Name.Value)
}
