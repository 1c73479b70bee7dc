package card

import (
	"github.com/fsmgen/fsmgen/internal/markdown"
	"github.com/fsmgen/fsmgen/spec/core"
)

// timers lists the timers, each with its effect in the states in which it runs.
func timers(m *core.Machine) *markdown.Table {
	t := &markdown.Table{}
	t.Head("State", "After", "Raises", "Next state")
	for i := range m.Timers {
		timer := &m.Timers[i]
		t.Row(markdown.Text(timer.Owner), markdown.Code(m.After(timer)), markdown.Text(m.Events[timer.Event].Name), raises(m, timer))
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
		next := cell(m, s, timer.Event)
		if first == "" {
			first = next
		}
		same = same && next == first
		parts = append(parts, markdown.Text(m.States[s].Name)+": "+next)
	}
	if same {
		return first
	}
	return lines(parts)
}
