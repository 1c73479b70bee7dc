package invoke

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/internal/decl"
)

// Check reports what is wrong with the use of invocations. The transitions of the machine must be complete, and none of them wrong.
func Check(m *core.Machine, diags *diag.List) {
	checkResults(m, diags)
	checkOutlasting(m, diags)
	checkWaits(m, diags)
	checkTimeouts(m, diags)
}

// checkResults reports transitions for a result that stay in the state that has invoked it: the
// call has ended, so nothing would run there.
func checkResults(m *core.Machine, diags *diag.List) {
	seen := map[diag.Span]bool{}
	for i := range m.Transitions {
		t := &m.Transitions[i]
		if !m.Events[t.Event].OfCall() || seen[t.Span] || t.Rule != "" {
			continue
		}
		call := decl.Caller(m, t.Event)
		at := slices.IndexFunc(m.Invocations, func(inv core.Invocation) bool { return inv.Call == call && slices.Contains(inv.States, t.From) })
		inv := &m.Invocations[at]
		goesOn := slices.Contains(inv.States, t.To) && !slices.Contains(m.Cancels(t), at)
		limit := core.Timeout(m, at)
		switch {
		case t.Effect == core.Ignore && limit >= 0:
			seen[t.Span] = true
			diags.Errorf(diag.CodeInvoke, t.Span, "a result of `%s` cannot be ignored, because the call has a timeout: its time would go on after its end", m.Calls[call].Name).
				Note(m.Timers[limit].Span, "the timeout is here").
				Helpf("name a state to wait in; or remove `timeout:`, and limit the time of the state with `after:`")
		case t.Effect == core.Reject:
			seen[t.Span] = true
			help := "write {otherwise: ignore} to drop it, or name a target state"
			if limit >= 0 {
				help = "name a target state"
			}
			diags.Errorf(diag.CodeInvoke, t.Span, "a result cannot be rejected: nobody sends it again").Helpf("%s", help)
		case t.Effect == core.Take && goesOn:
			seen[t.Span] = true
			diags.Errorf(diag.CodeInvoke, t.Span, "this transition for a result of `%s` does not leave state `%s`, in which the call has run", m.Calls[call].Name, inv.Owner).
				Note(inv.Span, "invoked here").
				Helpf("name a state outside `%s`, or `%s` itself to start the call again", inv.Owner, inv.Owner)
		}
	}
}

// checkWaits reports calls in states that do not wait.
func checkWaits(m *core.Machine, diags *diag.List) {
	for i := range m.Invocations {
		inv := &m.Invocations[i]
		if !slices.ContainsFunc(inv.States, func(s int) bool { return !m.Transient(s) }) {
			diags.Errorf(diag.CodeInvoke, inv.Span, "state `%s` never waits, so its call of `%s` would never end", inv.Owner, m.Calls[inv.Call].Name).
				Helpf("add an `if:` to the last alternative under `always`, or remove the invocation")
		}
	}
}

// checkOutlasting reports transitions of environment events during which a child machine goes on: the
// count of transitions starts again there, and would leave out what the child still does.
func checkOutlasting(m *core.Machine, diags *diag.List) {
	seen := map[diag.Span]bool{}
	for i := range m.Transitions {
		t := &m.Transitions[i]
		if !m.Events[t.Event].Environment || t.Effect != core.Take || seen[t.Span] {
			continue
		}
		for _, i := range m.Running(t.From) {
			inv := &m.Invocations[i]
			if inv.Cost == nil || !slices.Contains(inv.States, t.To) || slices.Contains(t.Invokes, i) {
				continue
			}
			seen[t.Span] = true
			diags.Errorf(diag.CodeInvoke, t.Span, "machine `%s` would go on during this transition for the environment event `%s`, so the bound between two such events would not count all that it does", m.Calls[inv.Call].Name, m.Events[t.Event].Name).
				Note(inv.Span, "invoked here").
				Helpf("ignore the event in state `%s`, leave the state, or remove `environment: true`", inv.Owner)
		}
	}
}
