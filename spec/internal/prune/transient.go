package prune

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/internal/decl"
	"github.com/fsmgen/fsmgen/spec/internal/pass"
)

// NeverWaits removes the alternatives for events from transient states, in which the machine
// waits for none. It reports those of which no state keeps a copy, and notes in the declarations that their events are used.
func NeverWaits(in pass.Input, decls *decl.Declarations, transient map[int]bool) {
	m := in.Machine
	never := func(t core.Transition) bool { return transient[t.From] && !m.Events[t.Event].Eventless }
	known := map[diag.Span]bool{}
	for _, t := range m.Transitions {
		if !never(t) {
			known[t.Span] = true
		}
	}
	wrong := in.Diags.HasErrors() // so that a state may only seem to be transient
	m.Transitions = slices.DeleteFunc(m.Transitions, func(t core.Transition) bool {
		if !never(t) {
			return false
		}
		if t.Rule == "" && !known[t.Span] && !wrong {
			known[t.Span] = true
			neverTried(in, &t)
		}
		decls.Used[m.Events[t.Event].Span] = true
		return true
	})
}

// neverTried reports an alternative that exists only in transient states.
func neverTried(in pass.Input, t *core.Transition) {
	m := in.Machine
	what, which := "alternative for event `"+m.Events[t.Event].Name+"` in state `"+m.States[t.From].Name+"`", "an alternative under `always` applies first, in all cases"
	switch {
	case t.Composite == "":
	case slices.Contains(m.States[t.From].Composites, t.Composite):
		what, which = "alternative of state `"+t.Composite+"` for event `"+m.Events[t.Event].Name+"`", "in every state inside it that leaves the event to it, "+which
	default:
		what, which = "top-level alternative for event `"+m.Events[t.Event].Name+"`", "in every state that leaves the event to it, "+which
	}
	in.Diags.Warnf(diag.CodeUnused, t.Span, "this %s is never tried: %s", what, which).
		Helpf("remove it, or add an `if:` to the alternative under `always`")
}

// DropUntried removes the alternatives that come after one without a condition. A region that is always in the same leaf can have
// such a one; it decides for all regions after it, and for the states around them. States to which only these
// alternatives lead are no error, because the regions may come from another language.
func DropUntried(m *core.Machine) {
	decided := map[[2]int]bool{}
	m.Transitions = slices.DeleteFunc(m.Transitions, func(t core.Transition) bool {
		at := [2]int{t.From, t.Event}
		before := decided[at]
		decided[at] = before || t.Guard == nil
		return before
	})
}
