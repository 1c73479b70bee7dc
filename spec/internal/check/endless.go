package check

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
)

// Endless reports cycles of transitions without an event and without a condition: the
// machine would never come to rest.
func Endless(m *core.Machine) (diags diag.List) {
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
