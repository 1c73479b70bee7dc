package card

import (
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/internal/markdown"
	"github.com/fsmgen/fsmgen/spec/core"
)

// matrix says for each state and event where the machine goes. The shorter of
// the two lists is written across, because pages are narrow.
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

// rules says where the rules lead that the matrix leaves out.
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
	return "Besides, " + strings.Join(parts, ", and ") + "."
}

// stays says what a transition does that leads nowhere.
func stays(t *core.Transition) string {
	switch t.Effect {
	case core.Ignore:
		return "*ignored*"
	case core.Reject:
		return "*rejected*"
	}
	return "*stays*"
}

// cell lists the targets of a state and event, each once, but for those of
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
