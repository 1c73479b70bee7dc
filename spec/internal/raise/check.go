package raise

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/spec/internal/names"
)

// check reports a state that does not handle a pending event in all cases.
func (r *lowering) check(p situation, q queue) {
	state := p.state
	m := r.machine
	list := m.On(state, q[0])
	event, name := &m.Events[q[0]], m.States[state].Name
	fault := func(at diag.Span, format string, args ...any) *diag.Diagnostic {
		r.wrong = true
		d := r.diags.Errorf(diag.CodeRaise, at, format, args...)
		r.chain(d, p)
		return d
	}
	switch n := len(list); {
	case r.wrong:
	case n == 0:
		fault(m.States[state].Span, "event `%s` can be raised before the machine waits in state `%s`, which does not handle it", event.Name, name).
			Helpf("handle `%s` under `on:`, or list it under `ignore:`", event.Name)
	case r.drops(state):
	case r.ignores(state, q[0]):
		fault(list[0].Span, "event `%s` can be raised before the machine waits in state `%s`, which ignores it, but has alternatives under `always`", event.Name, name).
			Helpf("handle the event there, or do not raise it on the way to the state")
	case slices.ContainsFunc(list[:n-1], func(t core.Transition) bool { return t.Effect != core.Take }):
		i := slices.IndexFunc(list, func(t core.Transition) bool { return t.Effect != core.Take })
		fault(list[i].Span, "event `%s` can be raised before the machine waits in state `%s`, which drops it under a condition", event.Name, name).
			Helpf("raise the event under the opposite condition, or write a transition that changes nothing, as in {if: ..., set: {n: n}}")
	case list[n-1].Guard != nil || list[n-1].Effect != core.Take:
		fault(list[n-1].Span, "event `%s` can be raised before the machine waits in state `%s`, which does not handle it in all cases", event.Name, name).
			Helpf("end the alternatives with one that has no `if:` and takes a transition, or raise the event under a condition")
	}
	for i := range list {
		t := &list[i]
		if t.Guard != nil && expr.Uses(t.Guard, func(s *expr.Symbol) bool { return s.Scope == expr.External }) && !r.wrong {
			fault(t.Span, "an alternative for the raised event `%s` cannot depend on an external guard: what the machine does before it waits must follow from its values", event.Name).
				Helpf("use the guard where the event is raised, and store the answer in a variable")
		}
	}
}

// eventNames lists the events of a queue.
func (r *lowering) eventNames(q queue) string {
	var out []string
	for _, e := range q {
		out = append(out, r.machine.Events[e].Name)
	}
	return names.Join(out)
}

// chain adds notes that show how a pair was reached since the machine last waited.
func (r *lowering) chain(d *diag.Diagnostic, p situation) {
	var notes []step
	for len(notes) < maxPending+2 {
		s := r.from[p]
		if s.t == nil {
			break
		}
		notes = append(notes, s)
		if s.before.key == "" && !r.machine.Events[s.t.Event].Eventless {
			break
		}
		p = s.before
	}
	slices.Reverse(notes)
	notes = notes[:min(len(notes), maxNotes)]
	for _, s := range notes {
		after := r.eventNames(s.left)
		if after == "" {
			after = "nothing"
		}
		d.Note(s.t.Span, "after this step from `%s` to `%s`, %s is pending", r.machine.States[s.t.From].Name, r.machine.States[s.t.To].Name, after)
	}
}
