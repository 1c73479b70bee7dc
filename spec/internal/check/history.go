package check

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
)

// History warns of each transition that returns to a composite state in which the machine
// cannot have been: it always enters the initial state. The machine must be free of errors.
func History(m *core.Machine) (diags diag.List) {
	after := map[string][]bool{} // of a composite state: the states that can follow one inside it
	left := map[diag.Span]bool{}
	for _, t := range m.Transitions {
		in := t.Returns.Composite
		if in == "" {
			continue
		}
		if after[in] == nil {
			after[in] = follow(m, in)
		}
		left[t.Span] = left[t.Span] || after[in][t.From]
	}
	for _, t := range m.Transitions {
		if in := t.Returns.Composite; in != "" && !left[t.Span] {
			left[t.Span] = true
			diags.Warnf(diag.CodeHistory, t.Span, "the machine cannot have left state `%s` before this transition, which therefore always enters its initial state", in).
				Helpf("remove `history:`, or return from a state to which a transition leads from inside `%s`", in)
		}
	}
	return diags
}

// follow marks the states inside a composite state, and those that some sequence of transitions
// leads to from there, if all conditions hold.
func follow(m *core.Machine, composite string) []bool {
	marked := make([]bool, len(m.States))
	for i, s := range m.States {
		marked[i] = slices.Contains(s.Composites, composite)
	}
	for again := true; again; {
		again = false
		for _, t := range m.Transitions {
			if t.Effect == core.Take && marked[t.From] && !marked[t.To] {
				marked[t.To], again = true, true
			}
		}
	}
	return marked
}
