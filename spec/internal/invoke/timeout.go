package invoke

import (
	"slices"

	"github.com/fsmgen/fsmgen/internal/source"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
)

// checkTimeouts warns of timeouts that never come, because a shorter timer of the same state, or of one around it, comes first and
// stops the call.
func checkTimeouts(m *core.Machine, diags *diag.List) {
	for i := range m.Invocations {
		inv, at := &m.Invocations[i], core.Timeout(m, i)
		if at < 0 {
			continue
		}
		t := &m.Timers[at]
		first := slices.IndexFunc(m.Timers, func(o core.Timer) bool {
			return o.Constant > 0 && o.Constant < t.Constant && around(m, &o, inv) && stops(m, &o, i)
		})
		if first >= 0 {
			diags.Warnf(diag.CodeInvoke, t.Span, "the timeout of `%s` never comes: a timer of `%s` stops the call after %s", m.Calls[inv.Call].Name, m.Timers[first].Owner, source.Duration(m.Timers[first].Constant)).
				Note(m.Timers[first].Span, "this timer").Helpf("shorten the timeout, or remove it")
		}
	}
}

// around reports whether a timer starts with an invocation or before it, and runs as long as it does.
func around(m *core.Machine, t *core.Timer, inv *core.Invocation) bool {
	if t.Owner == inv.Owner {
		return true
	}
	return t.Within == nil && !slices.ContainsFunc(inv.States, func(s int) bool {
		names := append(slices.Clone(m.States[s].Composites), m.States[s].Name)
		outer, inner := slices.Index(names, t.Owner), slices.Index(names, inv.Owner)
		return outer < 0 || inner >= 0 && outer > inner
	})
}

// stops reports whether the event of a timer stops an invocation wherever both run.
func stops(m *core.Machine, t *core.Timer, invocation int) bool {
	return !slices.ContainsFunc(m.Invocations[invocation].States, func(s int) bool {
		list := m.On(s, t.Event)
		return !m.Transient(s) && (len(list) == 0 || slices.ContainsFunc(list, func(x core.Transition) bool {
			return x.Effect != core.Take || !slices.Contains(m.Cancels(&x), invocation)
		}) || list[len(list)-1].Guard != nil)
	})
}
