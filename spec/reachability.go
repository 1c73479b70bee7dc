package spec

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
)

// checkStructure reports unreachable states and states without transitions. The
// machine must be free of other errors.
func checkStructure(m *core.Machine) (diags diag.List) {
	reached := make([]bool, len(m.States))
	todo := []int{m.Initial}
	reached[m.Initial] = true
	for len(todo) > 0 {
		s := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, t := range m.From(s) {
			if t.Effect == core.Take && !reached[t.To] {
				reached[t.To] = true
				todo = append(todo, t.To)
			}
		}
	}
	for i, s := range m.States {
		if !reached[i] {
			diags.Errorf(diag.CodeUnreachable, s.Span, "state `%s` cannot be reached from the initial state", s.Name).
				Helpf("add a transition to it, or remove it")
			continue
		}
		if !m.Terminal(i) && !slices.ContainsFunc(m.From(i), func(t core.Transition) bool { return t.Effect == core.Take }) {
			diags.Errorf(diag.CodeNoExit, s.Span, "state `%s` is not terminal, but has no transitions", s.Name).
				Helpf("add transitions under `on:`, or list the state under `terminal:`")
		}
	}
	return diags
}
