package card

import (
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/internal/markdown"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/verify"
)

// invariants lists the invariants of the spec, each with the worst that is
// known of it.
func (c *card) invariants() *markdown.Table {
	t := &markdown.Table{}
	t.Head("Invariant", "Holds in", "Status")
	for i, claim := range c.m.Invariants {
		where, status := "every state", verify.Proved
		if claim.State >= 0 {
			where = markdown.Text(c.m.States[claim.State].Name)
		}
		for _, o := range c.r.Obligations {
			if o.Invariant == i && (o.Status == verify.Refuted || o.Status == verify.Unknown && status == verify.Proved) {
				status = o.Status
			}
		}
		t.Row(c.link(math(claim.Expr), claim.Span), where, mark(status))
	}
	return t
}

// requirements traces each requirement to the states and transitions that
// realise it, in the order in which the spec first names them.
func (c *card) requirements() *markdown.Table {
	var order []string
	realised := map[string][]string{}
	note := func(tags []string, by string) {
		for _, tag := range tags {
			if !slices.Contains(order, tag) {
				order = append(order, tag)
			}
			if !slices.Contains(realised[tag], by) {
				realised[tag] = append(realised[tag], by)
			}
		}
	}
	for i := range c.m.States {
		s := &c.m.States[i]
		note(s.Requirements, c.link("state "+markdown.Text(s.Name), s.Span))
		for _, t := range c.m.From(i) {
			note(t.Requirements, c.link(c.step(&t), t.Span))
		}
	}
	t := &markdown.Table{}
	t.Head("Requirement", "Realised by")
	for _, tag := range order {
		t.Row(markdown.Text(tag), strings.Join(realised[tag], "<br>"))
	}
	return t
}

// step names a transition by its ends and its event.
func (c *card) step(t *core.Transition) string {
	return c.stepFrom(c.m.States[t.From].Name, t)
}

// stepFrom names a transition that is said to begin at from.
func (c *card) stepFrom(from string, t *core.Transition) string {
	to := markdown.Text(c.m.States[t.To].Name)
	if t.Internal {
		to = stays(t)
	}
	return markdown.Text(from) + ": " + markdown.Text(c.m.Events[t.Event].Name) + " → " + to
}
