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
		return
	}
	if i, taken := l.events[eventlessName]; taken {
		l.diags.Errorf(diag.CodeEventless, l.machine.Events[i].Span, "event `%s` has the name of the steps without an event", eventlessName).
			Note(at.Span, "these steps are here").Helpf("choose another name for the event")
	}
	l.machine.Events = append(l.machine.Events, core.Event{Name: eventlessName, Internal: true, Eventless: true, Span: at.Span})
}

// firstAlways returns the first key `always` of a spec.
func firstAlways(on []syntax.Handler, states []*syntax.State) (at syntax.Text, ok bool) {
	if i := slices.IndexFunc(on, func(h syntax.Handler) bool { return h.Eventless }); i >= 0 {
		return on[i].Event, true
	}
	for _, s := range states {
		if at, ok := firstAlways(s.On, s.States); ok {
			return at, true
		}
	}
	return at, false
}

// neverWaits removes the alternatives for events from transient states, in which the machine
// waits for none. It reports those that such a state declares itself.
func (l *flow) neverWaits() {
	m := l.machine
	m.Transitions = slices.DeleteFunc(m.Transitions, func(t core.Transition) bool {
		if !l.transient[t.From] || m.Events[t.Event].Eventless {
			return false
		}
		if t.Composite == "" && t.Rule == "" {
			l.diags.Warnf(diag.CodeUnused, t.Span, "this alternative for event `%s` in state `%s` is never tried: an alternative under `always` applies first, in all cases", m.Events[t.Event].Name, m.States[t.From].Name).
				Helpf("remove it, or add an `if:` to the alternative under `always`")
		}
		return true
	})
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
			d.Helpf("add an `if:` that does not hold for ever, or let one of these states wait for an event")
		}
		for i := range mark {
			if mark[i] == open {
				mark[i] = done
			}
		}
	}
	return diags
}
