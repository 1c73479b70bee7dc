package spec

import (
	"slices"

	"github.com/fsmgen/fsmgen/internal/syntax"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// checkInternal reports an internal event that somebody else must send.
func (l *declarations) checkInternal(e *core.Event, at syntax.Text) {
	if len(e.Fields) > 0 {
		l.diags.Errorf(diag.CodeInternal, at.Span, "the internal event `%s` has a payload, for which nothing that raises it has values", e.Name).
			Note(e.Span, "declared here").Helpf("remove the fields, or remove `internal: true`")
	}
	if e.Cancellation {
		l.diags.Errorf(diag.CodeInternal, at.Span, "event `%s` cannot be both internal and the cancellation event, which Run sends", e.Name).
			Note(e.Span, "declared here").Helpf("declare two events, which can have the same transitions")
	}
}

// internalEvents reports internal events that nothing raises. It removes transitions for internal
// events that only timers raise from states in which none does: such a state can have inherited
// them.
func (l *flow) internalEvents() {
	m := l.machine
	raised := map[string]bool{}
	for _, n := range l.nodes {
		for _, t := range n.decl.After {
			raised[t.Event.Value] = true
		}
	}
	for e := range m.Events {
		if e := &m.Events[e]; e.Internal && !e.Eventless && !raised[e.Name] && !l.raises[e.Name] {
			l.diags.Errorf(diag.CodeInternal, e.Span, "nothing raises the internal event `%s`", e.Name).
				Helpf("raise it by a timer, for example with after: {30s: %s}, or in a transition, with raise: %s, or remove `internal: true`", e.Name, e.Name)
		}
	}
	wrong := l.diags.HasErrors() // so that there may be fewer timers than in the spec
	m.Transitions = slices.DeleteFunc(m.Transitions, func(t core.Transition) bool {
		if e := &m.Events[t.Event]; !e.Internal || e.Eventless || l.raises[e.Name] || l.timed(t.From, t.Event) {
			return false
		}
		if t.Composite == "" && !wrong {
			event, state := m.Events[t.Event].Name, m.States[t.From].Name
			l.diags.Warnf(diag.CodeUnused, t.Span, "this alternative for event `%s` in state `%s` is never tried: no timer raises the internal event there", event, state).
				Helpf("remove it, or start a timer in the state, for example with after: {30s: %s}", event)
		}
		return true
	})
}

// timed reports whether a timer that runs in a state raises an event.
func (l *flow) timed(state, event int) bool {
	return slices.ContainsFunc(l.machine.Timers, func(t core.Timer) bool {
		return t.Event == event && slices.Contains(t.States, state)
	})
}

// timedLeaves limits transitions for internal events of timers to where one of these runs, in states in which all of them
// belong to leaves of regions. Elsewhere, the event cannot come. Where a transition has raised it, transitions without an event handle it.
func (l *flow) timedLeaves() {
	var out []core.Transition
	for i := 0; i < len(l.machine.Transitions); {
		first := &l.machine.Transitions[i]
		n := slices.IndexFunc(l.machine.Transitions[i:], func(t core.Transition) bool { return t.From != first.From || t.Event != first.Event })
		if n < 0 {
			n = len(l.machine.Transitions) - i
		}
		list := l.machine.Transitions[i : i+n]
		if runs := l.timerRuns(first.From, first.Event); runs != nil {
			list = l.whileTimed(list, runs)
		}
		out = append(out, list...)
		i += n
	}
	l.machine.Transitions = out
}

// timerRuns returns the condition that one of the timers runs that raise an internal event in a state. It is nil if that is always so,
// and for other events.
func (l *flow) timerRuns(state, event int) expr.Expr {
	m := l.machine
	if e := &m.Events[event]; !e.Internal || e.Eventless {
		return nil
	}
	var runs []expr.Expr
	for _, t := range m.Timers {
		if t.Event != event || !slices.Contains(t.States, state) {
			continue
		}
		if w := t.Within; w == nil || len(w.Leaves) == len(m.States[state].Regions[w.Region].Leaves) {
			return nil
		}
		runs = append(runs, m.Active(state, t.Within))
	}
	return expr.AnyOf(runs...)
}

// whileTimed returns alternatives that take no transition unless a timer runs.
func (l *flow) whileTimed(list []core.Transition, runs expr.Expr) []core.Transition {
	first, last := list[0], list[len(list)-1]
	out, some := slices.Clone(list), false
	for i := range out {
		t := &out[i]
		if t.Effect == core.Take && !l.inTimed(t) {
			t.Guard, some = expr.Both(runs, t.Guard), true
		}
	}
	if !some || last.Effect != core.Take && last.Guard == nil {
		return out
	}
	refused := core.Transition{From: first.From, To: first.From, Event: first.Event, Effect: core.Reject, Rule: "parallel", Internal: true, Span: l.machine.States[first.From].Span}
	if last.Guard != nil {
		refused.Guard = &expr.Unary{Op: expr.Not, X: runs}
	}
	return append(out, refused)
}

// inTimed reports whether a transition is one of a leaf in which a timer runs that raises its event.
func (l *flow) inTimed(t *core.Transition) bool {
	return t.Move != nil && slices.ContainsFunc(l.machine.Timers, func(timer core.Timer) bool {
		w := timer.Within
		return timer.Event == t.Event && w != nil && slices.Contains(timer.States, t.From) && w.Region == t.Move.Region && slices.Contains(w.Leaves, t.Move.From)
	})
}
