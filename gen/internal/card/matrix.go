package card

import (
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/internal/markdown"
	"github.com/fsmgen/fsmgen/spec/core"
)

// matrix lists the next states for each state and event. The shorter of the two
// lists becomes the columns, because pages are narrow.
func (c *card) matrix() *markdown.Table {
	var states []int
	for i := range c.m.States {
		if !c.m.Terminal(i) {
			states = append(states, i)
		}
	}
	t := &markdown.Table{}
	if len(states) < len(c.m.Events) {
		head := []string{"Event \\ state"}
		for _, s := range states {
			head = append(head, c.link(markdown.Text(c.m.States[s].Name), c.m.States[s].Span))
		}
		t.Head(head...)
		for e := range c.m.Events {
			row := []string{c.link(markdown.Text(c.m.Events[e].Name), c.m.Events[e].Span)}
			for _, s := range states {
				row = append(row, c.cell(s, e))
			}
			t.Row(row...)
		}
		return t
	}
	head := []string{"State \\ event"}
	for e := range c.m.Events {
		head = append(head, c.link(markdown.Text(c.m.Events[e].Name), c.m.Events[e].Span))
	}
	t.Head(head...)
	for _, s := range states {
		row := []string{c.link(markdown.Text(c.m.States[s].Name), c.m.States[s].Span)}
		for e := range c.m.Events {
			row = append(row, c.cell(s, e))
		}
		t.Row(row...)
	}
	return t
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
		return "—"
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
