package card

import (
	"slices"

	"github.com/fsmgen/fsmgen/internal/markdown"
	"github.com/fsmgen/fsmgen/internal/source"
	"github.com/fsmgen/fsmgen/spec/core"
)

// timers lists the timers, each with its effect in the states in which it runs.
func timers(m *core.Machine) *markdown.Table {
	t := &markdown.Table{}
	t.Head("State", "After", "Raises", "Next state")
	for i := range m.Timers {
		timer := &m.Timers[i]
		t.Row(markdown.Text(timer.Owner), markdown.Code(source.Delay(m, timer)), markdown.Text(m.Events[timer.Event].Name), raises(m, timer))
	}
	return t
}

// raises lists the next states after a timer's event, for each state in which the
// timer runs, or only once if they are all the same.
func raises(m *core.Machine, timer *core.Timer) string {
	var parts []string
	same := true
	first := ""
	for _, s := range timer.States {
		if m.Terminal(s) {
			continue
		}
		for _, at := range hearing(m, timer, s) {
			next := cell(m, at, timer.Event)
			if first == "" {
				first = next
			}
			same = same && next == first
			parts = append(parts, siteName(m, at)+": "+next)
		}
	}
	if same {
		return first
	}
	return lines(parts)
}

// hearing lists the state in which a timer runs, or, if it has regions, the leaves and the state that handle the event
// then, unless none does.
func hearing(m *core.Machine, timer *core.Timer, state int) []site {
	all := sites(m, state)
	list := slices.DeleteFunc(slices.Clone(all), func(at site) bool {
		beside := timer.Within == nil || at.region != timer.Within.Region || slices.Contains(timer.Within.Leaves, at.leaf)
		return len(all) > 1 && (!beside || cell(m, at, timer.Event) == none)
	})
	if len(list) == 0 {
		return all[:1]
	}
	return list
}
