package spec

import (
	"slices"

	"github.com/fsmgen/fsmgen/internal/syntax"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
)

// eventlessName is the name of the pseudo-event of the transitions under `always`.
const eventlessName = "always"

// declareEventless adds the pseudo-event of transitions without an event, if there are any.
func (l *declarations) declareEventless() {
	at, ok := firstAlways(l.file.On, l.file.States)
	if !ok {
		at, ok = firstRaise(l.file)
	}
	eachState(l.file.States, func(s *syntax.State) {
		if !ok && len(shared(s)) > 0 {
			at, ok = s.Parallel, true
		}
	})
	if !ok {
		return
	}
	if i, taken := l.events[eventlessName]; taken {
		l.diags.Errorf(diag.CodeEventless, l.machine.Events[i].Span, "event `%s` has the name of the steps without an event", eventlessName).
			Note(at.Span, "these steps are here").Helpf("choose another name for the event")
	}
	l.machine.Events = append(l.machine.Events, core.Event{Name: eventlessName, Internal: true, Eventless: true, Span: at.Span})
}

// neverWaits removes the alternatives for events from transient states, in which the machine
// waits for none. It reports those of which no state keeps a copy.
func (l *flow) neverWaits() {
	m := l.machine
	never := func(t core.Transition) bool { return l.transient[t.From] && !m.Events[t.Event].Eventless }
	known := map[diag.Span]bool{}
	for _, t := range m.Transitions {
		if !never(t) {
			known[t.Span] = true
		}
	}
	wrong := l.diags.HasErrors() // so that a state may only seem to be transient
	m.Transitions = slices.DeleteFunc(m.Transitions, func(t core.Transition) bool {
		if !never(t) {
			return false
		}
		if t.Rule == "" && !known[t.Span] && !wrong {
			known[t.Span] = true
			l.neverTried(&t)
		}
		l.used[m.Events[t.Event].Span] = true
		return true
	})
}

// neverTried reports an alternative that exists only in transient states.
func (l *flow) neverTried(t *core.Transition) {
	m := l.machine
	what, which := "alternative for event `"+m.Events[t.Event].Name+"` in state `"+m.States[t.From].Name+"`", "an alternative under `always` applies first, in all cases"
	switch {
	case t.Composite == "":
	case slices.Contains(m.States[t.From].Composites, t.Composite):
		what, which = "alternative of state `"+t.Composite+"` for event `"+m.Events[t.Event].Name+"`", "in every state inside it that leaves the event to it, "+which
	default:
		what, which = "top-level alternative for event `"+m.Events[t.Event].Name+"`", "in every state that leaves the event to it, "+which
	}
	l.diags.Warnf(diag.CodeUnused, t.Span, "this %s is never tried: %s", what, which).
		Helpf("remove it, or add an `if:` to the alternative under `always`")
}

// checkEventless reports cycles of transitions without an event and without a condition: the
// machine would never come to rest.
func checkEventless(m *core.Machine) (diags diag.List) {
	const unseen, open, done = 0, 1, 2
	mark := make([]int, len(m.States))
	for s := range m.States {
		var path []core.Transition
		for at := s; mark[at] == unseen; {
			mark[at] = open
			list := m.Always(at)
			if len(list) == 0 || list[0].Guard != nil {
				break
			}
			path = append(path, list[0])
			at = list[0].To
			if mark[at] != open {
				continue
			}
			first := slices.IndexFunc(path, func(t core.Transition) bool { return t.From == at })
			d := diags.Errorf(diag.CodeEventless, path[first].Span, "state `%s` leads back to itself without an event and without a condition, so the machine would never come to rest", m.States[at].Name)
			for _, t := range path[first+1:] {
				d.Note(t.Span, "then from `%s` to `%s`", m.States[t.From].Name, m.States[t.To].Name)
			}
			which := "the state"
			if len(path) > first+1 {
				which = "one of these states"
			}
			d.Helpf("add an `if:` that does not hold forever, or let %s wait for an event", which)
		}
		for i := range mark {
			if mark[i] == open {
				mark[i] = done
			}
		}
	}
	return diags
}
