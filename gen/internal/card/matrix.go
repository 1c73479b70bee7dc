package card

import (
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/internal/markdown"
	"github.com/fsmgen/fsmgen/spec/core"
)

// effects writes the next states for each state and event. The shorter of the two lists
// becomes the columns, in as many tables as fit on a page.
func (c *card) effects() {
	var states []int
	for i := range c.m.States {
		if !c.m.Terminal(i) {
			states = append(states, i)
		}
	}
	if len(states) == 0 || len(c.m.Events) == 0 {
		return
	}
	m := matrix{corner: "Event \\ state"}
	for e := range c.m.Events {
		m.rows = append(m.rows, markdown.Text(c.m.Events[e].Name))
	}
	for _, s := range states {
		m.columns = append(m.columns, markdown.Text(c.m.States[s].Name))
	}
	m.cell = func(row, column int) string { return c.cell(states[column], row) }
	if len(states) >= len(c.m.Events) {
		m = matrix{corner: "State \\ event", rows: m.columns, columns: m.rows}
		m.cell = func(row, column int) string { return c.cell(states[row], column) }
	}
	tables := m.tables()
	c.section(c.heading("What each event does"))
	for _, t := range tables {
		c.section(source(t))
	}
	note := "— means that the event is not accepted in the state."
	if len(tables) > 1 {
		note += " Each table omits the rows in which it has no other entry."
	}
	c.section(strings.TrimSpace(note + " " + c.rules()))
}

// rules names the target states of the rules, which the matrix omits.
func (c *card) rules() string {
	var parts, seen []string
	for i := range c.m.Transitions {
		t := &c.m.Transitions[i]
		if t.Rule != "" && !slices.Contains(seen, t.Rule) {
			seen = append(seen, t.Rule)
			parts = append(parts, "the "+markdown.Text(t.Rule)+" rule leads to "+markdown.Text(c.m.States[t.To].Name))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return "In addition, " + strings.Join(parts, ", and ") + "."
}

// stays describes a transition that does not leave its state.
func stays(t *core.Transition) string {
	switch t.Effect {
	case core.Ignore:
		return "*ignored*"
	case core.Reject:
		return "*rejected*"
	}
	return "*stays*"
}

// none is the cell of an event that is not accepted in a state.
const none = "—"

// cell lists the targets of a state and event, each once, except the targets of
// rules.
func (c *card) cell(state, event int) string {
	var targets []string
	for _, t := range c.m.On(state, event) {
		target := markdown.Text(c.m.States[t.To].Name)
		switch {
		case t.Rule != "":
			continue
		case t.Internal:
			target = stays(&t)
		}
		if !slices.Contains(targets, target) {
			targets = append(targets, target)
		}
	}
	if len(targets) == 0 {
		return none
	}
	return strings.Join(targets, ", ")
}

// step names a transition by its states and its event.
func (c *card) step(t *core.Transition) string {
	return c.stepFrom(c.m.States[t.From].Name, t)
}

// stepFrom is step with the given name of the source state.
func (c *card) stepFrom(from string, t *core.Transition) string {
	to := markdown.Text(c.m.States[t.To].Name)
	if t.Internal {
		to = stays(t)
	}
	return markdown.Text(from) + ": " + markdown.Text(c.m.Events[t.Event].Name) + " → " + to
}
