package card

import (
	"github.com/fsmgen/fsmgen/internal/markdown"
	"github.com/fsmgen/fsmgen/spec/core"
)

// timers lists the timers, each with its effect in the states in which it runs.
func (c *card) timers() *markdown.Table {
	t := &markdown.Table{}
	t.Head("State", "After", "Raises", "Next state")
	for i := range c.m.Timers {
		timer := &c.m.Timers[i]
		t.Row(markdown.Text(timer.Owner), markdown.Code(c.m.After(timer)), markdown.Text(c.m.Events[timer.Event].Name), c.raises(timer))
	}
	return t
}

// raises lists the next states after a timer's event, for each state in which the
// timer runs, or only once if they are all the same.
func (c *card) raises(timer *core.Timer) string {
	var parts []string
	same := true
	first := ""
	for _, s := range timer.States {
		if c.m.Terminal(s) {
			continue
		}
		cell := c.cell(s, timer.Event)
		if first == "" {
			first = cell
		}
		same = same && cell == first
		parts = append(parts, markdown.Text(c.m.States[s].Name)+": "+cell)
	}
	if same {
		return first
	}
	return lines(parts)
}
