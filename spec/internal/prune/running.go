package prune

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// WhileRunning limits transitions for internal events of timers, and for results of calls, to where a timer or the call runs, in states
// in which these belong to leaves of regions. Elsewhere, the event cannot come. Where a transition has raised it, transitions without an
// event handle it.
func WhileRunning(m *core.Machine) {
	var out []core.Transition
	for list := m.Transitions; len(list) > 0; {
		from, event := list[0].From, list[0].Event
		n := slices.IndexFunc(list, func(t core.Transition) bool { return t.From != from || t.Event != event })
		if n < 0 {
			n = len(list)
		}
		out = append(out, only(m, leavesOf(m, from, event), list[:n])...)
		list = list[n:]
	}
	m.Transitions = out
}

// leavesOf returns the leaves with the timers or invocations from which an event comes in a state. There are none if it may always come.
func leavesOf(m *core.Machine, state, event int) (leaves []*core.Within) {
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
func only(m *core.Machine, leaves []*core.Within, list []core.Transition) []core.Transition {
	if len(leaves) == 0 {
		return list
	}
	first, last := list[0], list[len(list)-1]
	var active []expr.Expr
	for _, w := range leaves {
		active = append(active, m.Active(first.From, w))
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
	refused := core.Transition{From: first.From, To: first.From, Event: first.Event, Effect: core.Reject, Rule: "parallel", Internal: true, Span: m.States[first.From].Span}
	if last.Guard != nil {
		refused.Guard = &expr.Unary{Op: expr.Not, X: runs}
	}
	return append(out, refused)
}
