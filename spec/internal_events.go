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

// whileRunning limits transitions for internal events of timers, and for results of calls, to where a timer or the call runs, in states
// in which these belong to leaves of regions. Elsewhere, the event cannot come. Where a transition has raised it, transitions without an
// event handle it.
func (l *flow) whileRunning() {
	var out []core.Transition
	for list := l.machine.Transitions; len(list) > 0; {
		from, event := list[0].From, list[0].Event
		n := slices.IndexFunc(list, func(t core.Transition) bool { return t.From != from || t.Event != event })
		if n < 0 {
			n = len(list)
		}
		out = append(out, l.only(l.leavesOf(from, event), list[:n])...)
		list = list[n:]
	}
	l.machine.Transitions = out
}

// leavesOf returns the leaves with the timers or invocations from which an event comes in a state. There are none if it may always come.
func (l *flow) leavesOf(state, event int) (leaves []*core.Within) {
	m := l.machine
	e := &m.Events[event]
	always := false
	add := func(states []int, w *core.Within) {
		if slices.Contains(states, state) {
			leaves = append(leaves, w)
			always = always || w == nil || len(w.Leaves) == len(m.States[state].Regions[w.Region].Leaves)
		}
	}
	if e.Internal && !e.Eventless {
		for i := range m.Timers {
			if m.Timers[i].Event == event {
				add(m.Timers[i].States, m.Timers[i].Within)
			}
		}
	}
	if e.Result {
		for i := range m.Invocations {
			if m.Invocations[i].Call == m.Caller(event) {
				add(m.Invocations[i].States, m.Invocations[i].Within)
			}
		}
	}
	if always {
		return nil
	}
	return leaves
}

// only returns alternatives for an event that take a transition only if one of some leaves is active. If there are no
// leaves, it returns them as they are.
func (l *flow) only(leaves []*core.Within, list []core.Transition) []core.Transition {
	if len(leaves) == 0 {
		return list
	}
	first, last := list[0], list[len(list)-1]
	var active []expr.Expr
	for _, w := range leaves {
		active = append(active, l.machine.Active(first.From, w))
	}
	runs := expr.AnyOf(active...)
	out, some := slices.Clone(list), false
	for i := range out {
		t := &out[i]
		own := t.Move != nil && slices.ContainsFunc(leaves, func(w *core.Within) bool { return w.Region == t.Move.Region && slices.Contains(w.Leaves, t.Move.From) })
		if t.Effect == core.Take && !own {
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
