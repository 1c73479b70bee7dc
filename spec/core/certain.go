package core

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/expr"
)

// Certain reports whether the guard of a transition holds for sure when its event comes, and no alternative before it applies. It says
// so only of events that come while something runs: results of calls, and internal events that timers raise.
func Certain(m *Machine, t *Transition) bool {
	runs := senders(m, t)
	return len(runs) > 0 && !slices.ContainsFunc(runs, func(w *Within) bool {
		u := *t
		u.Guard = nil
		return !possibleBefore(m, during(m, &u, w)).ensures(t.Guard)
	})
}

// during returns a transition with the further condition that leaves of a region are active; nil: with none.
func during(m *Machine, t *Transition, w *Within) *Transition {
	if w == nil {
		return t
	}
	u := *t
	u.Guard = expr.Both(m.Active(t.From, w), t.Guard)
	return &u
}

// senders returns where in the source of a transition the calls or timers run that send its event, one for each; nil: everywhere. There
// are none for an event that the program can send at any time.
func senders(m *Machine, t *Transition) (runs []*Within) {
	event := &m.Events[t.Event]
	switch {
	case event.Result:
		for _, i := range m.Running(t.From) {
			if m.Invocations[i].Call == m.Caller(t.Event) {
				runs = append(runs, m.Invocations[i].Within)
			}
		}
	case event.Internal && !event.Eventless:
		for i := range m.Timers {
			if timer := &m.Timers[i]; timer.Event == t.Event && slices.Contains(timer.States, t.From) {
				runs = append(runs, timer.Within)
			}
		}
	}
	return runs
}

// Repeats reports whether an update of a variable that says where the machine is changes nothing: the variable has the value whenever
// the transition is taken.
func Repeats(m *Machine, t *Transition, u *Update) bool {
	v := &m.Vars[u.Var]
	lit, constant := u.Value.(*expr.Lit)
	return constant && v.Control() && (v.State < 0 || v.State == t.From) && slices.Equal(filtered(m, t, v), []int64{lit.Value})
}
