package card

import (
	"slices"

	"github.com/fsmgen/fsmgen/internal/markdown"
	"github.com/fsmgen/fsmgen/spec/core"
)

// requirements traces each requirement to the states and transitions that
// realize it, in the order of the first mention in the spec.
func requirements(m *core.Machine) *markdown.Table {
	var order []string
	realized := map[string][]string{}
	note := func(tags []string, by string) {
		for _, tag := range tags {
			if !slices.Contains(order, tag) {
				order = append(order, tag)
			}
			if !slices.Contains(realized[tag], by) {
				realized[tag] = append(realized[tag], by)
			}
		}
	}
	for i := range m.States {
		s := &m.States[i]
		note(s.Requirements, "state "+markdown.Text(s.Name))
		for _, t := range m.From(i) {
			note(t.Requirements, stepName(m, &t))
		}
	}
	t := &markdown.Table{}
	t.Head("Requirement", "Realized by")
	for _, tag := range order {
		t.Row(markdown.Text(tag), lines(realized[tag]))
	}
	return t
}
